import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/** `7KQ2-…`: eighty bits, in groups of four. */
export function newCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return text.match(/.{4}/g)!.join('-');
}

/** As it is kept: spaces, hyphens and small letters do not matter, nor what looks alike. Undefined for what is no code. */
export function codeHash(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 100) return undefined;
  const text = given.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (text.length !== length || [...text].some((letter) => !letters.includes(letter))) return undefined;
  return createHash('sha256').update(text).digest('hex');
}
