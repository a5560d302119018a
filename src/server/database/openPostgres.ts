import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Problem } from '#resource';
import { BoundedReads, type ReadTimes } from './bounded/boundedReads.ts';
import type { Database, Sql } from './database.ts';
import { isOtherStates, prepareChanges } from './postgres/changes.ts';
import { isUnprepared } from './postgres/connection.ts';
import { postgresReads } from './postgres/postgresReads.ts';
import { postgresSnapshot } from './postgres/postgresSnapshot.ts';
import { CounterShards } from './postgres/counterShards.ts';
import { StateReader } from './postgres/stateReader.ts';
import {
  confirmRestoredDatabase,
  isOnTrial,
  putFormerDatabaseBack,
  restoredState,
  takeRestoredDatabase,
} from './postgres/takeRestoredDatabase.ts';
import { transact, type Job } from './postgres/transact.ts';
import { mostSnapshots, stepTime } from './snapshot.ts';
import { OpenSnapshots } from './openSnapshots.ts';
import { postgresPool, type ConnectionPool, type PoolOptions } from './postgresPool.ts';

/** Serialization failures and deadlocks, and how often a job that met one runs again. */
const retried = new Set(['40001', '40P01']);
const retries = 5;
/** Any number that no other program uses. */
const turnLock = 7_238_164_017;
/** Likewise, for `Database.runInTurn`; milliseconds that a job waits for the others before it. */
const jobLock = 7_238_164_019;
const longestTurns = 120_000;
/** Rows that share a table's change counter: each transaction of an instance has its own, so that none waits for another's. */
const shards = 16;
/** A read that was expected to be quick is ended after `quick`, and begins again beside the others. */
const readTimes: ReadTimes = { quick: 1000, slow: 10_000 };
/** Connections for reads that take long. */
const slowConnections = 2;

/** Connects to PostgreSQL; throws a `Problem` in one sentence when it cannot be reached. */
export async function openPostgres(
  url: string,
  log: (message: string) => void,
  times: ReadTimes = readTimes,
): Promise<Database> {
  const connect = (options: PoolOptions): Sql => postgresPool(url, options, log).db;
  const { pool, isTried } = await currentPool(url, log);
  const { db } = pool;
  await prepare(db).catch(async (error: unknown) => {
    const name = isTried ? await putFormerDatabaseBack(url).catch(() => undefined) : undefined;
    if (name !== undefined)
      log(`the restored database can't be used and is kept as ${name}; the former one was put back`);
    throw error;
  });
  const quickly = connect({ connections: 8, statement: times.quick });
  const beside = connect({ connections: slowConnections, statement: times.slow, alone: true });
  const pools = { quick: quickly, slow: beside, limit: times.slow };
  const bounded = new BoundedReads(postgresReads(pools), slowConnections);
  const committed = connect({ connections: 1 });
  const snapshots = new OpenSnapshots();
  const snapshotPool = postgresPool(url, { connections: mostSnapshots, statement: stepTime }, log);
  /** Connects when it is first wanted. */
  const turns = connect({ connections: 1, unhurried: true, silence: longestTurns });
  const states = new StateReader(db);
  const counterShards = new CounterShards(shards);
  const close = async (): Promise<void> => {
    await snapshots.closeAll();
    await snapshotPool.end();
    await Promise.all([db, quickly, beside, committed, turns].map((each) => each.destroy()));
  };
  return {
    dialect: 'postgres',
    trial: isTried
      ? {
          isOpen: () => isOnTrial(db),
          confirm: () => confirmRestoredDatabase(url, log),
          putBack: async () => (await close(), putFormerDatabaseBack(url)),
        }
      : undefined,
    read: db,
    readBounded: (query, who) => bounded.read(query, who),
    snapshot: (who) => snapshots.add(who, () => postgresSnapshot(snapshotPool, db)),
    write: (job) =>
      attempt((isExpecting) =>
        counterShards.with((shard) => transact(pool, { guarded: states.guarded, committed, shard, isExpecting }, job)),
      ),
    restructure: (job) => unhurried(url, log, job),
    runExclusive: (job) =>
      unhurried(
        url,
        log,
        async (write) => (await sql`SELECT pg_advisory_xact_lock(${turnLock})`.execute(write.db), job()),
      ),
    runInTurn: (job) => turns.connection().execute((connection) => withJobLock(connection, job)),
    stateOf: (tables) => states.stateOf(tables),
    guard: (tables) => states.guard(tables),
    guardedStates: () => states.guardedStates(),
    close,
  };
}

/** Of the database that was restored, if one lies ready. */
async function currentPool(
  url: string,
  log: (message: string) => void,
): Promise<{ pool: ConnectionPool; isTried: boolean }> {
  const open = (): ConnectionPool => postgresPool(url, { connections: 14 }, log);
  const pool = open();
  const state = await restoredState(pool.db, log);
  if (state !== 'ready') return { pool, isTried: state === 'trial' };
  await pool.end();
  await takeRestoredDatabase(url, log);
  const next = open();
  return { pool: next, isTried: await isOnTrial(next.db) };
}

async function prepare(db: Sql): Promise<void> {
  try {
    await prepareChanges(db);
  } catch (error) {
    await db.destroy();
    throw new Problem('database:unreachable', { reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error;
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || 'unknown';
}

async function attempt<T>(transaction: (isExpecting: boolean) => Promise<T>): Promise<T> {
  let isExpecting = true;
  for (let run = 1; ; run += 1) {
    try {
      return await transaction(isExpecting);
    } catch (error) {
      if (isExpecting && isOtherStates(error)) isExpecting = false;
      else if (run > retries || !isWorthAnother(error)) throw error;
      else await sleep(randomInt(5, 20 * run));
    }
  }
}

const isWorthAnother = (error: unknown): boolean =>
  retried.has((error as { code?: string }).code ?? '') || isUnprepared(error);

async function unhurried<T>(url: string, log: (message: string) => void, job: Job<T>): Promise<T> {
  const pool = postgresPool(url, { connections: 1, unhurried: true }, log);
  try {
    return await transact(pool, { guarded: new Set(), committed: pool.db, shard: 0, isExpecting: false }, job);
  } finally {
    await pool.end();
  }
}

/** A lock of the connection and not of a transaction, which would stay open for as long as the job takes. */
async function withJobLock<T>(connection: Sql, job: () => Promise<T>): Promise<T> {
  await sql`SELECT pg_advisory_lock(${jobLock})`.execute(connection);
  try {
    return await job();
  } finally {
    // A connection that cannot give it back has lost it; the job is done all the same.
    await sql`SELECT pg_advisory_unlock(${jobLock})`.execute(connection).catch(() => {});
  }
}
