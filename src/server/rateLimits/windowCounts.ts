import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import { growingCache } from '../shared/growingCache.ts';

/** One call in so many looks for rows whose time window is over. */
const cleaning = 100;
/** Keys that are remembered at most where one process counts; of more, who came longest ago is forgotten. */
const most = 50_000;

export const windowTable: TableSchema = {
  name: 'rate_limit',
  primaryKey: ['key'],
  columns: [
    { name: 'key', type: 'text', nullable: false, default: '' },
    { name: 'count', type: 'integer', nullable: false, default: 0 },
    { name: 'end_time', type: 'integer', nullable: false, default: 0 },
  ],
  indexes: [{ columns: ['end_time'], unique: false }],
};

/** How often a key came in its time window, which ends at `end` (unix seconds). */
interface WindowCount {
  readonly count: number;
  readonly end: number;
}

/** Counts by key in time windows that begin with the first call of a key. */
export interface WindowCounts {
  /** Counts one more in the key's window, or in a new one of so many seconds. */
  add(key: string, seconds: number): Promise<WindowCount> | WindowCount;
  forget(key: string): Promise<void> | void;
}

/** Counts of this process. `now` gives unix seconds. */
export function localCounts(now: () => number): WindowCounts {
  const counts = growingCache<string, WindowCount>(most);
  return {
    add(key, seconds) {
      const known = counts.get(key);
      const isOpen = known !== undefined && known.end > now() && known.end <= now() + seconds;
      const counted = isOpen ? { ...known, count: known.count + 1 } : { count: 1, end: now() + seconds };
      counts.set(key, counted);
      return counted;
    },
    forget: (key) => void counts.delete(key),
  };
}

/** Counts that all instances share. A clock that was put back begins a window anew instead of making it longer. */
export function sharedCounts(database: Database, now: () => number): WindowCounts {
  const table = sql.table(windowTable.name);
  const own = (column: string) => sql.ref(`${windowTable.name}.${column}`);
  let added = 0;
  return {
    add: (key, seconds) =>
      database.write(async ({ db }) => {
        const time = now();
        if ((added += 1) % cleaning === 0) await sql`DELETE FROM ${table} WHERE end_time <= ${time}`.execute(db);
        const isOver = sql`${own('end_time')} <= ${time} OR ${own('end_time')} > ${time + seconds}`;
        const { rows } = await sql<{ count: number; end_time: number }>`
          INSERT INTO ${table} (key, count, end_time) VALUES (${key}, 1, ${time + seconds})
          ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN ${isOver} THEN 1 ELSE ${own('count')} + 1 END,
            end_time = CASE WHEN ${isOver} THEN ${time + seconds} ELSE ${own('end_time')} END
          RETURNING count, end_time`.execute(db);
        return { count: Number(rows[0]!.count), end: Number(rows[0]!.end_time) };
      }),
    forget: (key) =>
      database.write(async ({ db }) => void (await sql`DELETE FROM ${table} WHERE key = ${key}`.execute(db))),
  };
}
