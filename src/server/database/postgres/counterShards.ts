import { randomInt } from 'node:crypto';

/**
 * Gives each transaction of this process a shard of the change counters that no other one of it uses: a counter stays
 * locked until its transaction is on the disk. Instances begin at different shards, so that they rarely meet either.
 */
export class CounterShards {
  readonly #count: number;
  readonly #first: number;
  readonly #taken: boolean[];

  constructor(count: number) {
    this.#count = count;
    this.#first = randomInt(count);
    this.#taken = Array.from({ length: count }, () => false);
  }

  /** Runs the job with a shard of its own; with one that others use, too, when there are more jobs than shards. */
  async with<T>(job: (shard: number) => Promise<T>): Promise<T> {
    const free = this.#taken.indexOf(false);
    if (free < 0) return job(randomInt(this.#count));
    this.#taken[free] = true;
    try {
      return await job((free + this.#first) % this.#count);
    } finally {
      this.#taken[free] = false;
    }
  }
}
