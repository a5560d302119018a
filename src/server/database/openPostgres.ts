import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import { Problem } from '#resource';
import { BoundedReads, type ReadTimes } from './bounded/boundedReads.ts';
import type { AnySchema, Database, Settled, Sql, States, Write } from './database.ts';
import { postgresReads } from './postgres/postgresReads.ts';
import { CounterShards } from './postgres/counterShards.ts';
import { StateReader, statesIn, type Counters } from './postgres/stateReader.ts';
import { postgresPool, type PoolOptions } from './postgresPool.ts';
import { violationOf } from './violation.ts';

/** Serialization failures and deadlocks, and how often a job that met one runs again. */
const retried = new Set(['40001', '40P01']);
const retries = 5;
/** Any number that no other program uses. */
const turnLock = 7_238_164_017;
/** Likewise: shared by transactions that rest on guarded tables, exclusive for those that change one, held for the commit only. */
const guardLock = 7_238_164_018;
/** Likewise, for `Database.runInTurn`. */
const jobLock = 7_238_164_019;
/** Rows that share a table's change counter: each transaction of an instance has its own, so that none waits for another's. */
const shards = 16;
/** A read that was expected to be quick is ended after `quick`, and begins again beside the others. */
const readTimes: ReadTimes = { quick: 1000, slow: 10_000 };
/** Connections for reads that take long. */
const slowConnections = 2;

type Job<T> = (write: Write) => Promise<T>;

/** Connects to PostgreSQL; throws a `Problem` in one sentence when it cannot be reached. */
export async function openPostgres(
  url: string,
  log: (message: string) => void,
  times: ReadTimes = readTimes,
): Promise<Database> {
  const connect = (options: PoolOptions): Sql =>
    new Kysely<AnySchema>({ dialect: new PostgresDialect({ pool: postgresPool(url, options, log) }) });
  const db = connect({ connections: 14 });
  await prepare(db);
  const guarded = new Set<string>();
  const quickly = connect({ connections: 8, statement: times.quick });
  const beside = connect({ connections: slowConnections, statement: times.slow, alone: true });
  const pools = { quick: quickly, slow: beside, limit: times.slow };
  const bounded = new BoundedReads(postgresReads(pools), slowConnections);
  /** For whoever holds the guard lock alone: there is one at a time, and the other connections may all be waiting for it. */
  const committed = connect({ connections: 1 });
  /** Connects when it is first wanted. */
  const turns = connect({ connections: 1, unhurried: true });
  const states = new StateReader(db);
  const counterShards = new CounterShards(shards);
  /** Given again while nothing has changed, so that whoever remembers something by it need not compare. */
  let known: States = new Map();
  let knownOf: Counters | undefined;
  return {
    dialect: 'postgres',
    read: db,
    readBounded: (query, who) => bounded.read(query, who),
    write: (job) =>
      attempt(() =>
        counterShards.with((shard) =>
          db.transaction().execute((transaction) => run(transaction, guarded, committed, shard, job)),
        ),
      ),
    restructure: (job) => unhurried(url, log, job),
    runExclusive: (job) =>
      unhurried(
        url,
        log,
        async (write) => (await sql`SELECT pg_advisory_xact_lock(${turnLock})`.execute(write.db), job()),
      ),
    runInTurn: (job) => turns.connection().execute((connection) => withJobLock(connection, job)),
    stateOf: async (tables) => [...statesIn(await states.latest(), tables).values()].join(),
    guard(tables) {
      for (const table of tables) guarded.add(table);
      knownOf = undefined;
    },
    async guardedStates() {
      const counters = await states.latest();
      if (counters === knownOf) return known;
      const latest = statesIn(counters, guarded);
      if (!isSame(known, latest)) known = latest;
      knownOf = counters;
      return known;
    },
    async close() {
      await Promise.all([db, quickly, beside, committed, turns].map((each) => each.destroy()));
    },
  };
}

const isSame = (one: States, other: States): boolean =>
  one.size === other.size && [...other].every(([table, state]) => one.get(table) === state);

/** A table and a function that are there already. */
const existing = new Set(['42P07', '42723']);

async function prepare(db: Sql): Promise<void> {
  try {
    await sql`CREATE TABLE IF NOT EXISTS table_change (
      name text COLLATE "C" NOT NULL, shard integer NOT NULL, changes bigint NOT NULL, PRIMARY KEY (name, shard)
    ) WITH (fillfactor = 50)`.execute(db);
    await createSettle(db);
  } catch (error) {
    // Two instances that create it at once: one of them is told that it exists.
    if (violationOf(error) === 'unique' || existing.has((error as { code?: string }).code ?? '')) return prepare(db);
    await db.destroy();
    throw new Problem('database:unreachable', { reason: reasonOf(error) });
  }
}

