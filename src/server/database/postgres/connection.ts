import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { AnySchema, LaterRows, Sql } from '../database.ts';
import { isLost, unavailableOrSame } from '../unavailable.ts';
import { sendTogether, type Answer, type NamedStatement, type Statement } from './batch.ts';
import type { RowParser } from './rowParser.ts';
import { mostNames, type StatementNames } from './statementNames.ts';

/** A cached plan that does not fit any more, a prepared statement that is not there, or is there twice. */
const unprepared = new Set(['0A000', '26000', '42P05']);
export const isUnprepared = (error: unknown): boolean => unprepared.has((error as { code?: string }).code ?? '');

const plain = (text: string): Statement => ({ text, values: [] });
/** Statements that wait at most: what is sent at once is in memory at once. */
const mostWaiting = 100;

/**
 * One connection. Within a transaction a statement may wait for the next one and travel with it, the first for the second,
 * the last with the commit: a way to the server and back costs more than most statements.
 */
export class PostgresConnection {
  /** Queries on this connection alone. */
  readonly db: Sql;
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #prepared = new Map<string, RowParser>();
  #waiting: Statement[] = [];
  #isTransaction = false;
  /** Whether the server has been told of the transaction. */
  #isOpen = false;
  /** What the transaction has failed by first. */
  #failure: unknown;
  #last: Promise<unknown> = Promise.resolve();
  #isSpoilt = false;
  /** Whether the server has ended it, or has not answered in time: nobody may wait for it any more, not even to roll back. */
  #isLost = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    // The pool listens to idle connections only; one that breaks in use would end the process too.
    client.on('error', () => {});
    this.#client = client;
    this.#names = names;
    const queries = { query: (text: string, values: readonly unknown[]) => this.query(text, values), release() {} };
    // Kysely's type for a cursor and for plain text is one overloaded function.
    const pool = { connect: async () => queries, end: async () => {} } as unknown as pg.Pool;
    this.db = new Kysely<AnySchema>({ dialect: new PostgresDialect({ pool }) });
  }

  begin(): void {
    this.#waiting = [plain('begin')];
    this.#isTransaction = true;
    this.#isOpen = false;
    this.#failure = undefined;
  }

  /** Does the statement with the next one; within a transaction only. */
  later({ sql: text, parameters: values }: CompiledQuery): Promise<void> | void {
    this.#waiting.push({ text, values });
    if (this.#waiting.length >= mostWaiting) return this.flush();
  }

  /** The rows of a statement that is done with the next one; within a transaction only. */
  laterRows<R>({ sql: text, parameters: values }: CompiledQuery<R>): LaterRows<R> {
    const rows = new Promise<readonly R[]>((resolve, reject) => {
      this.#waiting.push({ text, values, rows: { resolve: resolve as (rows: readonly unknown[]) => void, reject } });
    });
    // A transaction that fails is refused anyway, whether or not somebody still waits for its rows.
    rows.catch(() => {});
    return () => rows;
  }

  /** One statement after the other, also for who does not wait. */
  query(text: string, values: readonly unknown[]): Promise<Answer> {
    const run = this.#last.then(() => this.#send([...this.#waiting.splice(0), { text, values }]));
    const done = this.#isTransaction ? run : run.catch((error: unknown) => this.#unnamed({ text, values }, error));
    this.#last = done.catch(() => {});
    return done;
  }

  /** Does what waits. */
  async flush(): Promise<void> {
    await this.#last;
    if (this.#hasWork()) await this.#send(this.#waiting.splice(0));
  }

  /** Ends the transaction; throws what a statement in it has failed by, even when somebody has caught that. */
  async commit(): Promise<void> {
    await this.#last;
    if (!this.#isOpen && !this.#hasWork()) return;
    const { command } = await this.#send([...this.#waiting.splice(0), plain('commit')]);
    if (command !== 'COMMIT') throw this.#failure;
    this.#isOpen = false;
  }

  async rollback(): Promise<void> {
    await this.#last;
    for (const { rows } of this.#waiting.splice(0)) rows?.reject(this.#failure);
    if (!this.#isOpen || this.#isLost) return;
    await this.#send([plain('rollback')]).catch(() => {
      this.#isSpoilt = true;
    });
  }

  release(): void {
    this.#waiting = [];
    this.#isTransaction = false;
    // A connection that holds very many statements makes room for a fresh one.
    this.#client.release(this.#isSpoilt || this.#isLost || this.#prepared.size > mostNames);
  }

  /** A transaction that has not begun has nothing to do. */
  #hasWork(): boolean {
    return this.#waiting.length > (this.#isOpen ? 0 : 1);
  }

  /** Once more without a name, if that is what it has failed by. */
  #unnamed(statement: Statement, error: unknown): Promise<Answer> {
    if (!isUnprepared(error)) throw error;
    return this.#send([statement]);
  }

  async #send(statements: readonly Statement[]): Promise<Answer> {
    const told = new Set<string>();
    const named = statements.map(({ text, values, rows }): NamedStatement => {
      const name = this.#names.nameOf(text);
      const known = name === undefined ? undefined : this.#prepared.get(name);
      // The server is told a name once: nobody here knows by it what follows in the same batch.
      const isNamed = name !== undefined && (known !== undefined || (!this.#isSpoilt && !told.has(name)));
      if (isNamed && !known) told.add(name);
      return { text, values, ...(rows && { rows }), name: isNamed ? name : undefined, known };
    });
    this.#isOpen = true;
    try {
      const result = await sendTogether(this.#client, named);
      for (const { name, known } of named) if (name !== undefined) this.#prepared.set(name, known!);
      return result;
    } catch (error) {
      this.#failure ??= error;
      this.#isLost ||= isLost(error);
      for (const { rows } of statements) rows?.reject(error);
      // Whether the server knows the new names now depends on where it stopped.
      if (told.size > 0) this.#isSpoilt = true;
      if (!isUnprepared(error)) throw unavailableOrSame(error);
      // The schema has changed, or somebody between here and the server does not keep statements.
      for (const { text } of named) this.#names.forget(text);
      throw error;
    }
  }
}
