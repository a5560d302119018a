/** A value that was worked out from some tables: the same for whoever asks while the state of those tables is the same. */
export class StateCache<T> {
  readonly #read: () => Promise<T>;
  #state: string | undefined;
  #value: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** The value that is there, of whatever state; undefined before the first, and after one that failed. */
  get last(): Promise<T> | undefined {
    return this.#value;
  }

  /** Whether there is a value of this state. */
  has(state: string): boolean {
    return this.#value !== undefined && state === this.#state;
  }

  /** `state`: asked of the database before, so that a change in between makes the value stale, never wrong for ever. */
  at(state: string): Promise<T> {
    if (this.#value !== undefined && state === this.#state) return this.#value;
    const value = this.#read();
    this.#state = state;
    this.#value = value;
    value.catch(() => {
      if (this.#value === value) this.#value = undefined;
    });
    return value;
  }
}
