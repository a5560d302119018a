import { sql } from 'kysely';
import type { Dialect, Sql } from '../database.ts';
import type { KnownTable } from './knownTable.ts';

/** Raised when this program writes something that an older one would misunderstand. */
export const schemaFormat = 3;

/** The schema that the database has, by its own record. */
export interface SchemaState {
  readonly format: number;
  readonly tables: readonly KnownTable[];
}

/** Until format 2 the record knew types of columns, but not what they mean. */
export const recordsKinds = ({ format }: Pick<SchemaState, 'format'>): boolean => format >= 3;

/** Reads what was applied last; throws a sentence when a newer program has been here. */
export async function readState(db: Sql, dialect: Dialect): Promise<SchemaState> {
  if (!(await tableExists(db, dialect, 'schema_state'))) return { format: schemaFormat, tables: [] };
  const rows = await db.selectFrom('schema_state').select(['name', 'value']).execute();
  const values = new Map(rows.map(({ name, value }) => [name, String(value)]));
  const format = Number(values.get('format') ?? 0);
  if (format > schemaFormat) {
    throw new Error(
      `This database was changed by a newer version of the program (schema format ${format}; this one knows ` +
        `${schemaFormat}). Start the newer version, or restore a copy made before.`,
    );
  }
  return { format, tables: JSON.parse(values.get('tables') ?? '[]') as KnownTable[] };
}

/** Records what is applied; belongs into the same transaction. */
export async function writeState(db: Sql, { tables }: Pick<SchemaState, 'tables'>): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS schema_state (name text PRIMARY KEY, value text NOT NULL)`.execute(db);
  for (const [name, value] of [
    ['format', String(schemaFormat)],
    ['tables', JSON.stringify(tables)],
  ] as const) {
    await db
      .insertInto('schema_state')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }
}

/** Which tables of these names are there, whoever made them. */
export async function existingTables(db: Sql, dialect: Dialect, names: readonly string[]): Promise<Set<string>> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ name: string }>`
          SELECT name FROM sqlite_master
          WHERE type IN ('table', 'view') AND name IN (SELECT value FROM json_each(${JSON.stringify(names)}))`.execute(
          db,
        )
      : await sql<{ name: string }>`
          SELECT name FROM unnest(${names}::text[]) AS wanted (name)
          WHERE to_regclass(quote_ident(name)) IS NOT NULL`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Columns of those of the tables that are there. */
export async function columnsIn(
  db: Sql,
  dialect: Dialect,
  names: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ table: string; column: string }>`
          SELECT m.name AS "table", c.name AS "column" FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS c
          WHERE m.type = 'table' AND m.name IN (SELECT value FROM json_each(${JSON.stringify(names)}))`.execute(db)
      : await sql<{ table: string; column: string }>`
          SELECT name AS "table", attname AS "column" FROM unnest(${names}::text[]) AS wanted (name)
          JOIN pg_attribute ON attrelid = to_regclass(quote_ident(name))
          WHERE attnum > 0 AND NOT attisdropped`.execute(db);
  const found = new Map<string, Set<string>>();
  for (const { table, column } of rows) {
    const columns = found.get(table);
    if (columns) columns.add(column);
    else found.set(table, new Set([column]));
  }
  return found;
}

export const tableExists = async (db: Sql, dialect: Dialect, name: string): Promise<boolean> =>
  (await existingTables(db, dialect, [name])).has(name);
