/** What parts the names of several records in one cell of a file: commas as people write them. */
const isParting = (sign: string | undefined): boolean => sign !== undefined && ',，、'.includes(sign);
const needsMarks = /[,，、]|^["\s]|\s$/u;

/** Names as one text. One that holds what parts them stands in quotation marks, its own doubled, as in CSV. */
export const namesText = (names: readonly string[]): string =>
  names.map((name) => (needsMarks.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');

/** The reverse: the names in a text, without the blanks around them. Marks that are not around a whole name belong to it. */
export function namesIn(text: string): string[] {
  const names: string[] = [];
  for (let at = 0; at < text.length;) {
    const { name, end } = markedName(text, at) ?? plainName(text, at);
    if (name !== '') names.push(name);
    at = end + 1;
  }
  return names;
}

interface Found {
  readonly name: string;
  /** Where the next comma is, or the end of the text. */
  readonly end: number;
}

function plainName(text: string, from: number): Found {
  let end = from;
  while (end < text.length && !isParting(text[end])) end += 1;
  return { name: text.slice(from, end).trim(), end };
}

/** Undefined where no marks are around the name. */
function markedName(text: string, from: number): Found | undefined {
  const begin = withoutBlanks(text, from);
  if (text[begin] !== '"') return undefined;
  let close = text.indexOf('"', begin + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return undefined;
  const end = withoutBlanks(text, close + 1);
  if (end < text.length && !isParting(text[end])) return undefined;
  return { name: text.slice(begin + 1, close).replaceAll('""', '"'), end };
}

function withoutBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}
