/** Letters of a text up to which Markdown is looked for. */
const mostLetters = 100_000;
/** Signs of a paragraph that may begin something: finding where it ends takes the square of their number. */
const mostSigns = 3000;
/** Signs at the beginnings of lines that open quotes, lists or headings, one within another in one line, and in all of them. */
const deepest = 100;
const mostOpened = 5000;
/** Lines of one paragraph behind such a sign that have none themselves: for each it is asked whether it still belongs there. */
const mostLazy = 1000;
/** Lines of dashes that make a heading of what stands above: each takes as long as the text before it. */
const mostUnderlines = 500;
/** Cells of all tables: a row has as many as its head, whatever stands in it. */
const mostCells = 20_000;
const mostFormulas = 1000;
/** Places that lead to notes, to each of which the note leads back. */
const mostNotes = 500;

const opening = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|#{1,6}(?=[ \t]|$)))+/;
const opened = />|[-+*]|[.)]|#+/g;
/** Of lines without spaces and quotes. */
const underline = /^(?:=+|-+)$/;
/** The line below the head of a table. */
const divider = /^\|?:?-+:?(?:\|:?-+:?)*\|?$/;

/** Whether looking for the Markdown in a text could hold up the page: it is shown as it is then. */
export function isTooMuch(text: string): boolean {
  if (text.length > mostLetters) return true;
  const lines = withoutCode(text.split('\n'));
  return hasTooManySigns(lines.join('\n')) || hasTooManyBlocks(lines);
}

/**
 * The lines without blocks of code, as far as they are code for certain: within quotes, lists and HTML it may be over at any
 * line.
 */
function withoutCode(lines: readonly string[]): string[] {
  const left: string[] = [];
  let fence: string | undefined;
  let hasHtml = false;
  for (const line of lines) {
    if (fence !== undefined) {
      const [, end] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
      if (end?.startsWith(fence)) fence = undefined;
      continue;
    }
    hasHtml ||= /^ {0,3}</.test(line);
    fence = hasHtml ? undefined : /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence === undefined) left.push(line);
  }
  return left;
}

function hasTooManySigns(text: string): boolean {
  const count = (part: string, signs: RegExp): number => part.match(signs)?.length ?? 0;
  return (
    count(text, /\$|\\[([]/g) > 2 * mostFormulas ||
    count(text, /\[\^/g) > mostNotes ||
    text.split(/\n[ \t]*\n/).some((paragraph) => count(paragraph, /[*_~[\]<$]/g) > mostSigns)
  );
}

function hasTooManyBlocks(lines: readonly string[]): boolean {
  let [all, lazy, underlines, cells, columns] = [0, 0, 0, 0, 0];
  let isWithin = false;
  for (const line of lines) {
    const depth = opening.exec(line)?.[0].match(opened)?.length ?? 0;
    const bare = line.replaceAll(/[\s>]/g, '');
    all += depth;
    if (depth > 0 || bare === '') [lazy, isWithin] = [0, depth > 0];
    else if (isWithin) lazy += 1;
    if (underline.test(bare)) underlines += 1;
    if (bare === '') columns = 0;
    else if (bare.includes('|') && divider.test(bare)) columns = bare.split('|').length;
    cells += columns;
    if (depth > deepest || all > mostOpened || lazy > mostLazy || underlines > mostUnderlines || cells > mostCells)
      return true;
  }
  return false;
}
