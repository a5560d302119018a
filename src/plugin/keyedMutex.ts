/**
 * Runs work under the same key one after the other, in this process: each finds what the one before has committed. Other
 * instances have a mutex of their own.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = run.then(
      () => {},
      () => {},
    );
    this.#last.set(key, ended);
    try {
      return await run;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
