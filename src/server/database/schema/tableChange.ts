import type { SqlValue } from '#resource';
import type { IndexSchema, TableSchema } from '../schema.ts';
import { knownTable, type KnownColumn, type KnownTable } from './knownTable.ts';
import { literal, quoted } from './sqlText.ts';

/** How one table gets from what it is to what it should be. */
export interface TableChange {
  readonly from: KnownTable;
  readonly to: KnownTable;
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
  /** What it would become, where the name stays and the type does not. */
  readonly becomes?: KnownColumn;
}
export interface ColumnChange {
  readonly to: KnownColumn;
  /** What it was; undefined for a new one. */
  readonly from: KnownColumn | undefined;
}

/** Types whose every value has a place in the other. */
const widening: ReadonlySet<string> = new Set(['integer text', 'integer real']);
const keepsValues = (from: KnownColumn, to: KnownColumn): boolean =>
  from.type === to.type || widening.has(`${from.type} ${to.type}`);

/** Compares a known table with the wanted one; undefined when they are the same. */
export function tableChange(from: KnownTable, wanted: TableSchema): TableChange | undefined {
  const to = knownTable(wanted);
  if (JSON.stringify(from) === JSON.stringify(to)) return undefined;
  const columns = to.columns.map((column) => ({ to: column, from: formerOf(column, from, wanted) }));
  const carried = new Set(columns.map((each) => each.from?.name));
  const lost = from.columns.filter(({ name }) => !carried.has(name)).map((column) => lostColumn(column, to, wanted));
  // An index is known by its name, which holds its columns; one over a renamed column is made anew.
  const same = (one: IndexSchema, other: IndexSchema): boolean =>
    one.unique === other.unique && one.columns.join() === other.columns.join();
  const untouched = (index: IndexSchema): boolean =>
    index.columns.every((name) => columns.every((each) => each.to.name !== name || each.from?.name === name));
  return {
    from,
    to,
    columns,
    lost,
    goneIndexes: from.indexes.filter((index) => !untouched(index) || !to.indexes.some((each) => same(each, index))),
    newIndexes: to.indexes.filter((index) => !untouched(index) || !from.indexes.some((each) => same(each, index))),
    searchChanged:
      from.searchColumns.join() !== to.searchColumns.join() ||
      to.searchColumns.some((name) => !columns.some((each) => each.from?.name === name && each.to.name === name)),
  };
}

/** The column whose values this one continues: of the same name, or of the former name while that is not taken by a column of its own. */
function formerOf(column: KnownColumn, from: KnownTable, wanted: TableSchema): KnownColumn | undefined {
  const declared = wanted.columns.find(({ name }) => name === column.name);
  const same = from.columns.find(({ name }) => name === column.name);
  const former =
    same ??
    from.columns.find(
      ({ name }) => name === declared?.renamedFrom && !wanted.columns.some((each) => each.name === name),
    );
  return former && keepsValues(former, column) ? former : undefined;
}

function lostColumn(column: KnownColumn, to: KnownTable, wanted: TableSchema): LostColumn {
  const becomes = to.columns.find(({ name }) => name === column.name);
  return { column, allowed: wanted.dropped?.includes(column.name) === true, ...(becomes && { becomes }) };
}

export const isRenamed = ({ from, to }: ColumnChange): boolean => from !== undefined && from.name !== to.name;

/** The value of a column after the change as an expression over the table before it. */
export function valueText({ from, to }: ColumnChange, name = from?.name): string {
  if (!from || name === undefined) return castText(literal(to.default), to);
  const value = from.type === to.type ? quoted(name) : castText(quoted(name), to);
  return !to.nullable && from.nullable && to.default !== null
    ? `coalesce(${value}, ${literal(to.default as SqlValue)})`
    : value;
}

const castNames = { text: 'text', integer: 'bigint', real: 'double precision' } as const;
const castText = (value: string, { type }: KnownColumn): string => `CAST(${value} AS ${castNames[type]})`;
