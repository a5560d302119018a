/** What one class of jobs gets. */
export interface QueueClass {
  /** Of the work, in relation to the shares of other classes that wait: none of them starves. */
  readonly share: number;
  /** Places in the class, and of one key in it. */
  readonly most: number;
  readonly mostOfKey: number;
}

/** A place in the queue, held from `enter` until `leave`: before its job waits it can still be given back. */
export interface QueuePlace {
  run<T>(job: () => Promise<T>): Promise<T>;
  leave(): void;
}

interface Line extends QueueClass {
  held: number;
  readonly heldBy: Map<string, number>;
  /** Jobs that wait by key; the first key is the next. */
  readonly waiting: Map<string, (() => void)[]>;
  /** Work that the class has had, divided by its share. */
  had: number;
}

/**
 * Weighted fair queueing: runs a few jobs at a time and shares them out between classes that wait, and within a class
 * between keys in turn. Bounded in every direction: who finds no place is refused at once instead of waiting for ever.
 */
export class FairQueue<Name extends string> {
  readonly #lines: ReadonlyMap<Name, Line>;
  readonly #mostRunning: number;
  #running = 0;
  /** What the class that ran last has had: one that was empty begins there, and cannot save up. */
  #time = 0;

  constructor(mostRunning: number, classes: Readonly<Record<Name, QueueClass>>) {
    this.#mostRunning = mostRunning;
    this.#lines = new Map(
      (Object.entries(classes) as [Name, QueueClass][]).map(([name, limits]) => [
        name,
        { ...limits, held: 0, heldBy: new Map(), waiting: new Map(), had: 0 },
      ]),
    );
  }

  /** Whether nobody with a new key finds a place in the class. */
  isFull(name: Name): boolean {
    const { held, most } = this.#lines.get(name)!;
    return held >= most;
  }

  /** Undefined when the class, or the key in it, has as many places as it may. */
  enter(name: Name, key: string): QueuePlace | undefined {
    const line = this.#lines.get(name)!;
    const own = line.heldBy.get(key) ?? 0;
    if (line.held >= line.most || own >= line.mostOfKey) return undefined;
    line.held += 1;
    line.heldBy.set(key, own + 1);
    let isHeld = true;
    return {
      run: (job) => this.#run(line, key, job),
      leave() {
        if (!isHeld) return;
        isHeld = false;
        line.held -= 1;
        const left = line.heldBy.get(key)! - 1;
        if (left > 0) line.heldBy.set(key, left);
        else line.heldBy.delete(key);
      },
    };
  }

  async #run<T>(line: Line, key: string, job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#mostRunning) await this.#wait(line, key);
    else this.#start(line);
    try {
      return await job();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #wait(line: Line, key: string): Promise<void> {
    return new Promise<void>((resolve) => {
      if (line.waiting.size === 0) line.had = Math.max(line.had, this.#time);
      const own = line.waiting.get(key) ?? [];
      own.push(resolve);
      line.waiting.set(key, own);
    });
  }

  #start(line: Line): void {
    this.#running += 1;
    this.#time = Math.max(this.#time, line.had);
    line.had = this.#time + 1 / line.share;
  }

  #next(): void {
    let line: Line | undefined;
    for (const each of this.#lines.values()) if (each.waiting.size > 0 && (!line || each.had < line.had)) line = each;
    if (!line) return;
    const [key, jobs] = line.waiting.entries().next().value!;
    const start = jobs.shift()!;
    // The key goes behind all others of its class.
    line.waiting.delete(key);
    if (jobs.length > 0) line.waiting.set(key, jobs);
    this.#running += 1;
    this.#time = line.had;
    line.had += 1 / line.share;
    start();
  }
}
