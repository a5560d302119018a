import { sql, type CompiledQuery } from 'kysely';
import type { Settled, Sql, States } from '../database.ts';

/**
 * Any number that no other program uses: shared by transactions that rest on guarded tables, exclusive for those that change
 * one, held for the commit only.
 */
const guardLock = 7_238_164_018;
/** Likewise, for `prepareChanges`. */
const prepareLock = 7_238_164_020;
/** Another content needs another name: two versions of the program may run side by side. */
const settleFunction = 'settle_changes_1';
const commitFunction = 'commit_changes_1';
/** SQLSTATE of a commit that has found guarded tables in other states than expected; no such class is PostgreSQL's own. */
const otherStates = 'BO001';

/** The tables that a transaction has touched, in one order for everybody. */
export interface Changes {
  readonly tables: readonly string[];
  shardOf(table: string): number;
  readonly isGuarded: boolean;
}

export const isOtherStates = (error: unknown): boolean => (error as { code?: string }).code === otherStates;

/** Makes the table of the change counters, and the functions that ask for them and count, unless they are there. */
export async function prepareChanges(db: Sql): Promise<void> {
  if (await areThere(db)) return;
  // Of several instances that find nothing, one makes them: two that do may meet in PostgreSQL's catalogue, IF NOT EXISTS or not.
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${prepareLock})`.execute(transaction);
    await sql`CREATE TABLE IF NOT EXISTS table_change (
      name text COLLATE "C" NOT NULL, shard integer NOT NULL, changes bigint NOT NULL, PRIMARY KEY (name, shard)
    ) WITH (fillfactor = 50)`.execute(transaction);
    if (!(await isThere(transaction, settleFunction))) await createSettle(transaction);
    if (!(await isThere(transaction, commitFunction))) await createCommit(transaction);
  });
}

async function areThere(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`SELECT to_regclass('table_change') IS NOT NULL
    AND to_regproc(${settleFunction}) IS NOT NULL AND to_regproc(${commitFunction}) IS NOT NULL AS "all"`.execute(db);
  return rows[0]!.all;
}

async function isThere(db: Sql, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: string | null }>`SELECT to_regproc(${name}) AS known`.execute(db);
  return rows[0]!.known !== null;
}

const counting = sql`
  INSERT INTO table_change (name, shard, changes)
    SELECT each.name, each.place, 1 FROM unnest(touched, places) AS each (name, place)
    ON CONFLICT (name, shard) DO UPDATE SET changes = table_change.changes + 1;`;

/**
 * Locks what transactions rest on, tells the states of guarded tables, and counts the tables that were touched. Each statement
 * of a volatile function sees what was committed before it began: the second one what was while the lock was waited for.
 */
async function createSettle(db: Sql): Promise<void> {
  await sql`CREATE FUNCTION ${sql.id(settleFunction)} (is_own boolean, guarded text[], touched text[], places integer[])
    RETURNS TABLE (table_name text, total numeric) LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      IF is_own THEN
        PERFORM pg_advisory_xact_lock(${sql.lit(guardLock)});
      ELSE
        PERFORM pg_advisory_xact_lock_shared(${sql.lit(guardLock)});
      END IF;
      RETURN QUERY SELECT c.name, sum(c.changes) FROM table_change AS c WHERE c.name = ANY (guarded) GROUP BY c.name;
      ${counting}
    END
  $$`.execute(db);
}

/** The same for who expects certain states, as the sum of all counters: these only ever grow. Fails when it is another. */
async function createCommit(db: Sql): Promise<void> {
  await sql`CREATE FUNCTION ${sql.id(commitFunction)} (guarded text[], expected numeric, touched text[], places integer[])
    RETURNS void LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${sql.lit(guardLock)});
      IF expected <> (SELECT COALESCE(sum(c.changes), 0) FROM table_change AS c WHERE c.name = ANY (guarded)) THEN
        RAISE EXCEPTION 'guarded tables have changed' USING ERRCODE = ${sql.lit(otherStates)};
      END IF;
      ${counting}
    END
  $$`.execute(db);
}

/** The lock, the states and the count in one call; within the function each is a statement of its own. */
export async function settle(
  db: Sql,
  guarded: ReadonlySet<string>,
  committed: Sql,
  { tables, shardOf, isGuarded }: Changes,
): Promise<Settled> {
  const { rows } = await sql<{ table_name: string; total: number }>`
    SELECT table_name, total FROM ${sql.id(settleFunction)}(
      ${isGuarded}, ${[...guarded]}, ${tables}, ${tables.map(shardOf)}
    )`.execute(db);
  const counts = new Map(rows.map(({ table_name: table, total }) => [table, String(total)]));
  const states = new Map([...guarded].map((table) => [table, counts.get(table) ?? '0']));
  return { states, db: isGuarded ? committed : db };
}

/** Takes the lock and counts, if the guarded tables are in these states; last before the commit. */
export const commitGuarded = (
  db: Sql,
  guarded: ReadonlySet<string>,
  expected: States,
  { tables, shardOf }: Changes,
): CompiledQuery =>
  sql`SELECT ${sql.id(commitFunction)}(${[...guarded]}, ${sumOf(expected)}, ${tables}, ${tables.map(shardOf)})`.compile(
    db,
  );

const sums = new WeakMap<States, number>();
/** Of all counters: these only ever grow. */
export function sumOf(states: States): number {
  const sum = sums.get(states) ?? [...states.values()].reduce((total, each) => total + Number(each), 0);
  sums.set(states, sum);
  return sum;
}

export const guardedLocked = (db: Sql): CompiledQuery => sql`SELECT pg_advisory_xact_lock(${guardLock})`.compile(db);

/** Last, and in one order for everybody: the counters are held for a moment only and nobody waits in a circle. */
export function changesCounted(db: Sql, { tables, shardOf }: Changes): CompiledQuery {
  const counters = tables.map((name) => sql`(${name}, ${shardOf(name)}, 1)`);
  return sql`INSERT INTO table_change (name, shard, changes) VALUES ${sql.join(counters)}
    ON CONFLICT (name, shard) DO UPDATE SET changes = table_change.changes + 1`.compile(db);
}