/** Another content needs another name: two versions of the program may run side by side. */
const settleFunction = 'settle_changes_1';

/**
 * Locks what transactions rest on, tells the states of guarded tables, and counts the tables that were touched. Each statement
 * of a volatile function sees what was committed before it began: the second one what was while the lock was waited for.
 */
async function createSettle(db: Sql): Promise<void> {
  const { rows } = await sql<{ known: string | null }>`SELECT to_regproc(${settleFunction}) AS known`.execute(db);
  if (rows[0]!.known !== null) return;
  await sql`CREATE FUNCTION ${sql.id(settleFunction)} (is_own boolean, guarded text[], touched text[], places integer[])
    RETURNS TABLE (table_name text, total numeric) LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      IF is_own THEN
        PERFORM pg_advisory_xact_lock(${sql.lit(guardLock)});
      ELSE
        PERFORM pg_advisory_xact_lock_shared(${sql.lit(guardLock)});
      END IF;
      RETURN QUERY SELECT c.name, sum(c.changes) FROM table_change AS c WHERE c.name = ANY (guarded) GROUP BY c.name;
      INSERT INTO table_change (name, shard, changes)
        SELECT each.name, each.place, 1 FROM unnest(touched, places) AS each (name, place)
        ON CONFLICT (name, shard) DO UPDATE SET changes = table_change.changes + 1;
    END
  $$`.execute(db);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error;
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || 'unknown';
}

async function attempt<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (run > retries || !retried.has((error as { code?: string }).code ?? '')) throw error;
      await sleep(randomInt(5, 20 * run));
    }
  }
}

async function unhurried<T>(url: string, log: (message: string) => void, job: Job<T>): Promise<T> {
  const db = new Kysely<AnySchema>({
    dialect: new PostgresDialect({ pool: postgresPool(url, { connections: 1, unhurried: true }, log) }),
  });
  try {
    return await db
      .transaction()
      .execute((transaction) => run(transaction, new Set(), transaction, randomInt(shards), job));
  } finally {
    await db.destroy();
  }
}

/** A lock of the connection and not of a transaction, which would stay open for as long as the job takes. */
async function withJobLock<T>(connection: Sql, job: () => Promise<T>): Promise<T> {
  await sql`SELECT pg_advisory_lock(${jobLock})`.execute(connection);
  try {
    return await job();
  } finally {
    await sql`SELECT pg_advisory_unlock(${jobLock})`.execute(connection);
  }
}

async function run<T>(
  transaction: Transaction<AnySchema>,
  guarded: ReadonlySet<string>,
  committed: Sql,
  shard: number,
  job: Job<T>,
): Promise<T> {
  const touched = new Set<string>();
  let settled: Promise<Settled> | undefined;
  const value = await job({
    db: transaction,
    begun: undefined,
    touch(...names) {
      if (settled) throw new Error('A job of Database.write changes rows after it has settled.');
      names.forEach((name) => touched.add(name));
    },
    settle: () => (settled ??= settle(transaction, guarded, committed, touched, shard)),
  });
  if (settled) return value;
  if (isAnyOf(touched, guarded)) await lockGuarded(transaction);
  if (touched.size > 0) await sql`${counted(touched, shard)}`.execute(transaction);
  return value;
}

const isAnyOf = (names: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...names].some((name) => others.has(name));

/** The lock, the states and the count in one call; within the function each is a statement of its own. */
async function settle(
  db: Sql,
  guarded: ReadonlySet<string>,
  committed: Sql,
  touched: ReadonlySet<string>,
  shard: number,
): Promise<Settled> {
  const isOwn = isAnyOf(touched, guarded);
  const counted = [...touched].toSorted();
  const { rows } = await sql<{ table_name: string; total: number }>`
    SELECT table_name, total FROM ${sql.id(settleFunction)}(
      ${isOwn}, ${[...guarded]}, ${counted}, ${counted.map(() => shard)}
    )`.execute(db);
  const counts = new Map(rows.map(({ table_name: table, total }) => [table, String(total)]));
  const states = new Map([...guarded].map((table) => [table, counts.get(table) ?? '0']));
  return { states, db: isOwn ? committed : db };
}

async function lockGuarded(db: Sql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${guardLock})`.execute(db);
}

/** Last, and in one order for everybody: the counters are held for a moment only and nobody waits in a circle. */
function counted(touched: ReadonlySet<string>, shard: number): RawBuilder<unknown> {
  const counters = [...touched].toSorted().map((name) => sql`(${name}, ${shard}, 1)`);
  return sql`INSERT INTO table_change (name, shard, changes) VALUES ${sql.join(counters)}
    ON CONFLICT (name, shard) DO UPDATE SET changes = table_change.changes + 1`;
}
