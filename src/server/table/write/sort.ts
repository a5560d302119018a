import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { holdOrder } from './related.ts';
import { weighGap } from './save.ts';
import { loadStored, updateRow, type StoredRow } from './stored.ts';
import { inTransaction, type Transaction, type WriteContext } from './transaction.ts';

/** Rows on either side that get new weights when there is no room between two; four times as many when that is not enough. */
const firstWindow = 32;

/** A place in the order: by weight, then by id; the larger first. */
interface Place {
  readonly id: number;
  readonly weigh: number;
}
/** Rows among which a row may move: those with the same parent, in a tree. */
type Siblings = Condition | undefined;

/**
 * Puts the row into the target's place; the rows between move by one. Usually that writes the one row: weights leave
 * gaps, and it gets one between its new neighbours.
 */
export async function moveRow(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  targetId: number,
): Promise<void> {
  await inTransaction(ctx, caller, model, undefined, async (tx) => {
    await holdOrder(ctx, tx.db, model);
    const [row, target] = await bothRows(ctx, caller, model, id, targetId, tx);
    await writeWeigh(ctx, caller, model, row, await weighFor(tx.db, model, row, target), tx);
  });
}

/** Gives a locked row another place; its content stays as it was written. Nobody is told where nobody has moved it. */
export async function writeWeigh(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  weigh: number,
  tx: Transaction,
  isMoved = true,
): Promise<void> {
  const { id } = row;
  await updateRow(ctx, tx, model, row, { weigh }, Number(row.values['update_time']));
  const before = { weigh: row.values['weigh'] };
  if (isMoved)
    await ctx.written(tx, { caller, model, id, action: 'sortable', before, after: { weigh }, row: row.values });
  tx.touch(model.name);
  const { hooks } = model.definition;
  if (hooks?.afterCommit) tx.after.push(() => hooks.afterCommit!({ action: 'sortable', ids: [id], caller }));
}

async function bothRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  targetId: number,
  tx: Transaction,
): Promise<[StoredRow, StoredRow]> {
  const rule = ruleOf(ctx, caller, model, 'write', main);
  const conditions = [
    inList(sql`${sql.ref(`${main}.id`)}`, [id, targetId]),
    ...rowsOpenTo(ctx, caller, model),
    ...(rule ? [rule] : []),
  ];
  const rows = await loadStored(ctx.dialect, tx.db, model, conditions);
  const row = rows.find((each) => each.id === id);
  const target = rows.find((each) => each.id === targetId);
  if (!row || !target || row === target) throw new Problem('rows:notFound');
  if (model.traits.has('tree') && (row.values['pid'] ?? null) !== (target.values['pid'] ?? null))
    throw new Problem('rows:outOfRange');
  return [row, target];
}

export const placeOf = ({ id, values }: StoredRow): Place => ({ id, weigh: Number(values['weigh']) });
export const isAbove = (one: Place, other: Place): boolean =>
  one.weigh > other.weigh || (one.weigh === other.weigh && one.id > other.id);

async function weighFor(db: Sql, model: Model, moved: StoredRow, over: StoredRow): Promise<number> {
  const siblings = siblingsOf(model, moved);
  const [row, target] = [placeOf(moved), placeOf(over)];
  // Coming from above it goes below the target, and the other way round.
  const side = isAbove(row, target) ? 'below' : 'above';
  const [neighbour] = await beside(db, model, siblings, row.id, target, side, 1);
  const between = weighBetween(side === 'above' ? neighbour : target, side === 'above' ? target : neighbour);
  return between ?? makeRoom(db, model, siblings, row, target, side);
}

function siblingsOf(model: Model, { values }: StoredRow): Siblings {
  if (!model.traits.has('tree')) return undefined;
  const pid = (values['pid'] ?? null) as number | null;
  return pid === null ? sql<SqlBool>`pid IS NULL` : sql<SqlBool>`pid = ${pid}`;
}

/** The rows next to a place, the nearest first; the moved row does not count. */
async function beside(
  db: Sql,
  model: Model,
  siblings: Siblings,
  movedId: number,
  { id, weigh }: Place,
  side: 'above' | 'below',
  limit: number,
): Promise<Place[]> {
  const isBeyond: Condition =
    side === 'above'
      ? sql<SqlBool>`(weigh > ${weigh} OR (weigh = ${weigh} AND id > ${id}))`
      : sql<SqlBool>`(weigh < ${weigh} OR (weigh = ${weigh} AND id < ${id}))`;
  // The range alone would let the database pass over every equal weight; it begins at the right one.
  const isNear: Condition = side === 'above' ? sql<SqlBool>`weigh >= ${weigh}` : sql<SqlBool>`weigh <= ${weigh}`;
  const order: RawBuilder<unknown> = sql.raw(
    side === 'above' ? ' ORDER BY weigh, id' : ' ORDER BY weigh DESC, id DESC',
  );
  const conditions = [isNear, isBeyond, sql<SqlBool>`id <> ${movedId}`, ...(siblings ? [siblings] : [])];
  const { rows } =
    await sql<Place>`SELECT id, weigh FROM ${sql.table(model.name)}${whereOf(conditions)}${order} LIMIT ${limit}`.execute(
      db,
    );
  return rows.map((row) => ({ id: Number(row.id), weigh: Number(row.weigh) }));
}

/** A weight strictly between two rows, one of which may be missing at an end of the order; undefined when there is none. */
function weighBetween(upper: Place | undefined, lower: Place | undefined): number | undefined {
  if (!upper) return lower!.weigh + weighGap;
  if (!lower) return upper.weigh - weighGap;
  const middle = Math.floor((upper.weigh + lower.weigh) / 2);
  return middle > lower.weigh && middle < upper.weigh ? middle : undefined;
}

/** Spreads the rows around the target, the moved one in its new place; returns the moved row's weight. */
async function makeRoom(
  db: Sql,
  model: Model,
  siblings: Siblings,
  row: Place,
  target: Place,
  side: 'above' | 'below',
): Promise<number> {
  for (let window = firstWindow; ; window *= 4) {
    const above = await beside(db, model, siblings, row.id, target, 'above', window + 1);
    const below = await beside(db, model, siblings, row.id, target, 'below', window + 1);
    const ceiling = above[window];
    const floor = below[window];
    const order = [
      ...above.slice(0, window).toReversed(),
      ...(side === 'above' ? [row, target] : [target, row]),
      ...below.slice(0, window),
    ];
    const weights = spread(order.length, ceiling?.weigh, floor?.weigh, target.weigh);
    if (!weights) continue;
    for (const [at, each] of order.entries()) {
      if (each.id !== row.id && each.weigh !== weights[at])
        await sql`UPDATE ${sql.table(model.name)} SET weigh = ${weights[at]} WHERE id = ${each.id}`.execute(db);
    }
    return weights[order.findIndex(({ id }) => id === row.id)]!;
  }
}

/** `count` weights from the largest to the smallest between two others, all different; undefined when there are too few numbers. */
function spread(
  count: number,
  ceiling: number | undefined,
  floor: number | undefined,
  around: number,
): number[] | undefined {
  const [top, bottom] =
    ceiling === undefined
      ? [
          (floor ?? around - Math.ceil(count / 2) * weighGap) + (count + 1) * weighGap,
          floor ?? around - Math.ceil(count / 2) * weighGap,
        ]
      : [ceiling, floor ?? ceiling - (count + 1) * weighGap];
  const step = Math.floor((top - bottom) / (count + 1));
  return step < 1 ? undefined : Array.from({ length: count }, (_, at) => top - step * (at + 1));
}
