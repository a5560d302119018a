import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { joinsSql } from '../query/joins.ts';
import type { ListPlan } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { whoOf } from '../query/signature.ts';
import { idsOf, isMatching, mostIds, type Choice, type Matching } from './input.ts';
import type { CallContext } from './tableCall.ts';

const mainId = sql.ref(`${main}.id`);

type Context = Pick<CallContext, 'write' | 'reader'>;

/** Of which rows a call is: those named, or those that the list has when it is made. */
export async function chosenIds(
  context: Context,
  caller: Caller,
  model: Model,
  choice: Choice,
  most = mostIds,
): Promise<number[]> {
  const ids = await idsUpTo(context, caller, model, choice, most);
  if (!ids) throw new Problem('rows:tooManyRows', { limit: most });
  return ids;
}

/** The same; undefined when they are more. */
export async function idsUpTo(
  context: Context,
  caller: Caller,
  model: Model,
  choice: Choice,
  most: number,
): Promise<number[] | undefined> {
  if (!isMatching(choice)) return choice.length > most ? undefined : idsOf(model, choice, most);
  const ids = await matchingIds(context, caller, model, choice, most + 1);
  if (ids.length > most) return undefined;
  assertCount(choice, ids.length);
  return ids;
}

/** The first of them, in rising order. */
export const firstIds = async (
  context: Context,
  caller: Caller,
  model: Model,
  choice: Choice,
  count: number,
): Promise<readonly number[]> =>
  isMatching(choice)
    ? matchingIds(context, caller, model, choice, count)
    : rising(idsOf(model, choice, choice.length)).slice(0, count);

const rising = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

/** However many they are, in portions and in rising order. */
export async function* idsInPages(
  context: Context,
  caller: Caller,
  model: Model,
  choice: Choice,
  most: number,
): AsyncGenerator<readonly number[]> {
  if (!isMatching(choice)) return yield rising(idsOf(model, choice, most));
  let count = 0;
  const page = context.write.together;
  for (let after = 0; ;) {
    const ids = await matchingIds(context, caller, model, choice, page, after);
    count += ids.length;
    if (ids.length > 0) yield ids;
    if (ids.length < page) return assertCount(choice, count);
    after = ids.at(-1)!;
  }
}

function assertCount({ count: wanted }: Matching, count: number): void {
  if (wanted !== undefined && Number(wanted) !== count) throw new Problem('rows:otherCount', { count });
}

/** The first ids of the list behind this one. */
async function matchingIds(
  context: Context,
  caller: Caller,
  model: Model,
  choice: Matching,
  most: number,
  after = 0,
): Promise<number[]> {
  const { database, dialect } = context.write;
  const plan = context.reader.plan(caller, model, choice.query);
  const conditions = [
    ...withinBudget(dialect, `${main}.id`),
    ...(after > 0 ? [sql<SqlBool>`${mainId} > ${after}`] : []),
    ...plan.where,
    ...(plan.search ? [plan.search.indexed] : []),
  ];
  // As any other list is asked for: nobody waits for it, and it may not take long.
  const query = idsSql(plan, conditions, most).compile(database.read);
  const rows = await database.readBounded(query, whoOf(caller));
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
