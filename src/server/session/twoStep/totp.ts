import { Secret, TOTP } from 'otpauth';

/** Seconds of a step, and steps before and after the present one whose codes count too: clocks of phones differ. */
const period = 30;
const window = 1;
/** Bytes of a secret: RFC 4226 recommends 160 bits. */
const secretSize = 20;

/** A new secret as people type it into an app: base32. */
export const newSecret = (): string => new Secret({ size: secretSize }).base32;

const totpOf = (secret: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period });

/** What an app reads from the QR code; it shows the account under the name of the site. */
export function uriOf(secret: string, site: string, account: string): string {
  const totp = totpOf(secret);
  // A colon ends the name of the site in such an address.
  totp.issuer = site.replaceAll(':', ' ');
  totp.label = account;
  return totp.toString();
}

/** `now` in Unix seconds. */
export const stepAt = (now: number): number => Math.floor(now / period);

/** The step whose code it is, around the present one; undefined for no code of this secret. */
export function stepOf(code: string, secret: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1000, window });
  return delta === null ? undefined : stepAt(now) + delta;
}

/** Steps from the present one that a clock may be ahead. */
export const ahead = window;

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code);
