import { sql, type RawBuilder } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { joinsSql } from '../query/joins.ts';
import type { ListPlan } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { whoOf } from '../query/signature.ts';
import { idsOf, isMatching, mostIds, type Choice } from './input.ts';
import type { CallContext } from './tableCall.ts';

const mainId = sql.ref(`${main}.id`);

/** Of which rows a call is: those named, or those that the list has when it is made. */
export async function chosenIds(
  context: Pick<CallContext, 'write' | 'reader'>,
  caller: Caller,
  model: Model,
  choice: Choice,
  most = mostIds,
): Promise<number[]> {
  if (!isMatching(choice)) return idsOf(model, choice, most);
  const { database, dialect } = context.write;
  const plan = context.reader.plan(caller, model, choice.query);
  const conditions = [
    ...withinBudget(dialect, `${main}.id`),
    ...plan.where,
    ...(plan.search ? [plan.search.indexed] : []),
  ];
  // As any other list is asked for: nobody waits for it, and it may not take long.
  const query = idsSql(plan, conditions, most + 1).compile(database.read);
  const rows = await database.readBounded(query, whoOf(caller));
  if (rows.length > most) throw new Problem('rows:tooManyRows', { limit: most });
  if (choice.count !== undefined && Number(choice.count) !== rows.length)
    throw new Problem('rows:otherCount', { count: rows.length });
  return rows.map(({ id }) => Number(id));
}

/** Those of the rows that the list still has, as the transaction sees it. */
export async function stillMatching(
  { reader }: Pick<CallContext, 'reader'>,
  caller: Caller,
  model: Model,
  choice: Choice,
  ids: readonly number[],
  db: Sql,
): Promise<readonly number[]> {
  if (!isMatching(choice) || ids.length === 0) return ids;
  const plan = reader.plan(caller, model, choice.query);
  const conditions = [inList(mainId, ids), ...plan.where, ...(plan.search ? [plan.search.direct] : [])];
  const { rows } = await idsSql(plan, conditions, ids.length).execute(db);
  return rows.map(({ id }) => Number(id));
}

const idsSql = (
  { model, joins }: ListPlan,
  conditions: readonly Condition[],
  most: number,
): RawBuilder<{ id: number }> =>
  sql<{ id: number }>`
    SELECT ${mainId} AS id FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(joins)}${whereOf(conditions)}
    ORDER BY ${mainId} LIMIT ${sql.lit(most)}`;
