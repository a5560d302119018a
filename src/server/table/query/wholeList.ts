import { sql, type RawBuilder } from 'kysely';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import { whereOf } from './condition.ts';
import { joinsSql } from './joins.ts';
import { orderSql, type ListPlan } from './listPlan.ts';
import type { Raw } from './readRows.ts';
import { main } from './reference.ts';
import { rowShape, type RowShape } from './rowShape.ts';
import type { TableContext } from './scope.ts';

/** All rows of a list in its order, each with all of its texts. */
export function wholeList(ctx: TableContext, plan: ListPlan): { query: RawBuilder<Raw>; shape: RowShape } {
  const { model, caller, where, search, order, joins, columns } = plan;
  const shape = rowShape(ctx, caller, model, true, columns);
  const conditions = [...withinBudget(ctx.dialect, `${main}.id`), ...where, ...(search ? [search.indexed] : [])];
  const query = sql<Raw>`
    SELECT ${sql.join(shape.columns)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}
    ${joinsSql(new Map([...joins, ...shape.joins]))}${whereOf(conditions)}${orderSql(ctx.dialect, order)}`;
  return { query, shape };
}
