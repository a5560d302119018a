/**
 * Lets so many pass in each turn of the event loop, in the order in which they came: however many files arrive, short
 * requests come in between their pieces.
 */
export class Pace {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #passed = 0;
  #isScheduled = false;

  constructor(most: number) {
    this.#most = most;
  }

  async pass(): Promise<void> {
    this.#schedule();
    if (this.#passed < this.#most) this.#passed += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.splice(0, this.#most);
      this.#passed = next.length;
      if (next.length > 0) this.#schedule();
      for (const go of next) go();
    });
  }
}
