import type { Label } from '#resource';
import type { Dialect, Sql } from '../database.ts';
import type { Step, TableSchema } from '../schema.ts';
import { hasId, type KnownColumn, type KnownTable } from './knownTable.ts';
import { dropSearch } from '../search/searchIndex.ts';
import { columnsIn, readState, type SchemaState } from './schemaState.ts';
import { ofTable, sentence } from './sentence.ts';

/** The schema that the database has, by its own record and by what is really there. */
export interface PresentState extends SchemaState {
  /** Tables of the record that somebody has removed from the database. */
  readonly missing: readonly KnownTable[];
}

/**
 * Reads what was applied last without what was removed by hand since: the plan puts that back as it would make it anew, and
 * says so.
 */
export async function readPresent(db: Sql, dialect: Dialect): Promise<PresentState> {
  const state = await readState(db, dialect);
  const there = await columnsIn(
    db,
    dialect,
    state.tables.map(({ name }) => name),
  );
  return {
    ...state,
    tables: state.tables.flatMap((table) => presentOf(table, there) ?? []),
    missing: state.tables.filter(({ name }) => !there.has(name)),
  };
}

/** Whether the database has all that its record says. */
export const isWhole = ({ tables, missing }: PresentState): boolean =>
  missing.length === 0 && tables.every((table) => table.missing === undefined);

function presentOf(table: KnownTable, there: ReadonlyMap<string, ReadonlySet<string>>): KnownTable | undefined {
  const columns = there.get(table.name);
  if (!columns) return undefined;
  const own = table.columns.map(({ name }) => name);
  const missing = [...(hasId(table) ? ['id'] : []), ...own].filter((name) => !columns.has(name));
  const isThere = (name: string): boolean => !missing.includes(name);
  return {
    ...table,
    columns: table.columns.filter(({ name }) => isThere(name)).map((each) => referringToPresent(each, there)),
    indexes: table.indexes.filter((index) => index.columns.every(isThere)),
    ...(missing.length > 0 && { missing }),
  };
}

/** What referred to a removed table refers to nothing, whatever ids are left in it. */
function referringToPresent(column: KnownColumn, there: ReadonlyMap<string, ReadonlySet<string>>): KnownColumn {
  const { references, ...others } = column;
  return references && !there.has(references.table) ? others : column;
}

/** Why what is missing cannot be put back: nothing can tell which row had which key. */
export const missingKeys = (known: Iterable<KnownTable>): { table: string; why: Label }[] =>
  [...known].flatMap(({ name: table, primaryKey, missing = [] }) =>
    primaryKey
      .filter((column) => missing.includes(column))
      .map((column) => ({ table, why: sentence('missingKey', { table, column }) })),
  );

/** What the plan says of removed tables, and of removed columns that nothing asks for any more. */
export function missingSteps(
  dialect: Dialect,
  { tables, missing }: PresentState,
  wanted: readonly TableSchema[],
): Step[] {
  const step = (table: string, what: Label, sql: string[] = []): Step => ({ says: ofTable(table, what), sql });
  return [
    ...missing.map(({ name, searchColumns }) =>
      step(
        name,
        sentence(wanted.some((table) => table.name === name) ? 'missingTable' : 'missingForgotten'),
        searchColumns.length > 0 ? dropSearch(dialect, name) : [],
      ),
    ),
    ...tables.flatMap(({ name, missing: columns = [] }) => {
      const asked = wanted.find((table) => table.name === name)?.columns ?? [];
      return columns
        .filter((column) => column !== 'id' && !asked.some((each) => each.name === column))
        .map((column) => step(name, sentence('missingColumnForgotten', { column })));
    }),
  ];
}
