import { sql } from 'kysely';
import type { Database, Sql } from './database.ts';
import type { TableSchema } from './schema.ts';
import type { KnownTable } from './schema/knownTable.ts';
import { readPresent } from './schema/presentState.ts';

/** Rows from which on a table is large: sorting fewer takes a few milliseconds. */
const largeTable = 10_000;
/** Bytes of a text that every index of PostgreSQL takes, with room for the id beside it. */
export const longestIndexed = 2600;

/**
 * The tables with indexes on their `sortColumns` where there are many rows. An index that was made once stays, however many
 * rows are left.
 */
export async function withSortIndexes(
  database: Pick<Database, 'read' | 'dialect'>,
  tables: readonly TableSchema[],
): Promise<TableSchema[]> {
  const { tables: known } = await readPresent(database.read, database.dialect);
  const found: TableSchema[] = [];
  for (const table of tables) {
    const before = [table.name, ...(table.renamedFrom ?? [])]
      .map((name) => known.find((each) => each.name === name))
      .find((each) => each !== undefined);
    const columns = before ? await dueColumns(database.read, table, before) : [];
    found.push({
      ...table,
      indexes: [...table.indexes, ...columns.map((name) => ({ columns: [name], unique: false }))],
    });
  }
  return found;
}

async function dueColumns(
  db: Sql,
  { columns, indexes, sortColumns = [] }: TableSchema,
  known: KnownTable,
): Promise<string[]> {
  const served = new Set(indexes.map((index) => index.columns[0]));
  const wanted = sortColumns.filter((column) => !served.has(column));
  const made = wanted.filter((column) =>
    known.indexes.some((index) => !index.unique && index.columns.join() === column),
  );
  const missing = wanted.filter((column) => !made.includes(column));
  if (missing.length === 0 || !(await isLarge(db, known.name))) return made;
  const due = [...made];
  for (const column of missing) {
    const former = columns.find((each) => each.name === column)?.renamedFrom;
    const held =
      known.columns.find((each) => each.name === column) ?? known.columns.find((each) => each.name === former);
    if (held?.type !== 'text' || !(await hasLongText(db, known.name, held.name))) due.push(column);
  }
  return due;
}

async function isLarge(db: Sql, table: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1 OFFSET ${sql.lit(largeTable - 1)}`.execute(db);
  return rows.length > 0;
}

/** Rows of earlier days may hold more than the field takes now. */
async function hasLongText(db: Sql, table: string, column: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM ${sql.table(table)} WHERE octet_length(${sql.ref(column)}) > ${sql.lit(longestIndexed)} LIMIT 1`.execute(
      db,
    );
  return rows.length > 0;
}
