import { sql } from 'kysely';
import type { Sql } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';

/** Failures that are forgotten after so many seconds without another (protocol §1.6). */
const memory = 86_400;
/** Seconds that the clocks of instances may differ by: a later failure is of a clock that has been put back, and is forgotten. */
const apart = 60;
/** One attempt in so many looks for rows that can be forgotten. */
const cleaning = 50;

export const attemptTable: TableSchema = {
  name: 'sign_in_failure',
  primaryKey: ['key'],
  columns: [
    { name: 'key', type: 'text', nullable: false, default: '' },
    { name: 'failures', type: 'integer', nullable: false, default: 0 },
    { name: 'last_time', type: 'integer', nullable: false, default: 0 },
    { name: 'locked_until', type: 'integer', nullable: false, default: 0 },
  ],
  indexes: [{ columns: ['last_time'], unique: false }],
};
const table = sql.table(attemptTable.name);
const own = (column: string) => sql.ref(`${attemptTable.name}.${column}`);

export type Key = string;
export interface Counted {
  readonly failures: number;
  /** Unix seconds: the end of a lock, or the next turn of a line. */
  readonly locked_until: number;
}

let added = 0;

/** The rows that failed sign-ins are counted in; they outlive a restart and hold on every instance. */
export const attemptRows = {
  async read(db: Sql, now: number, keys: readonly Key[]): Promise<Map<Key, Counted>> {
    const { rows } = await sql<Counted & { key: Key }>`
      SELECT key, failures, locked_until FROM ${table}
      WHERE key IN (${sql.join(keys)}) AND last_time <= ${now + apart}
        AND (last_time >= ${now - memory} OR locked_until > ${now})`.execute(db);
    return new Map(rows.map((row) => [row.key, row]));
  },

  /** Counts one more; the row as it is then. What is older than a day is forgotten first. */
  async add(db: Sql, key: Key, now: number): Promise<Counted> {
    if ((added += 1) % cleaning === 0)
      await sql`DELETE FROM ${table}
        WHERE last_time > ${now + apart} OR (last_time < ${now - memory} AND locked_until < ${now})`.execute(db);
    const isOld = sql`${own('last_time')} < ${now - memory} OR ${own('last_time')} > ${now + apart}`;
    const { rows } = await sql<Counted>`
      INSERT INTO ${table} (key, failures, last_time, locked_until) VALUES (${key}, 1, ${now}, 0)
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN ${isOld} THEN 1 ELSE ${own('failures')} + 1 END,
        locked_until = CASE WHEN ${own('last_time')} > ${now + apart} THEN 0 ELSE ${own('locked_until')} END,
        last_time = ${now}
      RETURNING failures, locked_until`.execute(db);
    return rows[0]!;
  },

  async until(db: Sql, key: Key, time: number): Promise<void> {
    await sql`UPDATE ${table} SET locked_until = ${time} WHERE key = ${key}`.execute(db);
  },

  /** Sets a row that is kept until `time`. */
  async spend(db: Sql, key: Key, failures: number, now: number, time: number): Promise<void> {
    await sql`INSERT INTO ${table} (key, failures, last_time, locked_until) VALUES (${key}, ${failures}, ${now}, ${time})
      ON CONFLICT (key) DO UPDATE SET failures = ${failures}, last_time = ${now}, locked_until = ${time}`.execute(db);
  },

  async takeBack(db: Sql, key: Key): Promise<void> {
    await sql`UPDATE ${table} SET failures = failures - 1 WHERE key = ${key} AND failures > 0`.execute(db);
  },

  async remove(db: Sql, key: Key): Promise<void> {
    await sql`DELETE FROM ${table} WHERE key = ${key}`.execute(db);
  },
};
