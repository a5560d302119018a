import type { Storage } from '#plugin';

/** Where files may be, by the name that a row has in `storage`. */
export class Storages {
  readonly #makers = new Map<string, () => Storage | Promise<Storage>>();
  #chosen: () => string | Promise<string> = () => 'local';

  /** `make` is asked each time, so that changed settings count at once. */
  add(name: string, make: () => Storage | Promise<Storage>): void {
    this.#makers.set(name, make);
  }

  /** Where new files go from now on. */
  choose(chosen: () => string | Promise<string>): void {
    this.#chosen = chosen;
  }

  async of(name: string): Promise<Storage> {
    const make = this.#makers.get(name);
    if (!make) throw new Error(`There is no storage "${name}" for files.`);
    return make();
  }

  /** Where a new file goes. */
  async current(): Promise<{ readonly name: string; readonly storage: Storage }> {
    const name = await this.#chosen();
    return { name, storage: await this.of(name) };
  }

  names(): readonly string[] {
    return [...this.#makers.keys()];
  }
}
