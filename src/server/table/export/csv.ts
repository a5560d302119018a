import { stringify } from 'csv-stringify/sync';
import { withPlainLines, type Cell } from './cells.ts';

/** What a spreadsheet may take for the beginning of a formula, also in full width, behind blanks, or after a tab or a line's end. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** Text with the apostrophe before it that keeps a spreadsheet from calculating it; one that begins with such has one more. */
export const escapedFormula = new RegExp(`^'+(?:${formula.source.slice(1)})`, 'u');

/** Whether a spreadsheet would do something with the cell instead of showing it. A number is one only by its field. */
export const isRisky = ({ text, is }: Cell): boolean => is === 'text' && formula.test(text);

/** Lines as CSV for spreadsheets: with a byte order mark, each ended by CRLF, which stands nowhere else. */
export async function* csvOf(pages: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const lines of pages) {
    const text = stringify(
      lines.map((cells) => cells.map(textOf)),
      { bom: isFirst, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
    );
    isFirst = false;
    yield Buffer.from(text);
  }
}

/** Whether the cell looks as if an apostrophe had been put before it. */
export const isEscaped = ({ text, is }: Cell): boolean => is === 'text' && escapedFormula.test(text);

function textOf(cell: Cell): string {
  const text = withPlainLines(cell.text);
  return isRisky(cell) || isEscaped({ ...cell, text }) ? `'${text}` : text;
}
