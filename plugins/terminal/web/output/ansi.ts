/** One of the 256 colours of terminals, or `#rrggbb`. */
export type Color = number | string;

/** How text is drawn: what `ESC [ … m` has set so far. */
export interface Style {
  readonly fg?: Color | undefined;
  readonly bg?: Color | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly strike?: boolean;
}
export interface Run {
  readonly text: string;
  readonly style: Style;
}

export const plain: Style = {};
const escape = '\u001B';
// Sequences `ESC [ … letter`, titles and links `ESC ] … BEL`, other two-letter ones, and controls that draw nothing.
const sequences =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /\u001B\[([\d;:?<=>!"$' ]*)([@-~]?)|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|\u001B[^[\]]?|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F]/g;

/** The text of a line without its codes. */
export const bare = (line: string): string => (isPlain(line) ? line : line.replaceAll(sequences, ''));
// oxlint-disable-next-line no-control-regex -- as above
const isPlain = (line: string): boolean => !/[\u0000-\u0008\u000B-\u001F\u007F]/.test(line);

/** The style behind a line, or behind several. */
export function styleAfter(text: string, style: Style): Style {
  if (!text.includes(escape)) return style;
  let after = style;
  for (const [, codes, end] of text.matchAll(sequences)) if (end === 'm') after = restyled(after, codes ?? '');
  return after;
}

/** A line as pieces of one style each; what comes behind so many characters is one more piece without a style. */
export function runsOf(line: string, style: Style, characters = Infinity): Run[] {
  if (isPlain(line)) return [{ text: line, style }];
  const runs: Run[] = [];
  let now = style;
  let at = 0;
  let length = 0;
  for (const { 0: found, 1: codes, 2: end, index } of line.matchAll(sequences)) {
    if (index > at) runs.push({ text: line.slice(at, index), style: now });
    length += index - at;
    if (length >= characters) return [...runs, { text: bare(line.slice(index)), style: plain }];
    at = index + found.length;
    if (end === 'm') now = restyled(now, codes ?? '');
  }
  if (at < line.length) runs.push({ text: line.slice(at), style: now });
  return runs;
}

const switches: Readonly<Record<number, Style>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strike: false },
  39: { fg: undefined },
  49: { bg: undefined },
};

function restyled(style: Style, codes: string): Style {
  const numbers = codes.split(/[;:]/).map(Number);
  let after = style;
  while (numbers.length > 0) {
    const code = numbers.shift()!;
    if (code === 0) after = plain;
    else if (code === 38 || code === 48) after = { ...after, [code === 38 ? 'fg' : 'bg']: extended(numbers) };
    else after = { ...after, ...(switches[code] ?? basic(code)) };
  }
  return after;
}

function basic(code: number): Style {
  if (code >= 30 && code <= 37) return { fg: code - 30 };
  if (code >= 40 && code <= 47) return { bg: code - 40 };
  if (code >= 90 && code <= 97) return { fg: code - 82 };
  if (code >= 100 && code <= 107) return { bg: code - 92 };
  return plain;
}

/** `5;n` or `2;r;g;b`; takes its numbers away. */
function extended(numbers: number[]): Color | undefined {
  const kind = numbers.shift();
  const byte = (): number => Math.min(255, Math.max(0, Math.trunc(numbers.shift() ?? 0) || 0));
  if (kind === 5) return indexed(byte());
  if (kind === 2) return hex([byte(), byte(), byte()]);
  return undefined;
}

/** The first 16 are those of the theme; then a cube of 6 × 6 × 6, then 24 greys. */
function indexed(number: number): Color {
  if (number < 16) return number;
  if (number > 231) return hex(Array.from({ length: 3 }, () => 8 + (number - 232) * 10));
  const levels = [0, 95, 135, 175, 215, 255];
  const place = number - 16;
  return hex([Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((level) => levels[level]!));
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
