import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Sql } from '../../database/database.ts';

/** Stands in a query for a value that comes later. */
export class Slot {}

/** A query that was turned into text once and runs with other values each time. */
export interface Prepared<R> {
  /** Its text and fixed values: equal keys give equal answers. */
  readonly key: string;
  run(db: Sql, ...values: readonly unknown[]): Promise<R[]>;
}

/** Turns a query into text; `values` of `run` go where the slots stand, in their order. */
export function prepare<R>(db: Sql, query: RawBuilder<R>, ...slots: readonly Slot[]): Prepared<R> {
  const compiled = query.compile(db);
  const places = slots.map((slot) => compiled.parameters.indexOf(slot));
  return {
    key: `${compiled.sql}\0${JSON.stringify(compiled.parameters)}`,
    async run(on, ...values) {
      if (places.length === 0) return (await on.executeQuery<R>(compiled)).rows;
      const parameters = [...compiled.parameters];
      for (const [at, place] of places.entries()) parameters[place] = values[at];
      return (await on.executeQuery<R>({ ...compiled, parameters } as CompiledQuery<R>)).rows;
    },
  };
}

/** Keeps what was made for a key; the longest unused goes first. */
export class Kept<T> {
  readonly #most: number;
  readonly #entries = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => T): T {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const made = make();
    this.#entries.set(key, made);
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!);
    return made;
  }

  clear(): void {
    this.#entries.clear();
  }
}
