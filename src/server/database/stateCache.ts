/**
 * A value that holds for one state of some tables: the same for whoever asks while that state is the same, and made anew
 * for another. A promise that fails is forgotten.
 *
 * ```ts
 * const rights = new StateCache(() => readRights());
 * await rights.at(await database.stateOf(['admin', 'admin_group']));
 * ```
 *
 * The state is asked before what it stands for is read: a change in between makes the value stale, never wrong for ever.
 */
export class StateCache<T extends {}, State = string, Input extends readonly unknown[] = []> {
  readonly #make: (...input: Input) => T;
  #state: State | undefined;
  #value: T | undefined;

  constructor(make: (...input: Input) => T) {
    this.#make = make;
  }

  /** The value that is there, of whatever state; undefined before the first, and after one that failed. */
  get last(): T | undefined {
    return this.#value;
  }

  /** Whether there is a value of this state. */
  has(state: State): boolean {
    return this.#value !== undefined && state === this.#state;
  }

  /** The value of this state; `input` is what it is made from when there is none. */
  at(state: State, ...input: Input): T {
    if (this.#value !== undefined && state === this.#state) return this.#value;
    const value = this.#make(...input);
    this.#state = state;
    this.#value = value;
    if (value instanceof Promise)
      value.catch(() => {
        if (this.#value === value) this.#value = undefined;
      });
    return value;
  }
}
