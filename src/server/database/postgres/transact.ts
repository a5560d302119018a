import type { CompiledQuery } from 'kysely';
import type { Settled, Sql, States, Write } from '../database.ts';
import type { ConnectionPool } from '../postgresPool.ts';
import { changesCounted, commitGuarded, guardedLocked, settle, type Changes } from './changes.ts';
import type { PostgresConnection } from './connection.ts';

export type Job<T> = (write: Write) => Promise<T>;

/** What a transaction has to do with others. */
export interface TransactionParts {
  /** Names of the guarded tables. */
  readonly guarded: ReadonlySet<string>;
  /** For whoever holds the guard lock alone: there is one at a time, and the other connections may all be waiting for it. */
  readonly committed: Sql;
  /** Its own part of the change counters. */
  readonly shard: number;
  /** Whether the commit itself may ask for the states of guarded tables, which spares a way to the server. */
  readonly isExpecting: boolean;
}

/** Does the job in a transaction on a connection of its own. */
export async function transact<T>(pool: ConnectionPool, parts: TransactionParts, job: Job<T>): Promise<T> {
  const connection = await pool.connect();
  connection.begin();
  try {
    const value = await run(connection, parts, job);
    await connection.commit();
    return value;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

async function run<T>(connection: PostgresConnection, parts: TransactionParts, job: Job<T>): Promise<T> {
  const { guarded, committed, shard, isExpecting } = parts;
  const { db } = connection;
  const touched = new Set<string>();
  let settled: Promise<Settled> | undefined;
  let expected: States | undefined;
  const write: Write = {
    db,
    begun: undefined,
    touch(...names) {
      if (settled || expected) throw new Error('A job of Database.write changes rows after it has settled.');
      for (const name of names) touched.add(name);
    },
    later: (query: CompiledQuery) => connection.later(query),
    laterRows: (query) => connection.laterRows(query),
    flush: () => connection.flush(),
    settle: () => (settled ??= settle(db, guarded, committed, changes())),
    settleAs(states) {
      if (!isExpecting || changes().isGuarded) return write.settle();
      expected = states;
      return undefined;
    },
  };
  /** Guarded tables have one counter each: who changes one of them holds the lock alone anyway. */
  const changes = (): Changes => ({
    tables: [...touched].toSorted(),
    shardOf: (table) => (guarded.has(table) ? 0 : shard),
    isGuarded: [...touched].some((table) => guarded.has(table)),
  });
  const value = await job(write);
  if (settled) return value;
  const done = changes();
  if (expected) await connection.later(commitGuarded(db, guarded, expected, done));
  else {
    if (done.isGuarded) await connection.later(guardedLocked(db));
    if (done.tables.length > 0) await connection.later(changesCounted(db, done));
  }
  return value;
}
