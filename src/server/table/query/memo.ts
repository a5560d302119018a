import type { Database } from '../../database/database.ts';

/** Milliseconds from which on working something out counts as slow, and at most for which a slow answer is used again. */
const slow = 100;
const longestRest = 30_000;

/**
 * What was worked out from the rows of some tables. It is used again while none of them has changed; what is slow to work out
 * also rests for twenty times as long as it took, so that tables which are written all the time cost little.
 */
export class Memo<T> {
  readonly #database: Database;
  readonly #tables: readonly string[];
  readonly #workOut: () => Promise<T>;
  #state: string | undefined;
  #restsUntil = 0;
  #value: Promise<T> | undefined;

  constructor(database: Database, tables: readonly string[], workOut: () => Promise<T>) {
    this.#database = database;
    this.#tables = tables;
    this.#workOut = workOut;
  }

  async now(): Promise<T> {
    // Asked before reading: a change in between makes the answer stale, never wrong for ever.
    const state = await this.#database.stateOf(this.#tables);
    if (this.#value && (state === this.#state || performance.now() < this.#restsUntil)) return this.#value;
    this.#state = state;
    this.#value = this.#timed();
    this.#value.catch(() => (this.#value = undefined));
    return this.#value;
  }

  async #timed(): Promise<T> {
    const started = performance.now();
    const value = await this.#workOut();
    const took = performance.now() - started;
    this.#restsUntil = took < slow ? 0 : performance.now() + Math.min(took * 20, longestRest);
    return value;
  }
}
