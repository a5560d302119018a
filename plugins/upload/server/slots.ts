import { Problem } from '#resource';

/** A semaphore with a bounded queue: so many at once, so many waiting; whoever comes beyond that is told to come back. */
export class Slots {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  readonly #longest: number;
  #running = 0;

  constructor(most: number, longest: number) {
    this.#most = most;
    this.#longest = longest;
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      if (this.#waiting.length >= this.#longest) throw new Problem('server:tooSlow', {}, { status: 503 });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await job();
    } finally {
      // The slot goes to the next in the queue, or is free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
