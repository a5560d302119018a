import { sql } from 'kysely';
import type { Database, Dialect, Sql, Write } from '../database.ts';
import type { TableSchema } from '../schema.ts';
import { dropSearch } from '../search/searchIndex.ts';
import type { KnownTable } from './knownTable.ts';
import { isRecorded, recordApplied } from './schemaLog.ts';
import { readState, writeState } from './schemaState.ts';
import { sentence } from './sentence.ts';
import { quoted } from './sqlText.ts';

/** What the database would be rid of. */
export interface Drop {
  /** Every table that goes, lists of its rows included, with how many rows it has. */
  readonly tables: readonly { readonly table: KnownTable; readonly rows: number }[];
  /** Rows that tell of them. */
  readonly histories: readonly { readonly in: string; readonly rows: number }[];
  /** Tables that stay and refer to one that would go. */
  readonly users: readonly { readonly table: string; readonly of: string }[];
}

/** Names of the tables that no file declares any more. */
export async function undeclaredTables(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  wanted: readonly TableSchema[],
): Promise<string[]> {
  return (await undeclared(read, dialect, wanted)).map(({ name }) => name);
}

async function undeclared(db: Sql, dialect: Dialect, wanted: readonly TableSchema[]): Promise<KnownTable[]> {
  const declared = new Set(wanted.map(({ name }) => name));
  return (await readState(db, dialect)).tables.filter(({ name }) => !declared.has(name));
}

/** What dropping these undeclared tables would take along. Changes nothing. */
export async function planDrop(
  db: Sql,
  dialect: Dialect,
  names: readonly string[],
  wanted: readonly TableSchema[],
): Promise<Drop> {
  const { tables } = await readState(db, dialect);
  const left = await undeclared(db, dialect, wanted);
  const chosen = left.filter(({ name }) => names.includes(name));
  const pairs = left.filter((table) => !chosen.includes(table) && isJoin(table) && refersTo(table, names));
  const going = new Set([...chosen, ...pairs]);
  const history = tellingTables(wanted, tables).find(({ tellsOf }) => tellsOf?.values !== undefined);
  return {
    tables: await Promise.all(
      [...going].map(async (table) => ({ table, rows: await count(db, sql`${sql.table(table.name)}`) })),
    ),
    histories: history
      ? [{ in: history.name, rows: await count(db, sql`${sql.table(history.name)} WHERE ${telling(history, names)}`) }]
      : [],
    users: tables
      .filter((table) => !going.has(left.find(({ name }) => name === table.name)!))
      .flatMap((table) => names.filter((name) => refersTo(table, [name])).map((of) => ({ table: table.name, of }))),
  };
}

const isJoin = ({ primaryKey }: KnownTable): boolean => primaryKey.join() === 'row_id,other_id';
const refersTo = ({ columns }: KnownTable, names: readonly string[]): boolean =>
  columns.some(({ references }) => references && names.includes(references.table));
const tellingTables = (wanted: readonly TableSchema[], known: readonly KnownTable[]): TableSchema[] =>
  wanted.filter(({ name, tellsOf }) => tellsOf && known.some((table) => table.name === name));
const telling = ({ tellsOf }: Pick<TableSchema, 'tellsOf'>, names: readonly string[]) =>
  sql<boolean>`(${sql.join(
    tellsOf!.tables.map((column) => sql`${sql.ref(column)} IN (${sql.join([...names])})`),
    sql` OR `,
  )})`;

async function forget(db: Sql, { name, tellsOf }: TableSchema, gone: readonly string[]): Promise<void> {
  if (!tellsOf!.stays) await sql`DELETE FROM ${sql.table(name)} WHERE ${telling({ tellsOf }, gone)}`.execute(db);
  else
    for (const column of tellsOf!.tables)
      await sql`UPDATE ${sql.table(name)} SET ${sql.ref(column)} = '' WHERE ${sql.ref(column)} IN (${sql.join([...gone])})`.execute(
        db,
      );
}

async function count(db: Sql, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${from}`.execute(db);
  return Number(rows[0]!.n);
}

/** Removes what `planDrop` shows, and the record of it. `also` runs in the same transaction. */
export async function dropTables(
  database: Database,
  names: readonly string[],
  wanted: readonly TableSchema[],
  also: (write: Write) => Promise<void>,
): Promise<void> {
  await database.restructure(async (write) => {
    const { db, touch } = write;
    const { dialect } = database;
    const { tables, users } = await planDrop(db, dialect, names, wanted);
    if (users.length > 0) throw new Error(`${users[0]!.table} refers to ${users[0]!.of}.`);
    const histories = tellingTables(wanted, (await readState(db, dialect)).tables);
    for (const history of histories) await forget(db, history, names);
    await also(write);
    // Tables that refer to each other in a circle go together.
    const gone = tables.map(({ table }) => table);
    const texts = [
      ...gone.filter(({ searchColumns }) => searchColumns.length > 0).flatMap(({ name }) => dropSearch(dialect, name)),
      ...(dialect === 'postgres'
        ? [`DROP TABLE ${gone.map(({ name }) => quoted(name)).join(', ')}`]
        : gone.map(({ name }) => `DROP TABLE ${quoted(name)}`)),
    ];
    for (const text of texts) await sql.raw(text).execute(db);
    const { tables: known } = await readState(db, dialect);
    await writeState(db, { tables: known.filter(({ name }) => !gone.some((table) => table.name === name)) });
    touch(...gone.map(({ name }) => name), ...histories.map(({ name }) => name));
    if (isRecorded(known))
      await recordApplied(
        write,
        tables.map(({ table, rows }) => sentence('dropTable', { table: table.name, rows })),
      );
  });
}
