import { sql } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import { inList, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import type { Where } from '../traits/views.ts';
import { loadStored, type StoredRow } from './stored.ts';
import type { Transaction, WriteContext } from './transaction.ts';

interface Choice {
  /** The view that they are in. */
  readonly where?: Where;
  /** What is answered when one of them is not there: the same for all reasons. */
  readonly refusal: string;
  /** False: those that the caller may only see, too. */
  readonly changes?: boolean;
}

/**
 * The rows of these ids, locked, all of which the caller may change: a list with one that is not there, or as good as not
 * there for them, is refused. The system gets those that are left.
 */
export async function chosenRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  { where, refusal, changes = true }: Choice,
  tx: Transaction,
): Promise<StoredRow[]> {
  const rule = changes ? ruleOf(ctx, caller, model, 'write', main) : undefined;
  const conditions: Condition[] = [
    inList(sql`${sql.ref(`${main}.id`)}`, ids),
    ...rowsOpenTo(ctx, caller, model, where),
    ...(rule ? [rule] : []),
  ];
  const rows = await loadStored(ctx.dialect, tx.db, model, conditions);
  const least = caller.realm === 'system' ? 1 : new Set(ids).size;
  if (rows.length < least) throw new Problem(refusal);
  return rows;
}
