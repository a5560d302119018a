import { code } from './formulas.ts';

/** Letters of a text up to which Markdown is looked for. */
const mostLetters = 100_000;
/** Signs of a paragraph that may begin something: finding where it ends takes the square of their number. */
const mostSigns = 3000;
/** Signs at the beginnings of lines that open quotes, lists or headings, one within another in one line, and in all of them. */
const deepest = 100;
const mostOpened = 5000;
/** Lines of dashes that make a heading of what stands above: each takes as long as the text before it. */
const mostUnderlines = 500;
/** Cells of all tables: a row has as many as its head, whatever stands in it. */
const mostCells = 20_000;
const mostFormulas = 1000;

const opening = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|#{1,6}(?=[ \t]|$)))+/;
const opened = />|[-+*]|[.)]|#+/g;
/** Of lines without spaces and quotes. */
const underline = /^(?:=+|-+)$/;
/** The line below the head of a table. */
const divider = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;

/** Whether looking for the Markdown in a text could hold up the page: it is shown as it is then. */
export const isTooMuch = (text: string): boolean =>
  text.length > mostLetters || hasTooManySigns(text) || hasTooManyBlocks(text.split('\n'));

function hasTooManySigns(text: string): boolean {
  const words = text.split(code).filter((_part, place) => place % 2 === 0);
  const count = (part: string, signs: RegExp): number => part.match(signs)?.length ?? 0;
  return (
    count(text, /\$|\\[([]/g) > 2 * mostFormulas ||
    words
      .join('')
      .split(/\n[ \t]*\n/)
      .some((paragraph) => count(paragraph, /[*_~[\]<$]/g) > mostSigns)
  );
}

function hasTooManyBlocks(lines: readonly string[]): boolean {
  let all = 0;
  let underlines = 0;
  let cells = 0;
  let columns = 0;
  for (const line of lines) {
    const depth = opening.exec(line)?.[0].match(opened)?.length ?? 0;
    all += depth;
    const bare = line.replaceAll(/[\s>]/g, '');
    if (underline.test(bare)) underlines += 1;
    if (bare === '') columns = 0;
    else if (bare.includes('|') && divider.test(bare)) columns = bare.split('|').length;
    cells += columns;
    if (depth > deepest || all > mostOpened || underlines > mostUnderlines || cells > mostCells) return true;
  }
  return false;
}
