/** Titles that are on their way, for streams that wait for one. */
export class Titles {
  readonly #waiting = new Map<number, Set<(title: string) => void>>();

  tell(conversation: number, title: string): void {
    for (const heard of this.#waiting.get(conversation) ?? []) heard(title);
  }

  /** The title that is made within so many milliseconds; undefined when none is. */
  async next(conversation: number, milliseconds: number, signal: AbortSignal): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const waiting = this.#waiting.get(conversation) ?? new Set();
    this.#waiting.set(conversation, waiting.add(resolve));
    const over = (): void => resolve(undefined);
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener('abort', over);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(conversation);
    }
  }
}
