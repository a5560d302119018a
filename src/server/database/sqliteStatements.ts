import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Prepared statements that are kept for the next run of the same text; the longest unused goes first. */
const keptStatements = 500;
/** Characters of a text that is worth being kept: longer ones are made up for once, and what is prepared for them is large. */
const longestCached = 20_000;

export type SqliteValues = (string | number | null)[];
export type SqliteRow = Record<string, unknown>;
export interface PreparedStatement {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
  /** Whether it reads a search index. */
  readonly searches: boolean;
}

/** The prepared statements of one connection, by their text. */
export class SqliteStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): PreparedStatement {
    if (sql.length > longestCached) return this.fresh(sql);
    const known = this.#prepared.get(sql);
    if (known) this.#prepared.delete(sql);
    else if (this.#prepared.size >= keptStatements) this.#prepared.delete(this.#prepared.keys().next().value!);
    const prepared = known ?? this.fresh(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  /** Of its own: for an iteration that may be left half done. */
  fresh(sql: string): PreparedStatement {
    const statement = this.#database.prepare(sql);
    return { statement, givesRows: statement.columns().length > 0, searches: sql.includes(' MATCH ') };
  }
}

/**
 * Reads with the driver's numbers; once more with big ones when it refuses integers beyond 2^53: a value that somebody else has
 * put there must not make a table unreadable.
 */
export function withBigNumbers<T>(statement: StatementSync, read: () => T, readAgain: () => T): T {
  try {
    return read();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error;
    statement.setReadBigInts(true);
    try {
      return readAgain();
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

export const allRows = (statement: StatementSync, values: SqliteValues): SqliteRow[] =>
  withBigNumbers(
    statement,
    () => statement.all(...values),
    () => statement.all(...values).map(withNumbers),
  );

export const withNumbers = (row: SqliteRow): SqliteRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
