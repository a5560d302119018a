import { isSameEncoding, unknownEncoding, type Conversion, type Encoding, type SqlValue } from '#resource';
import type { ColumnSchema, IndexSchema, TableSchema } from '../schema.ts';
import { digestOf, isSameTable, knownTable, type KnownColumn, type KnownTable } from './knownTable.ts';
import { literal, quoted } from './sqlText.ts';
import { freshlyDropped } from './spentLines.ts';

/** How one table gets from what it is to what it should be. */
export interface TableChange {
  readonly from: KnownTable;
  readonly to: KnownTable;
  /** Its name before this start, by which it is to be read until then. */
  readonly current: string;
  readonly columns: readonly ColumnChange[];
  /** Columns that go with their values. */
  readonly lost: readonly LostColumn[];
  readonly goneIndexes: readonly IndexSchema[];
  readonly newIndexes: readonly IndexSchema[];
  readonly searchChanged: boolean;
}
export interface LostColumn {
  readonly column: KnownColumn;
  /** The file says that its values may be lost. */
  readonly allowed: boolean;
  /** The line that allows it is there, but has done its work for an earlier column of this name. */
  readonly isSpent: boolean;
  /** What it would become, where the name stays and the values cannot. */
  readonly becomes?: KnownColumn;
}
export interface ColumnChange {
  readonly to: KnownColumn;
  /** What it was; undefined for a new one. */
  readonly from: KnownColumn | undefined;
  /** The record has it, and somebody has removed it from the database. */
  readonly isMissing?: boolean;
  /** What its values were, where they may have to become others. */
  readonly was?: Encoding;
  /** How they become others; left out where nothing can make them so. */
  readonly conversion?: Conversion;
  /** The values are written anew, into `freshName` first. */
  readonly isRewritten?: boolean;
}

/** Where converted values stand until the old column is gone; no field can have such a name. */
export const freshName = (column: string): string => `${column}__new`;

/** Types whose every value has a place in the other. */
const widening: ReadonlySet<string> = new Set(['integer text', 'integer real']);
const keepsValues = (from: KnownColumn, to: KnownColumn): boolean =>
  from.type === to.type || widening.has(`${from.type} ${to.type}`);

/** Compares a known table with the wanted one; undefined when the database has nothing to do. */
export function tableChange(from: KnownTable, wanted: TableSchema, current: string): TableChange | undefined {
  const to = knownTable(wanted);
  if (isSameTable(from, to) && !wanted.columns.some((column) => isToAsk(column, from))) return undefined;
  const fresh = freshlyDropped(from, wanted);
  const columns = to.columns.map((column) => columnChange(column, from, wanted, fresh));
  const carried = new Set(columns.map((each) => each.from?.name));
  const lost = from.columns
    .filter(({ name }) => !carried.has(name))
    .map((column): LostColumn => {
      const becomes = to.columns.find(({ name }) => name === column.name);
      const { name } = column;
      const isSpent = !fresh.has(name) && wanted.dropped?.includes(name) === true;
      const allowed = fresh.has(name) || column.keyOf !== undefined;
      return { column, allowed, isSpent, ...(becomes && { becomes }) };
    });
  return withIndexes({ from, to, current, columns, lost });
}

/** The same once it is known which values are written anew. */
export const rewriting = (change: TableChange, names: ReadonlySet<string>): TableChange =>
  withIndexes({
    ...change,
    columns: change.columns.map((each) => (names.has(each.to.name) ? { ...each, isRewritten: true } : each)),
  });

type Columns = Pick<TableChange, 'from' | 'to' | 'current' | 'columns' | 'lost'>;

function withIndexes({ from, to, current, columns, lost }: Columns): TableChange {
  // An index is known by its name, which holds its columns; one over a column that is renamed or made anew is made anew.
  const same = (one: IndexSchema, other: IndexSchema): boolean =>
    one.unique === other.unique && one.columns.join() === other.columns.join();
  const stays = (name: string): boolean =>
    columns.some((each) => each.to.name === name && each.from?.name === name && !each.isRewritten);
  const isAnew = (name: string): boolean => columns.some((each) => each.to.name === name) && !stays(name);
  const untouched = (index: IndexSchema): boolean => !index.columns.some(isAnew);
  return {
    from,
    to,
    current,
    columns,
    lost,
    goneIndexes: from.indexes.filter((index) => !untouched(index) || !to.indexes.some((each) => same(each, index))),
    newIndexes: to.indexes.filter((index) => !untouched(index) || !from.indexes.some((each) => same(each, index))),
    searchChanged:
      from.searchColumns.join() !== to.searchColumns.join() || to.searchColumns.some((name) => !stays(name)),
  };
}

