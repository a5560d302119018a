import { sql } from 'kysely';
import type { Model } from '#resource';
import { quoted } from '../../database/schema/sqlText.ts';
import { hasHooks, type Check, type Transaction } from './transaction.ts';

/** Rows of a batch at most: what may have to be done again, and how many ids are taken at a time. */
export const largestBatch = 40;

/**
 * Does a job for rows of the table without waiting, row by row, for what the database says: on PostgreSQL a way there and back
 * costs more than most statements. Where all goes well it is the same as otherwise. Undefined when a statement has failed or a
 * check has found something, and where nothing could be won: then nothing stays, and the job is to be done again, waiting.
 * No code of others runs in it: whoever asks for a `HookContext` ends it.
 */
export async function inBatch<T>(
  tx: Transaction,
  model: Model,
  job: (tx: Transaction) => Promise<T>,
): Promise<{ readonly done: T } | undefined> {
  if (tx.begun || hasHooks(model)) return undefined;
  const planned = tx.after.length;
  const checks: Check[] = [];
  const batch = { defer: (check: Check) => void checks.push(check), newId: idsFor(tx) };
  await tx.later(sql`SAVEPOINT batch`.compile(tx.db));
  try {
    const done = await job({ ...tx, batch });
    await tx.flush();
    for (const check of checks) await check();
    await tx.later(sql`RELEASE SAVEPOINT batch`.compile(tx.db));
    return { done };
  } catch {
    // What it was is found out, and told, by whoever does it again.
    tx.after.length = planned;
    // What still waits fails, too, and would take the way back with it.
    await Promise.resolve(tx.flush()).catch(() => {});
    await tx.later(sql`ROLLBACK TO SAVEPOINT batch`.compile(tx.db));
    await tx.later(sql`RELEASE SAVEPOINT batch`.compile(tx.db));
    return undefined;
  }
}

/** Takes ids from the table's own sequence, several at a time. */
function idsFor({ db }: Transaction): (model: Model) => Promise<number | undefined> {
  const stock = new Map<string, number[]>();
  return async ({ name }) => {
    const known = stock.get(name) ?? [];
    stock.set(name, known);
    if (known.length === 0) {
      const { rows } = await sql<{ id: number | null }>`
        SELECT nextval(pg_get_serial_sequence(${quoted(name)}, 'id')) AS id FROM generate_series(1, ${sql.lit(largestBatch)})`.execute(
        db,
      );
      known.push(...rows.flatMap(({ id }) => (id === null ? [] : [Number(id)])));
    }
    return known.shift();
  };
}
