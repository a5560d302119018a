import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { randomInt } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { LaterRows, Settled, Sql, States, Write } from './database.ts';
import { TooSlow } from '../shared/timeLimit.ts';
import { isBusy, unavailableOrSame } from './unavailable.ts';

/**
 * Jobs that may share one commit, and milliseconds for which they gather and after which a group takes no more: nobody
 * waits long for others.
 */
const groupSize = 256;
const gatherTime = 5;
const groupTime = 20;

const nothing = (): void => {};

/** Milliseconds for which a job waits while another program holds the write lock, and at most between two tries to get it. */
const lockPatience = 5000;
const lockPause = 30;

type Job = (write: Write) => Promise<unknown>;
interface Waiting {
  readonly job: Job;
  /** Runs in a transaction of its own, foreign keys checked at its end only. */
  readonly alone: boolean;
  /** Milliseconds for which it waits for the write lock. */
  readonly patience: number;
  /** Why it failed, when it shall not run again. */
  failure?: unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}
interface Finished {
  readonly tables: ReadonlySet<string>;
  resolve(): void;
}

/** Who else the queue tells and asks about tables. */
export interface TableStates {
  /** Told which tables have changed, before anybody else learns of the commit. */
  committed(tables: ReadonlySet<string>): void;
  /** Of the guarded tables, as committed. */
  states(): States;
}

const failed = (waiting: Waiting, error: unknown): Finished => ({
  tables: new Set(),
  resolve: () => waiting.reject(error),
});

/** Whether the code that runs now belongs to a job: a job that waited for another would wait for ever. */
const insideJob = new AsyncLocalStorage<WriteQueue>();

/**
 * The one writer of a SQLite file. Jobs run strictly one after another; those that wait share one IMMEDIATE transaction
 * and so one fsync; one that fails is rolled back alone. A job may run twice. Its promise settles after the commit.
 */
export class WriteQueue {
  readonly #connection: DatabaseSync;
  readonly #db: Sql;
  readonly #tables: TableStates;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  #counter: StatementSync | undefined;

  /** Tables that finished jobs of the running transaction have changed, and a number that no other such set has. */
  #pending = new Set<string>();
  #attempt = 0;

  constructor(connection: DatabaseSync, db: Sql, tables: TableStates) {
    this.#connection = connection;
    this.#db = db;
    this.#tables = tables;
  }

