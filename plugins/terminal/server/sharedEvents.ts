import type { StreamEvent } from '#plugin';

/** Characters of the events that are remembered. */
const most = 2_097_152;

/** The events that were sent last: viewers of one run are sent the very same ones, whose bytes are made once. */
export class SharedEvents {
  readonly #events = new Map<string, { readonly event: StreamEvent; readonly size: number }>();
  #size = 0;

  /** The event that was made for the key, or a new one; of so many characters. */
  event(key: string, size: number, make: () => StreamEvent): StreamEvent {
    const known = this.#events.get(key);
    if (known) return known.event;
    const event = make();
    this.#events.set(key, { event, size });
    this.#size += size;
    for (const [oldest, { size: gone }] of this.#events) {
      if (this.#size <= most) break;
      this.#events.delete(oldest);
      this.#size -= gone;
    }
    return event;
  }
}
