import { accept, refuse, type Parsed } from '../field.ts';
import { readTrimmed } from './readText.ts';

/** Characters of an address. */
export const longestAddress = 2048;

/** Reads an `http` or `https` address. Scripts and data have other schemes and are refused. */
export function readWebAddress(input: unknown): Parsed<string> {
  const read = readTrimmed(input, longestAddress);
  if ('refused' in read) return read;
  return isWebAddress(read.value) ? withoutAccount(read.value) : refuse('validate:url');
}

/** Reads the address of a file: on the web, or of this site, beginning with one `/`. */
export function readFileAddress(input: unknown): Parsed<string> {
  const read = readTrimmed(input, longestAddress);
  if ('refused' in read) return read;
  if (isSitePath(read.value)) return read;
  return isWebAddress(read.value) ? withoutAccount(read.value) : refuse('validate:fileAddress');
}

// Browsers drop tabs and line breaks inside an address and read `\` as `/`, so what looks harmless could lead elsewhere.
const hasTricks = (text: string): boolean => /[\s\\\p{Cc}<>"]/u.test(text);

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && !hasTricks(text) && URL.canParse(text);
}

/** Everybody would read the password, and take what stands before `@` for the place that it leads to. */
function withoutAccount(text: string): Parsed<string> {
  const { username, password } = new URL(text);
  return username === '' && password === '' ? accept(text) : refuse('validate:addressAccount');
}

const isSitePath = (text: string): boolean => /^\/(?!\/)/.test(text) && !/[\\\p{Cc}<>"]/u.test(text);
