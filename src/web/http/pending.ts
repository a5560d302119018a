/** What makes two calls the same. */
export interface CallKey {
  readonly method: string;
  readonly url: string;
  readonly query: unknown;
  readonly body: unknown;
}

/** Calls that have no answer yet; a new identical one cancels the one before (specification §7). */
export class Pending {
  readonly #calls = new Map<string, AbortController>();

  /** A signal for the new call, and what to do when it has ended. */
  begin(call: CallKey): { signal: AbortSignal; end: () => void } {
    const key = JSON.stringify([call.method, call.url, call.query, call.body]);
    this.#calls.get(key)?.abort();
    const controller = new AbortController();
    this.#calls.set(key, controller);
    return {
      signal: controller.signal,
      end: () => {
        if (this.#calls.get(key) === controller) this.#calls.delete(key);
      },
    };
  }
}
