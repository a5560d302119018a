import type { Database } from '../database/database.ts';

type Listener = (changed: ReadonlySet<string>) => void;

/**
 * Tells in which tables rows have changed, on whatever instance, at most once in each interval however much is written. It asks
 * the database for what it counts anyway, so writing costs nothing more, and asks nothing while nobody listens.
 */
export class TableWatch {
  readonly #database: Pick<Database, 'stateOf'>;
  readonly #tables: readonly string[];
  readonly #interval: number;
  readonly #failed: (error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  #known: readonly string[] | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    database: Pick<Database, 'stateOf'>,
    tables: readonly string[],
    interval: number,
    failed: (error: unknown) => void,
  ) {
    this.#database = database;
    this.#tables = tables;
    this.#interval = interval;
    this.#failed = failed;
  }

  /** Resolves, to what ends it, when every later change will be told. */
  async listen(heard: Listener): Promise<() => void> {
    // What has changed before is for those only who listened already.
    if (this.#listeners.size === 0) this.#known = await this.#states();
    this.#listeners.add(heard);
    this.#plan();
    return () => {
      this.#listeners.delete(heard);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    const timer = setTimeout(() => {
      this.#look()
        .catch(this.#failed)
        .finally(() => {
          // Who came after all others had gone has a timer of their own.
          if (this.#timer !== timer) return;
          this.#timer = undefined;
          this.#plan();
        });
    }, this.#interval).unref();
    this.#timer = timer;
  }

  async #look(): Promise<void> {
    const before = this.#known;
    const now = await this.#states();
    this.#known = now;
    const changed = new Set(this.#tables.filter((_, at) => before !== undefined && before[at] !== now[at]));
    if (changed.size > 0) for (const heard of this.#listeners) heard(changed);
  }

  #states(): Promise<readonly string[]> {
    return Promise.all(this.#tables.map(async (table) => this.#database.stateOf([table])));
  }
}