  /** Runs `job` in a transaction; see `Database.write` and, for `alone`, `Database.restructure`. */
  write<T>(
    job: (write: Write) => Promise<T>,
    { alone = false, patience = lockPatience }: Partial<Pick<Waiting, 'alone' | 'patience'>> = {},
  ): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    if (insideJob.getStore() === this)
      return Promise.reject(new Error('A job of Database.write began another: use the `write` it was given.'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ job, alone, patience, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Waits for the jobs at hand; later ones are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    do {
      await this.#gather();
      await (this.#waiting[0]!.alone ? this.#alone(this.#waiting.shift()!) : this.#group());
    } while (this.#waiting.length > 0);
    this.#running = undefined;
  }

  /**
   * Lets the event loop go on, once at least, and again while that brings more jobs: who was just answered may ask again in
   * the same group.
   */
  async #gather(): Promise<void> {
    const until = performance.now() + gatherTime;
    for (let known = 0; known < this.#waiting.length && performance.now() < until;) {
      known = this.#waiting.length;
      await nextTurn();
    }
  }

  /**
   * Runs the jobs that wait, in one transaction. Usually none of them fails; one that does before it has written anything
   * fails alone. Only when one has left something behind, all begin again, each in a savepoint: those cost search indexes
   * a flush each.
   */
  async #group(): Promise<void> {
    const taken: Waiting[] = [];
    const finished: Finished[] = [];
    if (!(await this.#begin(this.#waiting))) return;
    const until = performance.now() + groupTime;
    try {
      while (this.#waiting[0]?.alone === false && taken.length < groupSize && performance.now() < until) {
        taken.push(this.#waiting.shift()!);
        const done = await this.#plainly(taken.at(-1)!);
        if (!done) {
          this.#rollBack();
          return await this.#carefully(taken);
        }
        finished.push(done);
      }
      this.#commit(finished);
    } catch (error) {
      this.#fail(taken, error);
    }
  }

  /** Undefined when the job has failed and left something behind. */
  async #plainly(waiting: Waiting): Promise<Finished | undefined> {
    const before = this.#changes();
    try {
      return await this.#run(waiting);
    } catch (error) {
      // A disk that is full has ended the transaction already; then the whole group fails.
      if (!this.#connection.isTransaction) throw error;
      // Everybody waits for a hook; nobody does so twice.
      if (error instanceof TooSlow) waiting.failure = error;
      return this.#changes() === before ? failed(waiting, error) : undefined;
    }
  }

  async #carefully(taken: Waiting[]): Promise<void> {
    const finished: Finished[] = [];
    if (!(await this.#begin(taken))) return;
    try {
      for (const waiting of taken)
        finished.push(waiting.failure ? failed(waiting, waiting.failure) : await this.#savepoint(waiting));
      this.#commit(finished);
    } catch (error) {
      this.#fail(taken, error);
    }
  }

  #commit(finished: readonly Finished[]): void {
    this.#connection.exec('COMMIT');
    this.#tables.committed(new Set(finished.flatMap(({ tables }) => [...tables])));
    for (const { resolve } of finished) resolve();
  }

  #fail(taken: readonly Waiting[], error: unknown): void {
    this.#rollBack();
    for (const { reject } of taken) reject(unavailableOrSame(error));
  }

  /**
   * Begins a transaction for these jobs. While another program holds the lock, it tries again and again without keeping the
   * thread, and takes out and refuses jobs whose patience is over; false when none is left.
   */
  async #begin(jobs: Waiting[]): Promise<boolean> {
    const began = performance.now();
    while (jobs.length > 0) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        this.#pending = new Set();
        return true;
      } catch (error) {
        const waited = isBusy(error) ? performance.now() - began : Infinity;
        const remaining = jobs.filter(({ patience }) => waited < patience);
        for (const { reject, patience } of jobs) if (waited >= patience) reject(unavailableOrSame(error));
        jobs.splice(0, jobs.length, ...remaining);
      }
      if (jobs.length > 0) await sleep(randomInt(1, lockPause));
    }
    return false;
  }

  /** Rows that this connection has written since it was opened. */
  #changes(): number {
    this.#counter ??= this.#connection.prepare('SELECT total_changes() AS changes');
    return (this.#counter.get() as { changes: number }).changes;
  }

  async #savepoint(waiting: Waiting): Promise<Finished> {
    this.#connection.exec('SAVEPOINT job');
    try {
      const finished = await this.#run(waiting);
      this.#connection.exec('RELEASE job');
      return finished;
    } catch (error) {
      if (!this.#connection.isTransaction) throw error;
      this.#connection.exec('ROLLBACK TO job; RELEASE job');
      return failed(waiting, error);
    }
  }

  async #alone(waiting: Waiting): Promise<void> {
    // Rebuilding a table drops the old one, which must not delete what refers to it.
    this.#connection.exec('PRAGMA foreign_keys=OFF');
    try {
      if (!(await this.#begin([waiting]))) return;
      const finished = await this.#run(waiting);
      const orphan = this.#connection.prepare('PRAGMA foreign_key_check').get() as
        { table: string; parent: string } | undefined;
      if (orphan)
        throw new Error(`A row of "${orphan.table}" refers to a row of "${orphan.parent}" that does not exist.`);
      this.#connection.exec('COMMIT');
      this.#tables.committed(finished.tables);
      finished.resolve();
    } catch (error) {
      this.#rollBack();
      waiting.reject(unavailableOrSame(error));
    } finally {
      this.#connection.exec('PRAGMA foreign_keys=ON');
    }
  }

  /** No statement has to wait for another. */
  readonly #later = async (query: CompiledQuery): Promise<void> => {
    await this.#db.executeQuery(query);
  };

  readonly #laterRows = async <R>(query: CompiledQuery<R>): Promise<LaterRows<R>> => {
    const { rows } = await this.#db.executeQuery(query);
    return async () => rows;
  };

  async #run({ job, resolve }: Waiting): Promise<Finished> {
    const tables = new Set<string>();
    const touch = (...names: string[]): void => names.forEach((name) => tables.add(name));
    const begun = this.#found();
    const settle = async (): Promise<Settled> => begun;
    const write: Write = {
      db: this.#db,
      begun,
      touch,
      later: this.#later,
      laterRows: this.#laterRows,
      flush: nothing,
      settle,
      settleAs: settle,
    };
    const value = await insideJob.run(this, () => job(write));
    if (tables.size > 0) {
      this.#attempt += 1;
      tables.forEach((name) => this.#pending.add(name));
    }
    return { tables, resolve: () => resolve(value) };
  }

  /** What other jobs of the same transaction have changed is not committed yet and may never be: its state is like no other. */
  #found(): Settled {
    const states = this.#tables.states();
    const stateOf = (table: string, state: string): string =>
      this.#pending.has(table) ? `${state} and ${this.#attempt}` : state;
    const isChanged = [...this.#pending].some((table) => states.has(table));
    return {
      states: isChanged ? new Map([...states].map(([table, state]) => [table, stateOf(table, state)])) : states,
      db: this.#db,
    };
  }

  #rollBack(): void {
    if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
  }
}
