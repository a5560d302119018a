import { subscribe } from 'node:diagnostics_channel';

/** Milliseconds after the beginning of a request in which more are expected, and that pieces wait for each other meanwhile. */
const lively = 100;
const pause = 1;

/**
 * Lets so many pass in each turn of the event loop, in the order in which they came: however many files arrive, short
 * requests come in between their pieces. While there are such requests, the loop is left alone for a moment after each turn:
 * it is as good as idle for them.
 */
export class Pace {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #passed = 0;
  #isScheduled = false;
  #asked = -Infinity;

  constructor(most: number) {
    this.#most = most;
    subscribe('http.server.request.start', () => (this.#asked = performance.now()));
  }

  async pass(): Promise<void> {
    this.#schedule();
    if (this.#passed < this.#most) this.#passed += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const isLively = performance.now() - this.#asked < lively;
    const later = isLively ? (work: () => void) => setTimeout(work, pause) : setImmediate;
    later(() => {
      this.#isScheduled = false;
      const next = this.#waiting.splice(0, this.#most);
      this.#passed = next.length;
      if (next.length > 0) this.#schedule();
      for (const go of next) go();
    });
  }
}
