import { sql } from 'kysely';
import type { Sql, Write } from '../database/database.ts';

/** The menu entry and the rights that were made for the page at this path; what an administrator has made is not among them. */
export async function rulesOfPath(db: Sql, path: string): Promise<number[]> {
  const name = path.toLowerCase();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM admin_rule WHERE made_title IS NOT NULL
      AND (lower(name) = ${name} OR (type = 'button' AND substr(lower(name), 1, ${sql.lit(name.length + 1)}) = ${`${name}/`}))`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/** Removes them, so that a later page at the same path gives nobody rights that they were given for this one. */
export async function removeRules({ db, touch }: Write, path: string): Promise<void> {
  const ids = await rulesOfPath(db, path);
  if (ids.length === 0) return;
  const list = sql.join(ids);
  await sql`DELETE FROM admin_group_rule_ids WHERE other_id IN (${list})`.execute(db);
  // What an administrator has put below it moves up.
  await sql`UPDATE admin_rule SET pid = NULL WHERE pid IN (${list}) AND id NOT IN (${list})`.execute(db);
  await sql`UPDATE admin_rule SET pid = NULL WHERE id IN (${list})`.execute(db);
  await sql`DELETE FROM admin_rule WHERE id IN (${list})`.execute(db);
  touch('admin_rule', 'admin_group', 'admin_group_rule_ids');
}
