/** The parts of a workbook that are the same whatever rows it has. */
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const type = (name: string): string => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;

/** The head stays in sight. */
export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

const mostDecimals = 6;
/** Numbers of `cellXfs` below. A quoted text stays one when somebody edits it. */
export const style = {
  text: 0,
  head: 1,
  quoted: 2,
  moment: 3,
  day: 4,
  number: (decimals: number): number => (decimals === 0 ? 0 : 4 + Math.min(decimals, mostDecimals)),
} as const;

const decimals = Array.from({ length: mostDecimals }, (_, at) => at + 1);
const format = (id: number, code: string): string => `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
const look = (formatId: number, more = ''): string =>
  `<xf numFmtId="${formatId}" fontId="0" fillId="0" borderId="0" xfId="0"${more}/>`;

export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${2 + mostDecimals}">${[
  format(164, 'yyyy-mm-dd hh:mm:ss'),
  format(165, 'yyyy-mm-dd'),
  ...decimals.map((each) => format(165 + each, `0.${'0'.repeat(each)}`)),
].join(
  '',
)}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${5 + mostDecimals}">${[
  look(0),
  look(0, ' applyFont="1"').replace('fontId="0"', 'fontId="1"'),
  look(0, ' quotePrefix="1"'),
  look(164, ' applyNumberFormat="1"'),
  look(165, ' applyNumberFormat="1"'),
  ...decimals.map((each) => look(165 + each, ' applyNumberFormat="1"')),
].join('')}</cellXfs></styleSheet>`;

const relation = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`;
const related = (all: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

export const relations = related([relation(1, 'officeDocument', 'xl/workbook.xml')]);
export const workbookRelations = (sheets: number): string =>
  related([
    ...numbers(sheets).map((each) => relation(each, 'worksheet', `worksheets/sheet${each}.xml`)),
    relation(sheets + 1, 'styles', 'styles.xml'),
  ]);

/** `names` are those of its sheets, as XML has them. */
export const workbook = (names: readonly string[]): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
    .map((name, at) => `<sheet name="${name.replaceAll('"', '&quot;')}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

export const contentTypes = (sheets: number): string =>
  `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/>${numbers(
    sheets,
  )
    .map((each) => `<Override PartName="/xl/worksheets/sheet${each}.xml" ContentType="${type('worksheet')}"/>`)
    .join('')}</Types>`;
