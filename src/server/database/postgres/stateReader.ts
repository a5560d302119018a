import { sql } from 'kysely';
import type { Sql, States } from '../database.ts';
import { sumOf } from './changes.ts';
import { LatestRead } from './latestRead.ts';

/** How often each table has changed. */
type Counters = ReadonlyMap<string, string>;

/** Reads the change counters. */
export class StateReader {
  readonly #db: Sql;
  readonly #all = new LatestRead(() => this.#readAll());
  readonly #guardedSum = new LatestRead(() => this.#readSum());
  readonly #guarded = new Set<string>();
  /** Given again while nothing has changed, so that whoever remembers something by it need not compare. */
  #states: States = new Map();

  constructor(db: Sql) {
    this.#db = db;
  }

  /** The tables that `guardedStates` is about. */
  get guarded(): ReadonlySet<string> {
    return this.#guarded;
  }

  guard(tables: readonly string[]): void {
    for (const table of tables) this.#guarded.add(table);
    this.#states = new Map();
  }

  async stateOf(tables: readonly string[]): Promise<string> {
    const counters = await this.#all.latest();
    return tables.map((table) => counters.get(table) ?? '0').join();
  }

  /** Every request asks, and hardly any finds a change: counters only ever grow, so their sum tells. */
  async guardedStates(): Promise<States> {
    const known = this.#states;
    if (known.size === this.#guarded.size && (await this.#guardedSum.latest()) === sumOf(known)) return known;
    const counters = await this.#all.latest();
    return (this.#states = new Map([...this.#guarded].map((table) => [table, counters.get(table) ?? '0'])));
  }

  async #readSum(): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      SELECT COALESCE(sum(changes), 0) AS sum FROM table_change WHERE name = ANY (${[...this.#guarded]})`.execute(
      this.#db,
    );
    return rows[0]!.sum;
  }

  /** One text instead of a row for each table. */
  async #readAll(): Promise<Counters> {
    const { rows } = await sql<{ states: string | null }>`
      SELECT string_agg(name || ' ' || changes, ',') AS states
      FROM (SELECT name, sum(changes) AS changes FROM table_change GROUP BY name ORDER BY name) AS each`.execute(
      this.#db,
    );
    const text = rows[0]!.states ?? '';
    return new Map(text.split(',').map((each) => each.split(' ') as [string, string]));
  }
}
