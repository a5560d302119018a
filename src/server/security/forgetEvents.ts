import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forgetBatch, forgetDaily } from '../shared/forgetDaily.ts';
import { securityTable, type SecurityLog } from './securityLog.ts';

export interface ForgettingParts {
  readonly database: Database;
  readonly events: SecurityLog;
  /** Days that entries are kept, as the setting says now. */
  days(): Promise<number>;
  /** Unix seconds. */
  now(): number;
  failed(error: unknown): void;
}

/**
 * Removes entries of the security log that are older than the setting says, now and every day, and notes that it did.
 * Returns how to stop.
 */
export const forgetEvents = (parts: ForgettingParts): (() => Promise<void>) =>
  forgetDaily(() => forgetOldest(parts), parts.failed);

/** In one transaction with the note: without an entry that is younger by far the database would refuse. */
async function forgetOldest({ database, events, days, now }: ForgettingParts): Promise<number> {
  const before = now() - (await days()) * 86_400;
  // Ids grow with time, so the oldest entries are found without looking at the others.
  const oldest = await database.read
    .selectFrom(securityTable)
    .select(['id', 'create_time'])
    .orderBy('id')
    .limit(forgetBatch)
    .execute();
  const old = oldest.filter((entry) => Number(entry['create_time']) < before).map(({ id }) => Number(id));
  if (old.length === 0) return 0;
  // Another instance may be removing them.
  const lock = database.dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
  const logEvent = await database.write(async (write) => {
    const { rows } = await sql`SELECT id FROM ${sql.table(securityTable)}
      WHERE id IN (${sql.join(old)}) ORDER BY id${lock}`.execute(write.db);
    if (rows.length === 0) return undefined;
    const note = await events.record(write, {
      kind: 'log',
      outcome: 'success',
      caller: {},
      detail: { removed: rows.length, before },
    });
    await sql`DELETE FROM ${sql.table(securityTable)} WHERE id IN (${sql.join(old)})`.execute(write.db);
    return note;
  });
  logEvent?.();
  return old.length;
}
