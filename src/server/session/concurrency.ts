import { Problem } from '#resource';

/** Runs a job when a permit is free; those that `canWait` after all others. */
export type Semaphore = <T>(job: () => Promise<T>, canWait?: boolean) => Promise<T>;

/** A semaphore: runs `most` jobs at a time and queues `waiting` of each priority; more are refused with HTTP 503. */
export function createSemaphore(most: number, waiting: number): Semaphore {
  const [first, last]: [(() => void)[], (() => void)[]] = [[], []];
  let busy = 0;
  return async (job, canWait = false) => {
    if (busy >= most) {
      const queue = canWait ? last : first;
      if (queue.length >= waiting) throw new Problem('server:busy', {}, { status: 503 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busy += 1;
    try {
      return await job();
    } finally {
      const next = first.shift() ?? last.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

/** A rate limiter with a fixed window: true for the first `most` calls of a key in each period. `now` gives unix seconds. */
export function createRateLimiter(most: number, period: number, now: () => number): (key: string) => boolean {
  const counts = new Map<string, number>();
  let began = -Infinity;
  return (key) => {
    // A clock that was put back begins anew too.
    if (Math.abs(now() - began) >= period) {
      counts.clear();
      began = now();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
}

/** A keyed mutex: the jobs of one key run one after the other, those of different keys side by side. */
export class KeyedMutex {
  readonly #waiting: number;
  readonly #lines = new Map<string, { readonly run: Semaphore; users: number }>();

  /** `waiting` is how many may stand in line for one key. */
  constructor(waiting: number) {
    this.#waiting = waiting;
  }

  async runExclusive<T>(key: string, job: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { run: createSemaphore(1, this.#waiting), users: 0 };
    this.#lines.set(key, line);
    line.users += 1;
    try {
      return await line.run(job);
    } finally {
      line.users -= 1;
      if (line.users === 0) this.#lines.delete(key);
    }
  }
}
