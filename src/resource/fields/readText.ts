import { accept, refuse, type Parsed } from '../field.ts';

/**
 * Text that both databases keep byte for byte. SQLite cuts at NUL and PostgreSQL refuses it; lone surrogates are silently
 * replaced by both: so neither gets in. Lengths count code points.
 */
export function readText(input: unknown, { min = 0, max }: { min?: number; max: number }): Parsed<string> {
  if (typeof input !== 'string' && typeof input !== 'number') return refuse('validate:text');
  const text = String(input);
  if (text.includes('\0') || !text.isWellFormed()) return refuse('validate:characters');
  const length = text.length > max * 2 ? text.length : [...text].length;
  if (length > max) return refuse('validate:max', { max });
  if (length < min) return refuse('validate:min', { min });
  return accept(text);
}

/** Reads text in which spaces around mean nothing. */
export const readTrimmed = (input: unknown, max: number): Parsed<string> =>
  readText(typeof input === 'string' ? input.trim() : input, { max });
