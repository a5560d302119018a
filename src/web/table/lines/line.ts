import { arithmeticOf, type FieldManifest, type LinesManifest, type Manifest, type Message } from '#resource';
import { kindNamed } from '../../fields/kinds.ts';
import type { ListRow } from '../../fields/view.ts';
import { isBlank, optionOf } from '../../fields/view.ts';
import { refusalOf } from '../formValues.ts';
import { isSame, type Values } from '../typedValues.ts';
import { isOffered } from '../withheld.ts';

/** Why a value is refused: as the server says it, or by the rules that are known here. */
export type Refusal = string | Message;

/** A line of a form. */
export interface Line {
  /** The id of its row; of a new one a number below zero. */
  readonly key: number;
  /** As it was read; of a new one there is none. */
  readonly row: ListRow | undefined;
  readonly values: Values;
  /** It goes when the form is saved. */
  readonly removed: boolean;
  /** By field; that of the whole line has an empty name. */
  readonly errors: Readonly<Record<string, Refusal>>;
  /** What others have made of it since it was read; null when they have deleted it. */
  readonly theirs?: ListRow | null | undefined;
}

/** The lines of one table, and what the caller may do with them. */
export interface TableLines {
  readonly lines: LinesManifest;
  readonly manifest: Manifest;
  readonly all: readonly Line[];
  /** Lines have been put into another order. */
  readonly moved: boolean;
}

export const columnsOf = ({ lines, manifest }: Pick<TableLines, 'lines' | 'manifest'>): FieldManifest[] =>
  lines.columns.flatMap((name) => manifest.fields[name] ?? []);

export const lineOfRow = (table: Pick<TableLines, 'lines' | 'manifest'>, row: ListRow): Line => ({
  key: row.id,
  row,
  values: valuesOf(table, row),
  removed: false,
  errors: {},
});

export const newLine = (table: Pick<TableLines, 'lines' | 'manifest'>, key: number, values?: Values): Line => ({
  key,
  row: undefined,
  values: { ...startOf(table), ...values },
  removed: false,
  errors: {},
});

/** What a new line begins with that is made after this row. */
export const copyOf = (table: Pick<TableLines, 'lines' | 'manifest'>, row: ListRow): Values =>
  Object.fromEntries(
    columnsOf(table)
      .filter(({ writable, readable, single }) => writable && readable && !single)
      .map(({ name }) => [name, row[name] ?? null]),
  );

const valuesOf = (table: Pick<TableLines, 'lines' | 'manifest'>, row: ListRow): Values =>
  Object.fromEntries(columnsOf(table).map(({ name }) => [name, row[name] ?? null]));
const startOf = (table: Pick<TableLines, 'lines' | 'manifest'>): Values =>
  Object.fromEntries(columnsOf(table).map((field) => [field.name, field.default]));

/** Whether the caller may change this field of the line. */
export function mayChange({ manifest }: TableLines, { row }: Line, { writable }: FieldManifest): boolean {
  return writable && (row ? manifest.actions.includes('edit') && isOffered(row, 'edit') : true);
}

export const mayRemove = ({ manifest }: TableLines, { row }: Line): boolean =>
  row === undefined || (manifest.actions.includes('del') && isOffered(row, 'del'));

/** What differs from the row as it was read; all that is filled in of a new one. */
export function changesOf(table: TableLines, { row, values }: Line): Values {
  const before = row ? valuesOf(table, row) : {};
  return Object.fromEntries(
    columnsOf(table)
      .filter(({ writable, name }) => writable && !isSame(before[name], values[name]))
      .map(({ name }) => [name, values[name]]),
  );
}

/** A new line that nobody has filled in, while there is something to fill in: as good as none. */
export function isEmptyLine(table: TableLines, { row, values }: Line): boolean {
  if (row) return false;
  const start = startOf(table);
  const fields = columnsOf(table).filter(({ writable }) => writable);
  return (
    fields.every(({ name }) => isSame(start[name], values[name])) &&
    fields.some(({ required, name }) => required && isBlank(start[name]))
  );
}

export const isTouched = (table: TableLines, line: Line): boolean =>
  line.row ? line.removed || Object.keys(changesOf(table, line)).length > 0 : !isEmptyLine(table, line);

/** What of the line is refused by the rules that are known here. */
export function refusalsOf(table: TableLines, line: Line): Record<string, Message> {
  if (line.removed || !isTouched(table, line)) return {};
  const wanted = changesOf(table, line);
  return Object.fromEntries(
    columnsOf(table)
      .filter((field) => mayChange(table, line, field) && (!line.row || field.name in wanted))
      .flatMap((field) => {
        const refused = refusalOf(field, line.values[field.name], !line.row);
        return refused ? [[field.name, refused]] : [];
      }),
  );
}

/** A value as it stands in the line: computed ones as they will be, as far as that is known before the line is saved. */
export function valueIn(table: TableLines, line: Line, field: FieldManifest): unknown {
  if (!kindNamed(field.kind)?.expression) return line.values[field.name];
  if (line.row && !isTouched(table, line)) return line.row[field.name];
  const scale = optionOf<number | 'text'>(field, 'scale') ?? 2;
  const sql = table.lines.computed[field.name];
  return sql === undefined || scale === 'text' ? undefined : arithmeticOf(sql)?.work(line.values, scale);
}

/** What a column adds up to, exactly, as decimal text; undefined while one of its values is not known. */
export function totalOf(table: TableLines, field: FieldManifest): string | undefined {
  const values = table.all
    .filter((line) => !line.removed && !isEmptyLine(table, line))
    .map((line) => valueIn(table, line, field));
  return values.includes(undefined) ? undefined : sumOf(values);
}

/** The sum of numbers and decimal texts; what is neither counts nothing. */
function sumOf(values: readonly unknown[]): string {
  const texts = values.map((value) => String((value ?? '') as string | number)).filter((text) => decimal.test(text));
  const digits = Math.max(0, ...texts.map((text) => (text.split('.')[1] ?? '').length));
  const units = texts.reduce((sum, text) => sum + unitsOf(text, digits), 0n);
  const sign = units < 0n ? '-' : '';
  const plain = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  return digits === 0 ? sign + plain : `${sign}${plain.slice(0, -digits)}.${plain.slice(-digits)}`;
}

const decimal = /^-?\d+(?:\.\d+)?$/;
function unitsOf(text: string, digits: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}
