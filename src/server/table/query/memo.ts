import type { Database } from '../../database/database.ts';
import { StateCache } from '../../database/stateCache.ts';

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
  readonly #cache: StateCache<Promise<T>>;
  #restsUntil = 0;

  constructor(database: Database, tables: readonly string[], workOut: () => Promise<T>) {
    this.#database = database;
    this.#tables = tables;
    this.#cache = new StateCache(() => this.#timed(workOut));
  }

  async now(): Promise<T> {
    const state = await this.#database.stateOf(this.#tables);
    const { last } = this.#cache;
    return last && performance.now() < this.#restsUntil ? last : this.#cache.at(state);
  }

  async #timed(workOut: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const value = await workOut();
    const took = performance.now() - started;
    this.#restsUntil = took < slow ? 0 : performance.now() + Math.min(took * 20, longestRest);
    return value;
  }
}
