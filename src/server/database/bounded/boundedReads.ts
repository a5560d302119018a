import { LRUCache } from 'lru-cache';
import type { CompiledQuery } from 'kysely';
import { Problem, sizeText } from '#resource';
import { FairQueue } from '#plugin';
import { isTooLarge, largestAnswer } from './answerSize.ts';

/** Milliseconds that a query may take at once, and beside the others. */
export interface ReadTimes {
  readonly quick: number;
  readonly slow: number;
}
/** Queries known to be slow, and milliseconds for which that is believed. */
const mostKnown = 2000;
const believed = 60_000;
/** Slow reads that run or wait, and of one caller; milliseconds for which one waits to begin. */
const places = { share: 1, most: 64, mostOfKey: 8 };
const patience = 20_000;
/** Milliseconds within which a query has proved not to be slow. */
export const proven = 20;

/** The two ways in which a database reads. */
export interface ReadRunner {
  /** Undefined when the query is not quick. */
  quickly<R>(query: CompiledQuery<R>): Promise<R[] | undefined>;
  /** Beside all others, with a limit of time. */
  beside<R>(query: CompiledQuery<R>): Promise<R[]>;
}

/**
 * Reads that keep nobody waiting: a query that is not quick begins again in a queue of its own, where callers take turns. What
 * was slow goes there at once for a while, and whoever has something in the queue does not try a query again whose text
 * was slow with other values, so that nobody can go on trying.
 */
export class BoundedReads {
  readonly #runner: ReadRunner;
  readonly #queue: FairQueue<'reads'>;
  /** Slow reads that have not begun. */
  readonly #waiting = new Map<string, Promise<unknown[]>>();
  /** Slow reads of each caller. */
  readonly #reading = new Map<string, number>();
  readonly #slow = new LRUCache<string, true>({ max: mostKnown, ttl: believed });

  constructor(runner: ReadRunner, running: number) {
    this.#runner = runner;
    this.#queue = new FairQueue(running, { reads: places });
  }

  /** `who` asks: callers take turns. */
  async read<R>(query: CompiledQuery<R>, who: string): Promise<R[]> {
    const quick = this.#isSlow(query, who) ? undefined : await this.#try(query);
    const rows = quick ?? (await this.#together(query, who));
    if (isTooLarge(rows as readonly object[])) throw answerTooLarge();
    return rows;
  }

  /** Who asks the same as somebody whose turn has not come yet gets the same answer. */
  #together<R>(query: CompiledQuery<R>, who: string): Promise<R[]> {
    const key = keyOf(query);
    const known = this.#waiting.get(key);
    if (known) return known as Promise<R[]>;
    const rows = this.#queued(who, () => {
      this.#waiting.delete(key);
      return this.#beside(query);
    }).finally(() => {
      if (this.#waiting.get(key) === rows) this.#waiting.delete(key);
    });
    this.#waiting.set(key, rows);
    return rows;
  }

  async #queued<T>(who: string, job: () => Promise<T>): Promise<T> {
    const place = this.#queue.enter('reads', who);
    if (!place) throw crowded();
    const until = performance.now() + patience;
    this.#reading.set(who, (this.#reading.get(who) ?? 0) + 1);
    try {
      return await place.run(() => {
        if (performance.now() > until) throw crowded();
        return job();
      });
    } finally {
      place.leave();
      const left = this.#reading.get(who)! - 1;
      if (left > 0) this.#reading.set(who, left);
      else this.#reading.delete(who);
    }
  }

  async #beside<R>(query: CompiledQuery<R>): Promise<R[]> {
    const began = performance.now();
    const rows = await this.#runner.beside(query);
    if (performance.now() - began < proven) this.#slow.delete(keyOf(query));
    return rows;
  }

  async #try<R>(query: CompiledQuery<R>): Promise<R[] | undefined> {
    const rows = await this.#runner.quickly(query);
    if (!rows) for (const key of [query.sql, keyOf(query)]) this.#slow.set(key, true);
    return rows;
  }

  #isSlow(query: CompiledQuery, who: string): boolean {
    return this.#slow.has(query.sql) && (this.#reading.has(who) || this.#slow.has(keyOf(query)));
  }
}

/** Its text and values. */
export const keyOf = ({ sql, parameters }: CompiledQuery): string => `${sql}\0${JSON.stringify(parameters)}`;

/** What is said when too much is read at a time. */
export const crowded = (): Problem => new Problem('database:crowded');

/** What is said of a read that was ended after so many milliseconds. */
export const tooSlow = (milliseconds: number): Problem =>
  new Problem('database:tooSlow', { seconds: milliseconds / 1000 });

export const answerTooLarge = (): Problem => new Problem('database:answerTooLarge', { limit: sizeText(largestAnswer) });
