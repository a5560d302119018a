import { posix } from 'node:path';
import type { Epoch } from './numberText.ts';
import { readXml } from './scanXml.ts';
import type { ZipParts } from './zipParts.ts';

/** Characters that are held of the sheets, and of the parts to which one refers: each counts for some more than it has. */
const most = 4_000_000;
const leastSize = 100;

/** Where the first sheet that is not hidden stands in the file, and what its cells refer to. */
export interface Workbook {
  readonly sheet: string;
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly epoch: Epoch;
}

interface Relation {
  readonly id: string;
  /** Last step of its type: `worksheet`, `styles` … */
  readonly type: string;
  readonly path: string;
}

/** Throws where the file is no workbook. */
export async function readWorkbook(parts: ZipParts): Promise<Workbook> {
  const [book] = (await relationsOf(parts, '')).filter(({ type }) => type === 'officeDocument');
  if (!book) throw new TypeError('The file has no workbook.');
  const { sheets, epoch } = await readBook(parts, book.path);
  const relations = await relationsOf(parts, book.path);
  const worksheets = new Map(relations.flatMap(({ id, type, path }) => (type === 'worksheet' ? [[id, path]] : [])));
  const first = sheets.find((id) => worksheets.has(id));
  if (first === undefined) throw new TypeError('The workbook has no sheet.');
  const pathOf = (type: string): string | undefined => relations.find((each) => each.type === type)?.path;
  const [sharedStrings, styles] = [pathOf('sharedStrings'), pathOf('styles')];
  return { sheet: worksheets.get(first)!, epoch, ...(sharedStrings && { sharedStrings }), ...(styles && { styles }) };
}

/** What a part of the file refers to; `''` is the file itself. */
async function relationsOf(parts: ZipParts, path: string): Promise<Relation[]> {
  const { dir, base } = posix.parse(path);
  const found: Relation[] = [];
  let size = 0;
  await readXml(await parts.open(posix.join(dir, '_rels', `${base}.rels`)), {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      size += leastSize + id.length + type.length + target.length;
      if (size > most) throw new RangeError('Too many relations.');
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: posix.join('/', dir, target).slice(1) });
      if (target.startsWith('/')) found[found.length - 1] = { ...found.at(-1)!, path: posix.join(target).slice(1) };
    },
  });
  return found;
}

async function readBook(parts: ZipParts, path: string): Promise<{ sheets: string[]; epoch: Epoch }> {
  const sheets: string[] = [];
  let epoch: Epoch = 1900;
  let size = 0;
  await readXml(await parts.open(path), {
    open(name, { id, state, date1904 }) {
      if (name === 'sheet' && id !== undefined && (state ?? 'visible') === 'visible') {
        size += leastSize + id.length;
        if (size > most) throw new RangeError('Too many sheets.');
        sheets.push(id);
      }
      if (name === 'workbookPr' && ['1', 'true'].includes(date1904 ?? '')) epoch = 1904;
    },
  });
  return { sheets, epoch };
}
