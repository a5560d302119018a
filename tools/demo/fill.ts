import { sql } from 'kysely';
import type { Database, Sql } from '../../src/server/database/database.ts';
import type { Filling } from './source.ts';

/** Rows of one transaction: what a kill can lose at most. */
const rowsAtOnce = 20_000;

/**
 * Fills a table with the rows that it does not have yet. Rows come in one order and each transaction keeps as many as
 * it says, so a run that was killed is continued where it stopped.
 */
export async function fill(database: Database, filling: Filling, progress: (rows: number) => void): Promise<void> {
  let done = await countRows(database.read, filling.table);
  let passed = 0;
  let waiting: (readonly (string | number | null)[])[] = [];
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    await database.write(async ({ db, touch }) => {
      await insert(db, database.dialect, filling, rows);
      touch(filling.table);
    });
    done += rows.length;
    progress(done);
  };
  progress(done);
  const started = done;
  for (const row of filling.rows()) {
    passed += 1;
    if (passed <= started) continue;
    // A tree's rows hold ids of their own table: a level must be there before the next.
    const isNewLevel =
      filling.above === filling.table && waiting.length > 0 && String(waiting[0]![0]).length !== String(row[0]).length;
    if (isNewLevel || waiting.length >= rowsAtOnce) await flush();
    waiting.push(row);
  }
  if (waiting.length > 0) await flush();
}

async function countRows(db: Sql, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db);
  return Number(rows[0]!.n);
}

/** All rows in one statement and one parameter, their references found by code. */
async function insert(
  db: Sql,
  dialect: Database['dialect'],
  { table, columns, above }: Filling,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const names = columns.map((column) => sql.ref(column.split(' ')[0]!));
  const values = columns.map((column, place) => {
    const isReference = above !== undefined && place === columns.length - 1;
    if (isReference) return sql`above.id`;
    return dialect === 'sqlite'
      ? sql`each.value ->> ${sql.lit(place)}`
      : sql`CAST(each.value ->> ${sql.lit(place)} AS ${sql.raw(column.split(' ')[1]!)})`;
  });
  const last = sql`each.value ->> ${sql.lit(columns.length - 1)}`;
  const join = above === undefined ? sql`` : sql`LEFT JOIN ${sql.table(above)} AS above ON above.code = ${last}`;
  const elements =
    dialect === 'sqlite'
      ? sql`json_each(${JSON.stringify(rows)}) AS each`
      : sql`json_array_elements(CAST(${JSON.stringify(rows)} AS json)) WITH ORDINALITY AS each (value, key)`;
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.join(names)}, status, version, create_time, update_time)
    SELECT ${sql.join(values)}, 1, 1, ${sql.lit(now)}, ${sql.lit(now)} FROM ${elements} ${join} ORDER BY each.key`.execute(
    db,
  );
}
