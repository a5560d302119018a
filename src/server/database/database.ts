import type { CompiledQuery, Kysely } from 'kysely';
import type { SqlValue } from '#resource';
import type { Trial } from './restored.ts';
import type { Snapshot } from './snapshot.ts';

/** Any table, any column: which ones exist is known from the models, not from a type. */
export type AnySchema = Record<string, Record<string, SqlValue>>;
export type Sql = Kysely<AnySchema>;
export type Dialect = 'sqlite' | 'postgres';

/** By table, what changes whenever rows of it have changed on any instance. Compare for equality only. */
export type States = ReadonlyMap<string, string>;

/** The guarded tables as others have committed them, without what the transaction that asks has changed itself. */
export interface Settled {
  readonly states: States;
  /** Reads their rows as of these states. */
  readonly db: Sql;
}

/** Waits for the rows of a query that travels with another statement. */
export type LaterRows<R> = () => Promise<readonly R[]>;

/** One running transaction. */
export interface Write {
  readonly db: Sql;
  /**
   * The guarded tables as the transaction finds them, where nobody changes them until it ends; undefined on PostgreSQL, where
   * others write at the same time and `settle` tells.
   */
  readonly begun: Settled | undefined;
  /** Says that rows of the table change: whatever was remembered about it (totals, permissions) is dropped on commit, on every instance. */
  touch(...tables: string[]): void;
  /**
   * Does a statement whose result nobody needs, before the next one: on PostgreSQL it travels with that, which fails by what
   * this one fails by.
   */
  later(query: CompiledQuery): Promise<void> | void;
  /**
   * The rows of a query that travels likewise: they come with the next statement or with the commit, so a job either has a
   * statement follow before it waits for them, or gives the function back to who began the transaction.
   */
  laterRows<R>(query: CompiledQuery<R>): Promise<LaterRows<R>> | LaterRows<R>;
  /** Does what `later` has left, as before anything that somebody else's code decides. */
  flush(): Promise<void> | void;
  /**
   * The state of the guarded tables, which from now until the commit nobody else changes: who changes one of them either
   * has committed before and is seen, or commits after. The last that a job does before it ends, since on PostgreSQL
   * those others wait for it; nothing is touched any more.
   */
  settle(): Promise<Settled>;
  /**
   * As `settle`, for a job that may commit while the guarded tables are in these states. Undefined where the commit itself
   * asks: should they be in others then, the job runs again, and is told.
   */
  settleAs(states: States): Promise<Settled> | undefined;
}

/**
 * The one door to the database, the same for SQLite and PostgreSQL.
 *
 * Reads go through `read` and see committed rows only. Writes go through `write`: a job runs alone in a transaction
 * (SQLite: IMMEDIATE on the one writing connection, several waiting jobs sharing one commit, run again when another of them fails;
 * PostgreSQL: on a pooled connection, run again with jitter after 40001 and 40P01). `write` resolves only when the
 * commit is on the disk. A job must await nothing but its own queries: whatever is slow (hashing, files, network)
 * belongs before it.
 */
export interface Database {
  readonly dialect: Dialect;
  /** Set while a restored database is on trial. */
  readonly trial?: Trial | undefined;
  readonly read: Sql;
  /**
   * Reads by one query what may take long or be much, without keeping others waiting; it knows every commit that came before.
   * `who` asks: callers take turns.
   * On SQLite only what holds `withinBudget` can be ended. Throws a `Problem` for people when it takes too long, too much is
   * asked at a time, or the answer is too large.
   */
  readBounded<R>(query: CompiledQuery<R>, who: string): Promise<R[]>;
  /**
   * The rows that are committed now, for reading very many of them. `who` opens it, and closes it; `query` is what they read,
   * which may search.
   */
  snapshot(who: string, query?: CompiledQuery): Promise<Snapshot>;
  write<T>(job: (write: Write) => Promise<T>): Promise<T>;
  /** As `write`, for changes of the schema: alone, without limits of time, on SQLite with foreign keys checked at the end only. */
  restructure<T>(job: (write: Write) => Promise<T>): Promise<T>;
  /** Does the job alone among all programs on this database: what it finds missing and makes, no other makes too. */
  runExclusive<T>(job: () => Promise<T>): Promise<T>;
  /**
   * Does one such job at a time among all instances, in which each may read and write as ever; on SQLite there is one
   * instance only, which calls this for one job at a time.
   */
  runInTurn<T>(job: () => Promise<T>): Promise<T>;
  /** Changes whenever rows of one of these tables have changed on any instance. Compare for equality only. */
  stateOf(tables: readonly string[]): Promise<string> | string;
  /** Names the tables that decide whether a transaction may commit; see `Write.settle`. Every instance names the same ones, once. */
  guard(tables: readonly string[]): void;
  /** The state of the guarded tables. */
  guardedStates(): Promise<States> | States;
  close(): Promise<void>;
}
