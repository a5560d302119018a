import { randomBytes } from 'node:crypto';

/** How many somebody gets at once. */
const count = 10;
/** Crockford's base32: no letter that is taken for another. A code has sixteen of them, 80 bits: nobody tries them all. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const shape = /^[0-9a-hjkmnp-tv-z]{16}$/;

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: count }, newCode);

const newCode = (): string =>
  [...randomBytes(16)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .replaceAll(/(.{4})(?!$)/g, '$1-');

/** The code as it is kept, however somebody has typed it; undefined for what can be none. */
export function readRecoveryCode(given: string): string | undefined {
  const code = given.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return shape.test(code) ? code : undefined;
}
