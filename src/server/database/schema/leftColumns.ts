import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ColumnSchema, LeftColumn, TableSchema } from '../schema.ts';
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

/** The columns themselves, by table, with the plugin that each was of. */
export const leftColumns = (known: readonly KnownTable[], wanted: readonly TableSchema[]): LeftColumn[] =>
  wanted.flatMap((table) => {
    const before = known.find(({ name }) => name === table.name);
    const left = before ? leftIn(before, table).filter(({ keyOf }) => keyOf === undefined) : [];
    return left.map(({ name, extension }) => ({ table: table.name, column: name, plugin: extension! }));
  });

/** Rows that have a value there. */
export async function valuesIn({ read }: Pick<Database, 'read'>, { table, column }: LeftColumn): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(${sql.ref(column)}) AS n FROM ${sql.table(table)}`.execute(
    read,
  );
  return Number(rows[0]!.n);
}

/** The tables as if their files gave up these columns. */
export const withoutColumns = (wanted: readonly TableSchema[], left: readonly LeftColumn[]): TableSchema[] =>
  wanted.map((table) => {
    const own = left.filter((each) => each.table === table.name).map(({ column }) => column);
    return own.length === 0 ? table : { ...table, dropped: [...(table.dropped ?? []), ...own] };
  });

function leftIn(before: KnownTable, table: TableSchema): ColumnSchema[] {
  if (!before.columns.some(({ extension }) => extension !== undefined)) return [];
  const given = freshlyDropped(before, table);
  const isGone = ({ name, extension, keyOf = name }: KnownColumn): boolean =>
    extension !== undefined &&
    !given.has(keyOf) &&
    !table.columns.some((column) => column.name === name || column.renamedFrom === name);
  return before.columns
    .filter(isGone)
    .map(({ references: _references, converted: _converted, ...column }) => ({
      ...column,
      nullable: column.nullable || column.default === null,
    }));
}
