import { sql } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { mayWrite } from '../fieldAccess.ts';
import { historyTable } from '../tablesOf.ts';
import { readable } from './history.ts';
import type { Changes } from './keepHistory.ts';

interface FormerValues {
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the other fields of the entry stay as they are. */
  readonly left: Readonly<Record<string, Problem>>;
}

/** What the fields of an edit held before it, as far as the caller may read and write them and history has all of it. */
export async function formerValues(
  db: Sql,
  caller: Caller,
  model: Model,
  id: number,
  entry: number,
): Promise<FormerValues> {
  const { rows } = await sql<{ changes: string }>`
    SELECT changes FROM ${sql.table(historyTable)}
    WHERE id = ${entry} AND table_name = ${model.name} AND row_id = ${id} AND action = 'edit'`.execute(db);
  const changes = rows[0] && readable(caller, model, JSON.parse(rows[0].changes) as Changes);
  if (!changes || Object.keys(changes).length === 0) throw new Problem('rows:noSuchEdit');
  const left = leftAlone(caller, model, changes);
  const values = Object.fromEntries(
    Object.entries(changes).flatMap(([name, { before }]) => (name in left ? [] : [[name, before] as const])),
  );
  return { values, left };
}

/** Why the caller cannot give back what these fields held before; those that are not in it they can. */
export function leftAlone(caller: Caller, model: Model, changes: Changes): Record<string, Problem> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, { cut, plain }]) => {
      const field = model.fields.get(name);
      if (!field || !mayWrite(caller, model, field)) return [[name, new Problem('validate:notWritable')] as const];
      if (plain) return [[name, new Problem('rows:otherKind')] as const];
      return cut ? [[name, new Problem('rows:partlyKept')] as const] : [];
    }),
  );
}
