import type { Caller } from '#resource';

/**
 * Work of one account, one after the other: what the one has written, the next one finds. Of this process alone; where several
 * serve, as many may run at the same moment as there are of them.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>({ realm, id }: Pick<Caller, 'realm' | 'id'>, work: () => Promise<T>): Promise<T> {
    const key = `${realm}/${id}`;
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => {},
      () => {},
    );
    this.#last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
