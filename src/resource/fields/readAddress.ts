import { accept, refuse, type Parsed } from '../field.ts';
import { readTrimmed } from './readText.ts';

const maxLength = 2048;

/** Reads an `http` or `https` address. Scripts and data have other schemes and are refused. */
export function readWebAddress(input: unknown): Parsed<string> {
  const read = readTrimmed(input, maxLength);
  if ('refused' in read) return read;
  return isWebAddress(read.value) ? read : refuse('validate:url');
}

/** Reads the address of a file: on the web, or of this site, beginning with one `/`. */
export function readFileAddress(input: unknown): Parsed<string> {
  const read = readTrimmed(input, maxLength);
  if ('refused' in read) return read;
  return isSitePath(read.value) || isWebAddress(read.value) ? accept(read.value) : refuse('validate:fileAddress');
}

// Browsers drop tabs and line breaks inside an address and read `\` as `/`, so what looks harmless could lead elsewhere.
const hasTricks = (text: string): boolean => /[\s\\\p{Cc}<>"]/u.test(text);

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && !hasTricks(text) && URL.canParse(text);
}

const isSitePath = (text: string): boolean => /^\/(?!\/)/.test(text) && !/[\\\p{Cc}<>"]/u.test(text);
