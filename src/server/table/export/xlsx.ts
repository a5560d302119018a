import { withPlainLines, type Cell } from './cells.ts';
import { isEscaped, isRisky } from './csv.ts';
import {
  contentTypes,
  relations,
  sheetEnd,
  sheetStart,
  style,
  styles,
  workbook,
  workbookRelations,
} from './xlsxParts.ts';
import { zipOf, type ZipEntry } from './zip.ts';

type Pages = AsyncIterator<readonly (readonly Cell[])[]>;

/** What a sheet holds: lines, and characters of XML far below what a ZIP entry may have. */
const mostLines = 1_048_576;
const mostText = 1_500_000_000;
/** Characters that Excel has room for in a cell, and significant digits of a number; a longer one stays text. */
const longestText = 32_767;
const mostDigits = 15;

/** Lines as an Excel workbook, as they come: `title` names its sheet. A table that is longer than a sheet goes on in the next. */
export const xlsxOf = (pages: AsyncIterable<readonly (readonly Cell[])[]>, title: string): AsyncGenerator<Uint8Array> =>
  zipOf(entriesOf(pages, title));

async function* entriesOf(pages: AsyncIterable<readonly (readonly Cell[])[]>, title: string): AsyncGenerator<ZipEntry> {
  const lines = linesOf(pages[Symbol.asyncIterator]());
  try {
    const head = (await lines.next()).value ?? [];
    let sheets = 0;
    for (let isMore = true; isMore;) {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetOf(head, lines, (more) => (isMore = more)) };
    }
    yield { name: 'xl/workbook.xml', content: [workbook(sheetNames(title, sheets))] };
    yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets)] };
    yield { name: 'xl/styles.xml', content: [styles] };
    yield { name: '_rels/.rels', content: [relations] };
    yield { name: '[Content_Types].xml', content: [contentTypes(sheets)] };
  } finally {
    await lines.return(undefined);
  }
}

async function* linesOf(pages: Pages): AsyncGenerator<readonly Cell[], undefined> {
  try {
    for (let page = await pages.next(); !page.done; page = await pages.next()) yield* page.value;
  } finally {
    await pages.return?.();
  }
  return undefined;
}

/** One sheet, as far as it reaches; `ended` is told whether lines may be left. */
async function* sheetOf(
  head: readonly Cell[],
  lines: AsyncGenerator<readonly Cell[], undefined>,
  ended: (isMore: boolean) => void,
): AsyncGenerator<string> {
  let text = sheetStart + lineOf(head, 1, true);
  let length = text.length;
  for (let line = 2; line <= mostLines && length < mostText; line += 1) {
    const next = await lines.next();
    if (next.done) {
      ended(false);
      break;
    }
    const xml = lineOf(next.value, line, false);
    text += xml;
    length += xml.length;
    if (text.length < 64 * 1024) continue;
    yield text;
    text = '';
  }
  yield text + sheetEnd;
}

const lineOf = (cells: readonly Cell[], line: number, isHead: boolean): string =>
  `<row r="${line}">${cells.map((cell, at) => cellXml(cell, `${letters(at)}${line}`, isHead)).join('')}</row>`;

function cellXml(cell: Cell, place: string, isHead: boolean): string {
  const { text, is } = cell;
  if (text === '') return '';
  if (is === 'number' && !text.endsWith('%') && text.replaceAll(/\D/g, '').length <= mostDigits)
    return `<c r="${place}" s="${style.number(text.split('.')[1]?.length ?? 0)}"><v>${text}</v></c>`;
  if (is === 'moment' || is === 'day') {
    const number = serial(text);
    if (number !== undefined) return `<c r="${place}" s="${style[is]}"><v>${number}</v></c>`;
  }
  const look = isHead ? style.head : isRisky(cell) ? style.quoted : style.text;
  // A workbook keeps texts from being calculated; an import takes away an apostrophe all the same, as from a CSV file.
  const shown = isEscaped(cell) ? `'${text}` : text;
  return `<c r="${place}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`;
}

/** Days since the last of 1899, as Excel counts; undefined before March 1900, where it counts a day that never was. */
function serial(text: string): number | undefined {
  const [day, time = '00:00:00'] = text.split(' ');
  const days = Date.parse(`${day}T${time}Z`) / 86_400_000;
  return Number.isFinite(days) && days > -25_508 ? days + 25_569 : undefined;
}

/** Text in XML: what that cannot hold, and what Excel would read as an escape, is written as one. */
const escaped = (text: string): string =>
  cutToCell(withPlainLines(text))
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- XML has no way to write them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, escapeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** As much of a text as a cell has room for. */
export const cutToCell = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;

/** Whether the cell holds but the beginning of a text, for which it had no room. */
export const isCut = (text: string): boolean => text.length === longestText && text.endsWith('…');

const escapeOf = (character: string): string =>
  `_x${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}_`;

/** `A` … `Z`, `AA` …: how a sheet calls its columns. */
function letters(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCodePoint(65 + (at % 26));
}

/** Excel keeps this name for itself. */
const reserved = /^history$/i;

/** At most 31 characters, without those that Excel refuses, and each another. */
function sheetNames(title: string, count: number): string[] {
  const name = title.replaceAll(/[[\]:*?/\\']|\p{Cc}/gu, ' ').trim() || 'Sheet';
  return Array.from({ length: count }, (_, at) => {
    const end = at === 0 && !reserved.test(name) ? '' : ` ${at + 1}`;
    return escaped(`${name.slice(0, 31 - end.length)}${end}`);
  });
}
