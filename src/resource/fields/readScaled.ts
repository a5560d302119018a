import { accept, refuse, type Parsed } from '../field.ts';

/** Fifteen digits: as many as a JSON number carries exactly. */
const maxScaled = 999_999_999_999_999;

/**
 * Reads plain decimal notation as an exact integer of `10 ** -scale` units: `12.3` at scale 2 is 1230. Exponents, locale
 * commas, hexadecimal and full-width digits are refused, and so are more decimals than the scale has.
 */
export function readScaled(input: unknown, scale: number): Parsed<number> {
  const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : '';
  const match = /^([+-]?)(\d{1,40})(?:\.(\d{1,400}))?$/.exec(text);
  if (!match) return refuse('validate:number');
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  if (decimals.length > scale) return refuse('validate:decimals', { scale });
  const size = Number(match[2]! + decimals.padEnd(scale, '0'));
  if (size > maxScaled) return refuse('validate:tooLarge');
  return accept(match[1] === '-' && size !== 0 ? -size : size);
}

/** `1230` at scale 2 as `12.30`. */
export function scaledText(scaled: number, scale: number): string {
  const digits = String(Math.abs(scaled)).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${scaled < 0 ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}