function columnChange(
  column: KnownColumn,
  from: KnownTable,
  wanted: TableSchema,
  fresh: ReadonlySet<string>,
): ColumnChange {
  const declared = wanted.columns.find(({ name }) => name === column.name)!;
  const former = formerOf(declared, from, wanted);
  if (!former) {
    const isMissing = from.missing?.includes(column.name) === true;
    return { to: column, from: undefined, ...(isMissing && { isMissing }) };
  }
  if (!column.encoding) return { to: column, from: keepsValues(former, column) ? former : undefined };
  const change = encodedChange(former, column, declared);
  // The file gives up what the column held rather than having it converted.
  return change.was && fresh.has(former.name) && !change.conversion?.convert ? { to: column, from: undefined } : change;
}

/** The column whose values this one continues: of the same name, or of the former name while that is not taken by a column of its own. */
function formerOf({ name, renamedFrom }: ColumnSchema, from: KnownTable, wanted: TableSchema): KnownColumn | undefined {
  const isTaken = wanted.columns.some((each) => each.name === renamedFrom);
  return (
    from.columns.find((each) => each.name === name) ??
    from.columns.find((each) => each.name === renamedFrom && !isTaken)
  );
}

/** Whether a function has come to a column that had none. One that was only edited has done its work, and is not asked again. */
const isToAsk = ({ name, become }: ColumnSchema, from: KnownTable): boolean =>
  become?.convert !== undefined && from.columns.some((each) => each.name === name && each.converted === undefined);

function encodedChange(from: KnownColumn, to: KnownColumn, { become }: ColumnSchema): ColumnChange {
  const was = encodingBefore(from);
  const isFresh = become?.convert !== undefined && digestOf(become.convert) !== from.converted;
  const isFirst = isFresh && from.converted === undefined;
  // Nothing is known of an older program's columns but what their values can be read as.
  const isAdopted = was === undefined && from.type === to.type && !to.references;
  const keeps = isAdopted || (was !== undefined && isSameEncoding(was, to.encoding!));
  if (keeps && !(isFirst || (isFresh && (isAdopted || from.name !== to.name)))) return { from, to };
  const { convert, ...rest } = become ?? {};
  const conversion = become && ({ ...rest, from: was ?? unknownEncoding, ...(isFresh && { convert }) } as Conversion);
  const isPossible = was !== undefined || isFresh;
  return { from, to, was: was ?? unknownEncoding, ...(conversion && isPossible && { conversion }) };
}

/** A column that refers to another table holds ids of its rows, whichever program made it. */
export function encodingBefore({ encoding, references }: KnownColumn): Encoding | undefined {
  return encoding ?? (references && { kind: 'belongsTo', as: 'row', to: references.table });
}

/** Columns whose sort keys are to be worked out: new ones, and those of texts that become others. */
export const staleKeys = ({ columns }: TableChange): KnownColumn[] =>
  columns
    .filter(({ from, to }) => {
      const source = columns.find((each) => each.to.name === to.keyOf);
      // A new text is the default of its column, and so is its key, unless that is of a text that was removed by hand.
      if (!source?.from) return source?.isMissing === true && from !== undefined;
      const { isRewritten = false } = source;
      const isFilled = source.from.nullable && !source.to.nullable && source.to.default !== null;
      return !from || isRewritten || isFilled || source.from.type !== 'text' || from.keyOf !== source.from.name;
    })
    .map(({ to }) => to);

/** The sort keys that come, get another name or default, or go with their text, so that nothing need be said of them. */
export function keysWith({ columns, lost }: TableChange, text: ColumnChange | LostColumn): KnownColumn | undefined {
  if ('column' in text) return lost.find(({ column }) => column.keyOf === text.column.name)?.column;
  const keys = columns.find(({ to }) => to.keyOf === text.to.name);
  const { from, to } = text;
  const isAlike = keys?.from ? from && (isRenamed(text) || from.default !== to.default) : !from;
  return isAlike ? keys?.to : undefined;
}

/** The same for keys: whether they are among those of `keysWith`. */
export const followsText = (change: TableChange, keys: KnownColumn): boolean =>
  [...change.columns, ...change.lost].some((each) => keysWith(change, each) === keys);

export const isRenamed = ({ from, to }: ColumnChange): boolean => from !== undefined && from.name !== to.name;

/** The value of a column after the change as an expression over the table before it. */
export function valueText({ from, to, isRewritten = false }: ColumnChange, name = from?.name): string {
  if (!from || name === undefined) return castText(literal(to.default), to);
  const held = quoted(isRewritten ? freshName(to.name) : name);
  const value = isRewritten || from.type === to.type ? held : castText(held, to);
  return !to.nullable && (from.nullable || isRewritten) && to.default !== null
    ? `coalesce(${value}, ${literal(to.default as SqlValue)})`
    : value;
}

const castNames = { text: 'text', integer: 'bigint', real: 'double precision' } as const;
const castText = (value: string, { type }: KnownColumn): string => `CAST(${value} AS ${castNames[type]})`;
