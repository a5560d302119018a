import { Problem } from '#resource';
import { growingCache } from './growingCache.ts';

/** Runs a job when a permit is free. */
export type Semaphore = <T>(job: () => Promise<T>) => Promise<T>;

/** A semaphore: runs `most` jobs at a time and queues `waiting`; more are refused with HTTP 503. */
export function createSemaphore(most: number, waiting: number): Semaphore {
  const queue: (() => void)[] = [];
  let busy = 0;
  return async (job) => {
    if (busy >= most) {
      if (queue.length >= waiting) throw new Problem('server:busy', {}, { status: 503 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busy += 1;
    try {
      return await job();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

/** Keys that are counted: who has more addresses than that meets the limit over all of them. */
const mostKeys = 20_000;

/** Counts by key in a fixed window. */
export interface WindowCounter {
  /** Counts one more; how many there are in this period, this one included. */
  add(key: string): number;
  count(key: string): number;
}

/** `period` in seconds; `now` gives unix seconds. */
export function createWindowCounter(period: number, now: () => number): WindowCounter {
  const counts = growingCache<string, number>(mostKeys);
  let began = -Infinity;
  const count = (key: string): number => {
    // A clock that was put back begins anew too.
    if (Math.abs(now() - began) >= period) {
      counts.clear();
      began = now();
    }
    return counts.get(key) ?? 0;
  };
  return {
    count,
    add(key) {
      const more = count(key) + 1;
      counts.set(key, more);
      return more;
    },
  };
}

/** A rate limiter with a fixed window: true for the first `most` calls of a key in each period. */
export function createRateLimiter(most: number, period: number, now: () => number): (key: string) => boolean {
  const counter = createWindowCounter(period, now);
  return (key) => counter.add(key) <= most;
}
