import { sql } from 'kysely';
import type { Caller, Model } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { mayRead } from '../fieldAccess.ts';
import { inList, whereOf } from './condition.ts';
import { rowsOpenTo } from './listPlan.ts';
import type { WireRow } from './readRows.ts';
import { main } from './reference.ts';
import type { TableContext } from './scope.ts';
import { whoOf } from './signature.ts';

/** The rows above these of a tree that are not among them, as far up as the caller may see each. */
export async function ancestorsOf(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  model: Model,
  rows: readonly WireRow[],
): Promise<number[]> {
  const known = new Set(rows.map(({ id }) => Number(id)));
  const missing = new Set(rows.flatMap(({ pid }) => (typeof pid === 'number' && !known.has(pid) ? [pid] : [])));
  if (missing.size === 0 || !mayRead(caller, model, model.fields.get('pid')!)) return [];
  const [id, pid] = [sql.ref(`${main}.id`), sql.ref(`${main}.pid`)];
  const open = [...withinBudget(ctx.dialect, `${main}.id`), ...rowsOpenTo(ctx, caller, model)];
  const table = sql`${sql.table(model.name)} AS ${sql.ref(main)}`;
  // Not UNION ALL: rows that stand below one another in a circle would go on for ever.
  const query = sql<{ id: number }>`
    WITH RECURSIVE above (id, pid) AS (
      SELECT ${id}, ${pid} FROM ${table}${whereOf([inList(id, [...missing]), ...open])}
      UNION
      SELECT ${id}, ${pid} FROM above JOIN ${table} ON ${id} = above.pid${whereOf(open)}
    ) SELECT id FROM above`;
  const above = await database.readBounded(query.compile(database.read), whoOf(caller));
  return above.map((row) => Number(row.id)).filter((each) => !known.has(each));
}
