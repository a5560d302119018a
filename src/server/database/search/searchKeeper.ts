import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Problem } from '#resource';
import type { Sql } from '../database.ts';
import type { WriteQueue } from '../writeQueue.ts';
import { forgetWaiting, indexWaiting, keepWhenDeleting, searchName, waitingTable } from './searchIndex.ts';

/** Milliseconds for which changed rows wait for others: FTS5 takes a hundred at once for a fifth of what they cost one by one. */
const patience = 200;
/** Rows of one table that are indexed in one go, some 15 ms for each thousand; other writes come between. */
const portion = 1000;
/** Milliseconds for which a search waits while another program holds the write lock. */
const lockPatience = 100;
/** What SQLite takes for no limit. */
const everything = -1;

/** Has the search indexes of a SQLite file follow its rows: soon after a change, and at once when somebody searches. */
export class SearchKeeper {
  readonly #queue: WriteQueue;
  readonly #reader: DatabaseSync;
  readonly #failed: (error: unknown) => void;
  #waiting: StatementSync | undefined;
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
  async now(lock: { patience?: number } = {}): Promise<void> {
    this.#waiting ??= this.#reader.prepare(`SELECT count(*) AS count FROM ${waitingTable}`);
    let { count } = this.#waiting.get() as { count: number };
    for (; count > portion; count -= portion) await this.#queue.write(({ db }) => indexSome(db, portion), lock);
    // The others, and what has come meanwhile.
    if (count > 0) await this.#queue.write(({ db }) => indexSome(db, everything), lock);
  }

  /** The same for a search, which goes on with what the indexes know where nothing can be written. */
  async beforeSearch(): Promise<void> {
    try {
      await this.now({ patience: lockPatience });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#failed(error);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function indexSome(db: Sql, limit: number): Promise<void> {
  const { rows: tables } = await sql<{
    name: string;
  }>`SELECT DISTINCT table_name AS name FROM ${sql.table(waitingTable)}`.execute(db);
  for (const { name } of tables) {
    const { rows: columns } = await sql<{
      name: string;
    }>`SELECT name FROM pragma_table_info(${searchName(name)})`.execute(db);
    const {
      rows: [last],
    } = await sql<{ id: number }>`
      SELECT max(id) AS id FROM (SELECT id FROM ${sql.table(waitingTable)} WHERE table_name = ${name} ORDER BY id LIMIT ${limit})`.execute(
      db,
    );
    const texts =
      columns.length === 0
        ? [forgetWaiting(name)]
        : [
            keepWhenDeleting(name),
            ...indexWaiting(
              name,
              columns.map((column) => column.name),
              last!.id,
            ),
          ];
    for (const text of texts) await sql.raw(text).execute(db);
  }
}
