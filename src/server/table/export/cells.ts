import { holdsSeveral, textOfValue, type ModelField, type Words } from '#resource';
import { namesText } from '../severalNames.ts';
import type { ExportColumn, Shown } from './exportColumns.ts';
import type { TreePaths } from './treePaths.ts';

/** What stands in one cell of a file. `moment` is `YYYY-MM-DD HH:mm:ss` by the site's clock, `day` is `YYYY-MM-DD`. */
export interface Cell {
  readonly text: string;
  readonly is: 'text' | 'number' | 'moment' | 'day';
}

const nothing: Cell = { text: '', is: 'text' };

/** The cell of a row as people read it. */
export function cellOf(
  column: ExportColumn,
  row: Readonly<Record<string, unknown>>,
  words: Words,
  paths: TreePaths,
): Cell {
  const shown = column.shown(row);
  if (column.to === undefined) return shown[0] ? valueCell(shown[0], words) : nothing;
  const names = shown.map((each) => nameOf(each, words, paths));
  return { text: column.hasSeveral ? namesText(names) : names.join(''), is: 'text' };
}

/** What names a row of another table; in a tree the way to it. */
function nameOf({ field, value, of }: Shown, words: Words, paths: TreePaths): string {
  const text = (each: unknown): string => textOfValue(field.kind, field.options, each, words);
  if (!of?.model.traits.has('tree')) return text(value);
  const path = paths.path(of.model, of.id);
  return path.length > 0 ? path.map(text).join(' / ') : text(value);
}

/** What an export writes of a value, with the line ends of a file. */
export const exportedText = (shown: Shown, words: Words): string => withPlainLines(valueCell(shown, words).text);

/** In a file, lines within a cell end with one character; CRLF ends the row. */
export const withPlainLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function valueCell({ field: { kind, options }, value }: Shown, words: Words): Cell {
  if (value === null || value === undefined) return nothing;
  const scale = kind.scale?.(options) ?? 0;
  const isPlain = typeof value === 'number' && !kind.text;
  const text = isPlain && scale > 0 ? value.toFixed(scale) : partsText(kind, options, value, words);
  const as = kind.encoding?.(options).as;
  if (as === 'moment' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return { text, is: 'moment' };
  if (as === 'day') return { text, is: 'day' };
  // Only the kind of the field makes a number of it: text that looks like one stays text.
  const isNumber = (isPlain || kind.summable === true || as === 'number') && /^-?\d+(?:\.\d+)?%?$/.test(text);
  return { text, is: isNumber ? 'number' : 'text' };
}

/** Values such as tags as names are written, where people read them with commas in between. */
function partsText(kind: ModelField['kind'], options: ModelField['options'], value: unknown, words: Words): string {
  const text = textOfValue(kind, options, value, words);
  if (!holdsSeveral(kind) || !Array.isArray(value)) return text;
  const parts = value.map((each) => textOfValue(kind, options, [each], words));
  return text === parts.join(', ') ? namesText(parts) : text;
}
