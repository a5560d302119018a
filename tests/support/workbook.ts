import { zipOf, type ZipEntry } from '../../src/server/table/export/zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = ([type, target]: readonly [string, string], at: number): string =>
  `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (all: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(relation).join('')}</Relationships>`;

export interface WorkbookParts {
  /** What stands within `sheetData` of each sheet; the name of a sheet that begins with `-` is hidden. */
  readonly sheets: Readonly<Record<string, string>>;
  /** What stands within `sst`. */
  readonly texts?: string;
  /** Codes of formats: a cell has one by `s="1"` for the first. */
  readonly formats?: readonly (string | number)[];
  readonly date1904?: boolean;
}

/** A workbook of Excel, written by hand as other programs write theirs. */
export async function workbookOf({ sheets, texts, formats = [], date1904 }: WorkbookParts): Promise<Buffer> {
  const names = Object.keys(sheets);
  const books = names.map((_name, at) => ['worksheet', `/xl/worksheets/s${at}.xml`] as const);
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const ids = formats.map((format, at) => (typeof format === 'number' ? format : 200 + at));
  const codes = formats.map((format, at) =>
    typeof format === 'number'
      ? ''
      : `<numFmt numFmtId="${200 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
  );
  const parts: Record<string, string> = {
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([...books, ['sharedStrings', 'strings.xml'], ['styles', 'styles.xml']]),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names
      .map((name, at) => `<sheet name="${name}" r:id="rId${at + 1}"${name.startsWith('-') ? ' state="hidden"' : ''}/>`)
      .join('')}</sheets></workbook>`,
    'xl/strings.xml': `<sst ${main}>${texts ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${ids
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/s${at}.xml`,
        `<x:worksheet xmlns:x="urn:sheet"><x:sheetData>${sheets[name]!.replaceAll(/<(\/?)/g, '<$1x:')}</x:sheetData></x:worksheet>`,
      ]),
    ),
  };
  return zipped(Object.entries(parts).map(([name, text]) => ({ name, content: [declaration + text] })));
}

/** A ZIP file. */
export async function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(each(entries))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* each(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}
