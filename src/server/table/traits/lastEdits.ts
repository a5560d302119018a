import { sql } from 'kysely';
import type { Caller, Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList } from '../query/condition.ts';
import { historyTable } from '../tablesOf.ts';
import type { Changes } from './keepHistory.ts';

/** What the fields of a row held before; `lost` for one of which history has a part only, or the text of a value of another kind. */
export type FormerValues = Readonly<Record<string, { readonly value: unknown } | { readonly lost: 'cut' | 'plain' }>>;

/** The edits that are the last that happened to these rows, of those that this caller has made since then: what was before, by row. */
export async function lastEdits(
  db: Sql,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  since: number,
): Promise<ReadonlyMap<number, FormerValues>> {
  const { rows } = await sql<{ row_id: number; changes: string }>`
    SELECT row_id, changes FROM ${sql.table(historyTable)}
    WHERE action = 'edit' AND realm = ${caller.realm} AND caller_id = ${caller.id}
      AND actor_id = ${caller.actor?.id ?? 0} AND create_time >= ${since} AND id IN (
      SELECT MAX(id) FROM ${sql.table(historyTable)}
      WHERE table_name = ${model.name} AND ${inList(sql`row_id`, ids)} GROUP BY row_id
    )`.execute(db);
  return new Map(rows.map(({ row_id: id, changes }) => [Number(id), formerValues(changes)]));
}

function formerValues(changes: string): FormerValues {
  const kept = JSON.parse(changes) as Changes;
  return Object.fromEntries(
    Object.entries(kept).map(([name, { before, cut, plain }]) => [
      name,
      plain ? { lost: 'plain' } : cut ? { lost: 'cut' } : { value: before },
    ]),
  );
}
