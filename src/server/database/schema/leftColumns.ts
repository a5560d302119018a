import type { ColumnSchema, TableSchema } from '../schema.ts';
import type { KnownColumn, KnownTable } from './knownTable.ts';
import { freshlyDropped } from './spentLines.ts';

/**
 * The wanted tables with the columns that plugins have added to them which are not there any more: their values stay, for
 * when the plugin comes back, until the table's file says `dropped`. Nothing else is held by them.
 */
export const withLeftColumns = (known: readonly KnownTable[], wanted: readonly TableSchema[]): TableSchema[] =>
  wanted.map((table) => {
    const { name, renamedFrom = [] } = table;
    const before = known.find((each) => each.name === name) ?? known.find((each) => renamedFrom.includes(each.name));
    const left = before ? leftIn(before, table) : [];
    return left.length === 0 ? table : { ...table, columns: [...table.columns, ...left] };
  });

function leftIn(before: KnownTable, table: TableSchema): ColumnSchema[] {
  if (!before.columns.some(({ extension }) => extension !== undefined)) return [];
  const given = freshlyDropped(before, table);
  const isGone = ({ name, extension }: KnownColumn): boolean =>
    extension !== undefined &&
    !given.has(name) &&
    !table.columns.some((column) => column.name === name || column.renamedFrom === name);
  return before.columns
    .filter(isGone)
    .map(({ references: _references, converted: _converted, ...column }) => ({
      ...column,
      nullable: column.nullable || column.default === null,
    }));
}
