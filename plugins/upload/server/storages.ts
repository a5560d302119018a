import type { Storage } from '#plugin';

/** As a row has it in `storage`. */
export type StorageName = 'local' | 's3';

/** Where files may be. */
export class Storages {
  readonly #makers = new Map<StorageName, () => Storage | Promise<Storage>>();
  #chosen: () => StorageName | Promise<StorageName> = () => 'local';

  /** `make` is asked each time, so that changed settings count at once. */
  add(name: StorageName, make: () => Storage | Promise<Storage>): void {
    this.#makers.set(name, make);
  }

  /** Where new files go from now on. */
  choose(chosen: () => StorageName | Promise<StorageName>): void {
    this.#chosen = chosen;
  }

  async of(name: StorageName): Promise<Storage> {
    const make = this.#makers.get(name);
    if (!make) throw new Error(`There is no storage "${name}" for files.`);
    return make();
  }

  /** Where a new file goes. */
  async current(): Promise<{ readonly name: StorageName; readonly storage: Storage }> {
    const name = await this.#chosen();
    return { name, storage: await this.of(name) };
  }

  names(): readonly StorageName[] {
    return [...this.#makers.keys()];
  }
}
