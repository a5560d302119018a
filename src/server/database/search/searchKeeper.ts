import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Sql } from '../database.ts';
import type { WriteQueue } from '../writeQueue.ts';
import { indexWaiting, searchName, waitingTable } from './searchIndex.ts';

/** Milliseconds for which changed rows wait for others: FTS5 takes a hundred at once for a fifth of what they cost one by one. */
const patience = 200;

/** Has the search indexes of a SQLite file follow its rows: soon after a change, and at once when somebody searches. */
export class SearchKeeper {
  readonly #queue: WriteQueue;
  readonly #reader: DatabaseSync;
  readonly #failed: (error: unknown) => void;
  #isWaiting: StatementSync | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `failed` hears of work that nobody waits for; the rows then wait for the next search or change. */
  constructor(queue: WriteQueue, reader: DatabaseSync, failed: (error: unknown) => void) {
    this.#queue = queue;
    this.#reader = reader;
    this.#failed = failed;
  }

  /** Rows have changed. */
  later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.now().catch(this.#failed);
    }, patience).unref();
  }

  /** After this the indexes know every row that was committed before. */
  async now(): Promise<void> {
    this.#isWaiting ??= this.#reader.prepare(`SELECT 1 FROM ${waitingTable} LIMIT 1`);
    if (this.#isWaiting.get()) await this.#queue.write(({ db }) => indexAll(db));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function indexAll(db: Sql): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`SELECT DISTINCT table_name AS name FROM ${sql.table(waitingTable)}`.execute(db);
  for (const { name } of tables) {
    const { rows: columns } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${searchName(name)})`.execute(db);
    for (const text of indexWaiting(name, columns.map((column) => column.name))) await sql.raw(text).execute(db);
  }
}
