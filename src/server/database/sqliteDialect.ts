import { randomInt } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import { isBusy, unavailableOrSame } from './unavailable.ts';

/** Kysely over one open connection of Node's own driver. The connection is not closed by it. A query that asks a search index waits for `beforeSearch`. */
export function sqliteDialect(connection: DatabaseSync, beforeSearch?: () => Promise<void>): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(new SqliteConnection(connection, beforeSearch)),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** The driver is synchronous, so a connection is never busy and needs no pool. Transactions are the writer's concern. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('Use Database.write: it is the one place that begins transactions.');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** Prepared statements that are kept for the next run of the same text; the longest unused goes first. */
const keptStatements = 500;
/** Milliseconds for which a statement waits for another program's lock, and at most between two tries. */
const lockPatience = 5000;
const lockPause = 30;
type Values = (string | number | null)[];
interface Prepared {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
  /** Reads a search index. */
  readonly searches: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #beforeSearch: (() => Promise<void>) | undefined;
  constructor(database: DatabaseSync, beforeSearch: (() => Promise<void>) | undefined) {
    this.#database = database;
    this.#beforeSearch = beforeSearch;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    for (const began = performance.now(); ;) {
      try {
        return await this.#execute<R>(sql, parameters as Values);
      } catch (error) {
        // Seldom: another program recovers or empties the write-ahead log. Within a transaction it cannot be.
        const mayPass = isBusy(error) && performance.now() - began < lockPatience && !this.#database.isTransaction;
        if (!mayPass) throw unavailableOrSame(error);
      }
      await sleep(randomInt(1, lockPause));
    }
  }

  async #execute<R>(sql: string, values: Values): Promise<QueryResult<R>> {
    const { statement, givesRows, searches } = this.#prepare(sql);
    if (searches) await this.#beforeSearch?.();
    if (givesRows) return { rows: allRows(statement, values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not from the cache: an iteration may be left half done.
    const { statement, searches } = newStatement(this.#database, sql);
    if (searches) await this.#beforeSearch?.();
    statement.setReadBigInts(true);
    for (const row of statement.iterate(...(parameters as Values))) yield { rows: [withNumbers(row) as R] };
  }

  #prepare(sql: string): Prepared {
    const kept = this.#prepared.get(sql);
    if (kept) this.#prepared.delete(sql);
    else if (this.#prepared.size >= keptStatements) this.#prepared.delete(this.#prepared.keys().next().value!);
    const prepared = kept ?? newStatement(this.#database, sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function newStatement(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql);
  return { statement, givesRows: statement.columns().length > 0, searches: sql.includes(' MATCH ') };
}

/** The driver refuses integers beyond 2^53; a value that somebody else has put there must not make a table unreadable. */
function allRows(statement: StatementSync, values: Values): unknown[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all(...values).map(withNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

const withNumbers = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
