import { Problem } from '#resource';

/** Runs a job when it is its turn; those that can wait after all others. */
export type Limited = <T>(job: () => Promise<T>, canWait?: boolean) => Promise<T>;

/** Runs so many jobs at a time and lets so many of each sort wait; more are refused. */
export function createLimiter(most: number, waiting: number): Limited {
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

/** Says yes so many times for one key in each period, then no until the next; nothing is remembered longer. `now` gives unix seconds. */
export function createRate(most: number, period: number, now: () => number): (key: string) => boolean {
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

/** Runs the jobs of one key one after the other; those of different keys do not wait for each other. */
export class Turns {
  readonly #waiting: number;
  readonly #lines = new Map<string, { readonly run: Limited; users: number }>();

  /** `waiting` is how many may stand in line for one key. */
  constructor(waiting: number) {
    this.#waiting = waiting;
  }

  async run<T>(key: string, job: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { run: createLimiter(1, this.#waiting), users: 0 };
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
