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
    this.#cache = new StateCache(() => read((name) => gate.rows(name), database.read));
  }

  async current(): Promise<S> {
    return this.#cache.at(await this.#database.stateOf(this.#tables));
  }

  /** As of that moment; the tables must be among the guarded ones. */
  async at({ states, write }: Moment): Promise<S> {
    if (this.#seen.has(states)) return this.#seen.last!;
    const state = this.#tables.map((table) => states.get(table)).join();
    // What a transaction sees beside what is committed concerns nobody else.
    if (write && !this.#cache.has(state)) return this.#read((name) => this.#gate.rowsIn(name, write), write.db);
    return this.#seen.at(states, state);
  }
}
