import type { Storage } from '#plugin';

/** As a row has it in `storage`. */
export type StorageName = 'local' | 's3';

/** Where files may be. */
export class Storages {
  readonly #makers = new Map<StorageName, () => Storage | Promise<Storage>>();
  readonly #settled = new Map<StorageName, () => Promise<boolean>>();
  #chosen: () => StorageName | Promise<StorageName> = () => 'local';

  /** Both are asked each time, so that changed settings count at once; `isSetUp` says whether the settings name one at all. */
  add(name: StorageName, make: () => Storage | Promise<Storage>, isSetUp = async () => true): void {
    this.#makers.set(name, make);
    this.#settled.set(name, isSetUp);
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

  /** Those that are set up, wherever new files go: of one that took them earlier, too, somebody has to remove what is left. */
  async setUp(): Promise<readonly StorageName[]> {
    const names: StorageName[] = [];
    for (const [name, isSetUp] of this.#settled) if (await isSetUp()) names.push(name);
    return names;
  }
}
