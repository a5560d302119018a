import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { job } from '#plugin';
import type { Json } from '#resource';
import type { Database } from '../../database/database.ts';
import type { OwnJob } from '../../jobs/registeredJob.ts';
import { anyOf, inList } from '../../table/query/condition.ts';
import { storedEvent, type AuditEvent } from './auditEvent.ts';

/** Entries that are looked through at a time, and of them those that are changed in one transaction: others write in between. */
const [looked, changed] = [2000, 200];
/** Rows that one job is about. */
const atOnce = 5000;

/** Rows that were erased: the table, and their ids. */
type GoneRows = readonly (readonly [table: string, ids: readonly number[]])[];

/**
 * Takes out of the administrators' log what it tells of rows that were erased: their names, their values, and what was sent to
 * change them. That something was done to them stays.
 */
export const anonymizeAudit = job<GoneRows>({
  name: 'forget-deeds',
  run() {
    throw new Error('The server runs it itself.');
  },
});

/** Seconds for which entries of what was done just before may still be on their way to the log. */
export const forgottenAfter = 1;

/** The job as the server runs it, whichever plugins there are. */
export const anonymizeAuditJob = (database: Database): OwnJob => ({
  declared: anonymizeAudit,
  always: true,
  options: { retries: 20, backoff: 5, timeLimit: 3600, concurrency: 1, mostData: 200_000 },
  pack: (data) => data,
  run: ({ data, signal }) => takeOut(database, data as GoneRows, signal),
});

/** What each of the jobs is given for these rows. */
export function portionsOf(rows: ReadonlyMap<string, readonly number[]>): GoneRows[] {
  const pairs = [...rows].flatMap(([table, ids]) => ids.map((id) => ({ table, id })));
  return Array.from({ length: Math.ceil(pairs.length / atOnce) }, (_, at) => {
    const portion = Map.groupBy(pairs.slice(at * atOnce, (at + 1) * atOnce), ({ table }) => table);
    return [...portion].map(([table, some]) => [table, some.map(({ id }) => id)] as const);
  });
}

interface Entry {
  readonly id: number;
  readonly facts: string;
}
type Gone = ReadonlyMap<string, ReadonlySet<number>>;

/** From the oldest entry to the newest. Begun once more after it was cut off, it finds the rest. */
async function takeOut(database: Database, rows: GoneRows, signal: AbortSignal): Promise<void> {
  const gone: Gone = new Map(rows.map(([table, ids]) => [table, new Set(ids)]));
  const named = anyOf(rows.map(([table]) => sql`facts LIKE ${`%"table":${JSON.stringify(table)}%`}`));
  const { rows: ends } = await sql<{ first: number | null; last: number | null }>`
    SELECT min(id) AS first, max(id) AS last FROM admin_log`.execute(database.read);
  const [first, last] = [Number(ends[0]?.first ?? 1), Number(ends[0]?.last ?? 0)];
  for (let from = first; from <= last; from += looked) {
    signal.throwIfAborted();
    const { rows: entries } = await sql<Entry>`
      SELECT id, facts FROM admin_log WHERE id >= ${from} AND id < ${from + looked} AND ${named}`.execute(
      database.read,
    );
    const ids = entries.filter(({ facts }) => anonymous(facts, gone) !== undefined).map(({ id }) => Number(id));
    for (let at = 0; at < ids.length; at += changed) await rewrite(database, ids.slice(at, at + changed), gone);
    // SQLite answers at once: without it, nothing else would have its turn until all is read.
    await nextTurn();
  }
}

/** Read once more: another job may have taken somebody else out of the same entry meanwhile. */
const rewrite = (database: Database, ids: readonly number[], gone: Gone): Promise<void> =>
  database.write(async ({ db, touch }) => {
    const lock = database.dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
    const { rows: entries } = await sql<Entry>`
      SELECT id, facts FROM admin_log WHERE ${inList(sql`id`, ids)} ORDER BY id${lock}`.execute(db);
    for (const { id, facts } of entries) {
      const rest = anonymous(facts, gone);
      if (rest)
        await sql`UPDATE admin_log SET facts = ${JSON.stringify(rest)}, data = NULL WHERE id = ${id}`.execute(db);
    }
    touch('admin_log');
  });

/** What stays of an entry that tells of one of the rows; undefined where it tells of none. */
function anonymous(facts: string, gone: Gone): AuditEvent | undefined {
  const event = storedEvent(JSON.parse(facts) as Json);
  const ids = event && gone.get(event.table);
  if (!ids || !event.rows.some(({ id }) => ids.has(id))) return undefined;
  const { changes: _told, ...rest } = event;
  return { ...rest, rows: event.rows.map((row) => (ids.has(row.id) ? { id: row.id } : row)) };
}
