import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows at this moment, in Unix seconds. */
export const codeOf = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: now * 1000 });

/** Six digits that the app does not show around this moment. */
export function wrongCode(secret: string, now: number): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, now + seconds));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!;
}
