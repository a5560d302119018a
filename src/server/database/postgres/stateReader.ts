import { sql } from 'kysely';
import type { Sql, States } from '../database.ts';

/** How often each table has changed. */
export type Counters = ReadonlyMap<string, string>;

/**
 * Reads the change counters of all tables, one query for everybody who asks meanwhile. Whoever asks gets counters that were
 * read after they asked: a query that runs already is not theirs, the next one is.
 */
export class StateReader {
  readonly #db: Sql;
  #running: Promise<Counters> | undefined;
  #next: Promise<Counters> | undefined;
  /** The counters as the database told them last, and what they say: the same object while nothing has changed. */
  #text = '';
  #counters: Counters = new Map();

  constructor(db: Sql) {
    this.#db = db;
  }

  latest(): Promise<Counters> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<Counters> {
    this.#next = undefined;
    const running = this.#read().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** One text instead of a row for each table: most often it says the same as before, and nothing is made of it. */
  async #read(): Promise<Counters> {
    const { rows } = await sql<{ states: string | null }>`
      SELECT string_agg(name || ' ' || changes, ',') AS states
      FROM (SELECT name, sum(changes) AS changes FROM table_change GROUP BY name ORDER BY name) AS each`.execute(
      this.#db,
    );
    const text = rows[0]!.states ?? '';
    if (text !== this.#text) {
      this.#text = text;
      this.#counters = new Map(text.split(',').map((each) => each.split(' ') as [string, string]));
    }
    return this.#counters;
  }
}

/** The states of these tables. */
export const statesIn = (counters: Counters, tables: Iterable<string>): States =>
  new Map(Iterator.from(tables).map((table) => [table, counters.get(table) ?? '0']));
