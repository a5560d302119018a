import type { FieldsOf, Rows, TableName } from '#resource';
import type { Database, Sql, States } from '../database/database.ts';
import { StateCache } from '../database/stateCache.ts';
import type { Moment } from '../realms/currentRights.ts';
import type { Gate } from '../table/gate.ts';

export type RowsOf = <N extends TableName>(name: N) => Rows<FieldsOf<N>>;

/** What some tables that decide about rights hold, read once while none of them changes on any instance. */
export class Snapshots<S extends {}> {
  readonly #database: Database;
  readonly #gate: Gate;
  readonly #tables: readonly string[];
  readonly #read: (rowsOf: RowsOf, db: Sql) => Promise<S>;
  readonly #cache: StateCache<Promise<S>>;
  /** Those that have been read. */
  readonly #there = new WeakSet<Promise<S>>();
  /** The same by what was last seen to be the states of all guarded tables: asking costs nothing then. */
  readonly #seen = new StateCache<Promise<S>, States, [state: string]>((state) => this.#cache.at(state));

  /** `read` makes one query after the other: a transaction has one connection. */
  constructor(
    database: Database,
    gate: Gate,
    tables: readonly string[],
    read: (rowsOf: RowsOf, db: Sql) => Promise<S>,
  ) {
    this.#database = database;
    this.#gate = gate;
    this.#tables = tables;
    this.#read = read;
    this.#cache = new StateCache(() => {
      const found = read((name) => gate.rows(name), database.read);
      void found.then(
        () => this.#there.add(found),
        () => {},
      );
      return found;
    });
  }

  async current(): Promise<S> {
    return this.#cache.at(await this.#database.stateOf(this.#tables));
  }

  /** As of that moment; the tables must be among the guarded ones. */
  async at({ states, write }: Moment): Promise<S> {
    if (!write && this.#seen.has(states)) return this.#seen.last!;
    const state = this.#tables.map((table) => states.get(table)).join();
    if (!write) return this.#seen.at(states, state);
    // What is still being read may wait for one of the connections that all wait for this transaction to end.
    const known = this.#cache.has(state) ? this.#cache.at(state) : undefined;
    if (known && this.#there.has(known)) return known;
    // What a transaction sees beside what is committed concerns nobody else.
    return this.#read((name) => this.#gate.rowsIn(name, write), write.db);
  }
}
