import type { Database } from './database.ts';

/** What the server has worked out and keeps, to be worked out again when somebody asks for it. */
export class Caches {
  readonly #database: Database;
  readonly #tables: readonly string[];
  readonly #forgetters: (() => void)[] = [];

  /** `tables`: every table whose state decides about something that is kept. */
  constructor(database: Database, tables: readonly string[]) {
    this.#database = database;
    this.#tables = tables;
  }

  /** What is called to drop something that is kept in this process. */
  add(...forgetters: readonly (() => void)[]): void {
    this.#forgetters.push(...forgetters);
  }

  /** Drops what this process keeps. */
  forget(): void {
    for (const forget of this.#forgetters) forget();
  }

  /**
   * Drops it on every instance: totals, rights, sessions and settings before they are next used, since to all appearances
   * each table has changed, and the rest when an instance sees new settings.
   */
  async clear(): Promise<void> {
    await this.#database.write(async ({ touch }) => touch(...this.#tables));
    this.forget();
  }
}
