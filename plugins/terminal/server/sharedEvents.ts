import type { StreamEvent } from '#plugin';

/** Characters of the events that are remembered: a whole output, or viewers that are apart would each have its bytes made anew. */
const most = 10_485_760;

interface Known {
  readonly run: string;
  readonly events: readonly StreamEvent[];
  readonly size: number;
}

/** The events that were sent last: viewers of one run are sent the very same ones, whose bytes are made once. */
export class SharedEvents {
  readonly #viewers = new Map<string, number>();
  readonly #known = new Map<string, Known>();
  #size = 0;

  /** Somebody begins to view the run; returns what ends it. */
  view(run: string): () => void {
    this.#viewers.set(run, this.#count(run) + 1);
    return () => {
      if (this.#count(run) > 1) this.#viewers.set(run, this.#count(run) - 1);
      else this.#forget(run);
    };
  }

  /** The events of so many characters that were made for the key, or new ones; a single viewer's are not remembered. */
  events(run: string, key: string, size: number, make: () => readonly StreamEvent[]): readonly StreamEvent[] {
    const known = this.#known.get(key);
    if (known) return known.events;
    const events = make();
    if (this.#count(run) < 2) return events;
    this.#known.set(key, { run, events, size });
    this.#size += size;
    for (const [oldest, { size: gone }] of this.#known) {
      if (this.#size <= most) break;
      this.#known.delete(oldest);
      this.#size -= gone;
    }
    return events;
  }

  /** Nobody views it any more. */
  #forget(run: string): void {
    this.#viewers.delete(run);
    for (const [key, { run: of, size }] of this.#known) {
      if (of !== run) continue;
      this.#known.delete(key);
      this.#size -= size;
    }
  }

  #count(run: string): number {
    return this.#viewers.get(run) ?? 0;
  }
}
