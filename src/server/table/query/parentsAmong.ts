import { sql } from 'kysely';
import type { Caller, Model } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { inList, whereOf } from './condition.ts';
import { rowsOpenTo } from './listPlan.ts';
import { main } from './reference.ts';
import type { TableContext } from './scope.ts';
import { whoOf } from './signature.ts';

/** Which of these rows of a tree have rows below them that the caller may see. */
export async function parentsAmong(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const pid = sql.ref(`${main}.pid`);
  const conditions = [...withinBudget(ctx.dialect, `${main}.id`), inList(pid, ids), ...rowsOpenTo(ctx, caller, model)];
  const query = sql<{ pid: number }>`
    SELECT DISTINCT ${pid} AS pid FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}`;
  const rows = await database.readBounded(query.compile(database.read), whoOf(caller));
  return new Set(rows.map((row) => Number(row.pid)));
}
