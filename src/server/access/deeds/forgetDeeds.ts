import { sql } from 'kysely';
import type { Json } from '#resource';
import type { Sql } from '../../database/database.ts';
import { storedDeed } from './deed.ts';

/** Entries that are looked through at a time. */
const batch = 500;

/**
 * Takes out of the administrators' log what it tells of rows that were erased: their names, their values, and what was sent to
 * change them. That something was done to them stays.
 */
export async function forgetDeeds(db: Sql, table: string, ids: readonly number[]): Promise<void> {
  const gone = new Set(ids);
  const named = `%"table":${JSON.stringify(table)}%`;
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number; facts: string }>`
      SELECT id, facts FROM admin_log WHERE id > ${last} AND facts LIKE ${named} ORDER BY id LIMIT ${batch}`.execute(
      db,
    );
    for (const { id, facts } of rows) {
      const deed = storedDeed(JSON.parse(facts) as Json);
      if (deed?.table !== table || !deed.rows.some((row) => gone.has(row.id))) continue;
      const { changes: _told, ...rest } = deed;
      const anonymous = { ...rest, rows: deed.rows.map((row) => (gone.has(row.id) ? { id: row.id } : row)) };
      await sql`UPDATE admin_log SET facts = ${JSON.stringify(anonymous)}, data = NULL WHERE id = ${id}`.execute(db);
    }
    if (rows.length < batch) return;
    last = Number(rows.at(-1)!.id);
  }
}
