import { sql } from 'kysely';
import { forgetBatch } from '../shared/forgetDaily.ts';
import type { Database, Dialect, Sql } from './database.ts';
import type { TableSchema } from './schema.ts';
import { quoted } from './schema/sqlText.ts';

/** A table whose rows are only ever added. */
interface AppendOnly {
  readonly table: string;
  /** How much older than the newest a row must be to be removed; undefined: none ever is. */
  readonly days: number | undefined;
}
interface Trigger {
  readonly table: string;
  readonly name: string;
}

const prefix = 'append_only';
const sentence = (table: string): string => `Rows of ${table} are only ever added.`;
const seconds = (days: number): number => days * 86_400;

/** The tables among these whose rows are only ever added. */
const appendOnlyIn = (tables: readonly TableSchema[]): AppendOnly[] =>
  tables.flatMap(({ name, appendOnly }) =>
    appendOnly === undefined ? [] : [{ table: name, days: appendOnly === true ? undefined : appendOnly.days }],
  );

/** Makes the database refuse changes of their rows, whoever asks, and those of no other table. */
export async function sealTables(database: Database, tables: readonly TableSchema[]): Promise<void> {
  const { dialect } = database;
  const wanted = appendOnlyIn(tables).flatMap((each) =>
    triggersOf(dialect, each).map((trigger) => ({ ...each, ...trigger })),
  );
  const there = await triggersIn(database.read, dialect);
  const same = (one: Trigger, other: Trigger): boolean => one.table === other.table && one.name === other.name;
  const gone = there.filter((each) => !wanted.some((other) => same(each, other)));
  const missing = wanted.filter((each) => !there.some((other) => same(each, other)));
  if (gone.length === 0 && missing.length === 0) return;
  await database.write(async ({ db }) => {
    await drop(db, dialect, gone);
    if (dialect === 'postgres') await sql.raw(refusingFunction).execute(db);
    for (const { text } of missing) await sql.raw(text).execute(db);
  });
}

/** Lets the schema plan change tables; `sealTables` follows. */
export const unsealTables = async (db: Sql, dialect: Dialect): Promise<void> =>
  drop(db, dialect, await triggersIn(db, dialect));

/** Removes rows that are old enough, some at a time; returns how many went. */
export async function forgetRows(database: Database, tables: readonly TableSchema[]): Promise<number> {
  let most = 0;
  for (const { table, days } of appendOnlyIn(tables)) {
    if (days === undefined) continue;
    const oldest = sql`SELECT id FROM ${sql.table(table)}
      WHERE create_time < (SELECT max(create_time) FROM ${sql.table(table)}) - ${sql.lit(seconds(days))}
      ORDER BY id LIMIT ${sql.lit(forgetBatch)}`;
    const { rows } = await oldest.execute(database.read);
    if (rows.length === 0) continue;
    await database.write(async ({ db, touch }) => {
      await sql`DELETE FROM ${sql.table(table)} WHERE id IN (${oldest})`.execute(db);
      touch(table);
    });
    most = Math.max(most, rows.length);
  }
  return most;
}

async function drop(db: Sql, dialect: Dialect, triggers: readonly Trigger[]): Promise<void> {
  for (const { name, table } of triggers) {
    const on = dialect === 'postgres' ? ` ON ${quoted(table)}` : '';
    await sql.raw(`DROP TRIGGER ${quoted(name)}${on}`).execute(db);
  }
}

async function triggersIn(db: Sql, dialect: Dialect): Promise<Trigger[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<Trigger>`SELECT name, tbl_name AS "table" FROM sqlite_master WHERE type = 'trigger' AND name LIKE ${`${prefix}%`}`
      : sql<Trigger>`SELECT tgname AS name, relname AS "table" FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
          WHERE tgname LIKE ${`${prefix}%`} AND relnamespace = current_schema()::regnamespace`
  ).execute(db);
  return rows;
}

/** The name says all that decides, so that a trigger is made anew when that changes. On SQLite names are those of the database. */
function triggersOf(dialect: Dialect, { table, days }: AppendOnly): (Pick<Trigger, 'name'> & { text: string })[] {
  const name = `${prefix}${days === undefined ? '' : `_${days}`}`;
  if (dialect === 'postgres')
    return [
      {
        name,
        text: `CREATE TRIGGER ${name} BEFORE UPDATE OR DELETE ON ${quoted(table)}
          FOR EACH ROW EXECUTE FUNCTION ${prefix}(${days === undefined ? '' : `'${seconds(days)}'`})`,
      },
      {
        name: `${name}_truncate`,
        text: `CREATE TRIGGER ${name}_truncate BEFORE TRUNCATE ON ${quoted(table)} FOR EACH STATEMENT EXECUTE FUNCTION ${prefix}()`,
      },
    ];
  const refusing = `BEGIN SELECT RAISE(ABORT, '${sentence(table)}'); END`;
  const young =
    days === undefined
      ? ''
      : ` WHEN OLD.create_time > (SELECT max(create_time) FROM ${quoted(table)}) - ${seconds(days)}`;
  return [
    {
      name: `${name}_update_${table}`,
      text: `CREATE TRIGGER ${name}_update_${table} BEFORE UPDATE ON ${quoted(table)} ${refusing}`,
    },
    {
      name: `${name}_delete_${table}`,
      text: `CREATE TRIGGER ${name}_delete_${table} BEFORE DELETE ON ${quoted(table)}${young} ${refusing}`,
    },
  ];
}

const refusingFunction = `CREATE OR REPLACE FUNCTION ${prefix}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE newest bigint;
  BEGIN
    IF TG_OP = 'DELETE' AND TG_NARGS = 1 THEN
      EXECUTE format('SELECT max(create_time) FROM %I', TG_TABLE_NAME) INTO newest;
      IF OLD.create_time <= newest - TG_ARGV[0]::bigint THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'Rows of % are only ever added.', TG_TABLE_NAME;
  END $$`;
