import { sql } from 'kysely';
import type { Sql, States } from '../database.ts';

type Counters = ReadonlyMap<string, number>;

/**
 * Reads the change counters of all tables, one query for everybody who asks meanwhile. Whoever asks gets counters that were
 * read after they asked: a query that runs already is not theirs, the next one is.
 */
export class StateReader {
  readonly #db: Sql;
  #running: Promise<Counters> | undefined;
  #next: Promise<Counters> | undefined;

  constructor(db: Sql) {
    this.#db = db;
  }

  async of(tables: readonly string[]): Promise<States> {
    const counters = await this.#counters();
    return new Map(tables.map((table) => [table, String(counters.get(table) ?? 0)]));
  }

  #counters(): Promise<Counters> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<Counters> {
    this.#next = undefined;
    const running = read(this.#db).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

async function read(db: Sql): Promise<Counters> {
  const { rows } = await sql<{
    name: string;
    changes: number;
  }>`SELECT name, sum(changes) AS changes FROM table_change GROUP BY name`.execute(db);
  return new Map(rows.map(({ name, changes }) => [name, changes]));
}
