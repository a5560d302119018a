import type { StreamEvent } from '#plugin';

/** Characters of the events that are remembered. */
const most = 1_048_576;

/** The events that were sent last: viewers of one run are sent the very same ones, whose bytes are made once. */
export class SharedEvents {
  readonly #viewers = new Map<string, number>();
  readonly #known = new Map<string, { readonly events: readonly StreamEvent[]; readonly size: number }>();
  #size = 0;

  /** Somebody begins to view the run; returns what ends it. */
  view(run: string): () => void {
    this.#viewers.set(run, this.#count(run) + 1);
    return () => {
      if (this.#count(run) > 1) this.#viewers.set(run, this.#count(run) - 1);
      else this.#viewers.delete(run);
    };
  }

  /** The events that were made for the key, or new ones; a single viewer's are not remembered. */
  events(
    run: string,
    key: string,
    make: () => readonly (StreamEvent & { readonly data: string })[],
  ): readonly StreamEvent[] {
    const known = this.#known.get(key);
    if (known) return known.events;
    const events = make();
    if (this.#count(run) < 2) return events;
    const size = events.reduce((sum, { data }) => sum + data.length, 0);
    this.#known.set(key, { events, size });
    this.#size += size;
    for (const [oldest, { size: gone }] of this.#known) {
      if (this.#size <= most) break;
      this.#known.delete(oldest);
      this.#size -= gone;
    }
    return events;
  }

  #count(run: string): number {
    return this.#viewers.get(run) ?? 0;
  }
}
