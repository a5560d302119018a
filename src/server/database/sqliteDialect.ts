import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
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
import {
  allRows,
  SqliteStatements,
  withNumbers,
  type PreparedStatement,
  type SqliteValues,
} from './sqliteStatements.ts';
import { isBusy, unavailableOrSame } from './unavailable.ts';

/**
 * Kysely over one open connection of Node's own driver. The connection is not closed by it. A query that asks a search
 * index waits for `beforeSearch`.
 */
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

/** Milliseconds for which a statement waits for another program's lock, and at most between two tries. */
const lockPatience = 5000;
const lockPause = 30;

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements: SqliteStatements;
  readonly #beforeSearch: (() => Promise<void>) | undefined;
  constructor(database: DatabaseSync, beforeSearch: (() => Promise<void>) | undefined) {
    this.#database = database;
    this.#statements = new SqliteStatements(database);
    this.#beforeSearch = beforeSearch;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    for (const began = performance.now(); ;) {
      try {
        const prepared = this.#statements.get(sql);
        if (prepared.searches) await this.#beforeSearch?.();
        return execute<R>(prepared, parameters as SqliteValues);
      } catch (error) {
        // Seldom: another program recovers or empties the write-ahead log. Within a transaction it cannot be.
        const mayPass = isBusy(error) && performance.now() - began < lockPatience && !this.#database.isTransaction;
        if (!mayPass) throw unavailableOrSame(error);
      }
      await sleep(randomInt(1, lockPause));
    }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { statement, searches } = this.#statements.fresh(sql);
    if (searches) await this.#beforeSearch?.();
    statement.setReadBigInts(true);
    for (const row of statement.iterate(...(parameters as SqliteValues))) yield { rows: [withNumbers(row) as R] };
  }
}

function execute<R>({ statement, givesRows }: PreparedStatement, values: SqliteValues): QueryResult<R> {
  if (givesRows) return { rows: allRows(statement, values) as R[] };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
