import { sql, type SqlBool } from 'kysely';
import { Problem, textOf, type Caller, type Model, type ModelField } from '#resource';
import { mayRead } from '../fieldAccess.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { isAllowed } from '../read.ts';
import { onDeleteOf } from '../tablesOf.ts';
import { serverTraitsOf } from '../traits/index.ts';
import { everywhere, isGone, living, type Where } from '../traits/views.ts';
import { chosenRows } from './chosenRows.ts';
import { visible } from './changes.ts';
import { dependentsOf } from './dependents.ts';
import { editRow, onlyId } from './save.ts';
import { settle } from './settle.ts';
import { systemFor } from './systemFor.ts';
import { loadStored, updateRow, type StoredRow } from './stored.ts';
import { contextOf, hasHooks, holdHooks, inTransaction, type Transaction, type WriteContext } from './transaction.ts';
import { namingUndeclared } from './undeclared.ts';

const mainId = sql`${sql.ref(`${main}.id`)}`;
/** Dependent rows that go at once. */
const batch = 500;

/** Deletes rows, or does instead what a trait of the table does; returns how many went. */
export async function removeRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  running?: Transaction,
  where?: Where,
): Promise<number> {
  const instead = serverTraitsOf(model).find(({ remove: other }) => other)?.remove;
  const remove = async (tx: Transaction): Promise<number> => {
    if (!instead) await holdFollowing(ctx, model, tx);
    const rows = await chosenRows(ctx, caller, model, ids, { where, refusal: 'rows:noneDeleted' }, tx);
    await beforeDelete(ctx, caller, model, rows, tx);
    await refuseNeeded(ctx, caller, model, rows, instead !== undefined, tx);
    await (instead ? instead(ctx, caller, model, rows, tx) : erase(ctx, caller, model, rows, 'del', tx));
    settle(caller, model, rows, 'del', tx);
    return rows.length;
  };
  return namingUndeclared(ctx, model, ids, () => inTransaction(ctx, caller, model, running, remove));
}

/** Deletes rows for good that are in the view of this action. */
export async function destroyRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<number> {
  const destroy = async (tx: Transaction): Promise<number> => {
    const where = model.actions.get('destroy')?.view;
    await holdFollowing(ctx, model, tx);
    const rows = await chosenRows(ctx, caller, model, ids, { where, refusal: 'rows:noneDeleted' }, tx);
    await refuseNeeded(ctx, caller, model, rows, false, tx);
    await erase(ctx, caller, model, rows, 'destroy', tx);
    settle(caller, model, rows, 'del', tx);
    return rows.length;
  };
  return namingUndeclared(ctx, model, ids, () => inTransaction(ctx, caller, model, undefined, destroy));
}

/** Deletes rows for good, wherever they are, in the running transaction. */
export async function eraseRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  tx: Transaction,
): Promise<void> {
  await holdFollowing(ctx, model, tx);
  const rows = await chosenRows(ctx, caller, model, ids, { where: everywhere, refusal: 'rows:noneDeleted' }, tx);
  await beforeDelete(ctx, caller, model, rows, tx);
  await refuseNeeded(ctx, caller, model, rows, false, tx);
  await erase(ctx, caller, model, rows, 'destroy', tx);
  settle(caller, model, rows, 'del', tx);
}

async function beforeDelete(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  tx: Transaction,
): Promise<void> {
  await model.definition.hooks?.beforeDelete?.({
    rows: rows.map(({ values }) => visible(model, values)),
    context: contextOf(ctx, caller, tx),
  } as never);
}

async function erase(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  action: 'del' | 'destroy',
  tx: Transaction,
): Promise<void> {
  await releaseDependents(ctx, caller, model, rows, tx);
  const groups = serverTraitsOf(model)
    .find(({ portions }) => portions)
    ?.portions?.(rows) ?? [rows];
  for (const group of groups) {
    await sql`DELETE FROM ${sql.table(model.name)}${whereOf([
      inList(
        sql`id`,
        group.map(({ id }) => id),
      ),
    ])}`.execute(tx.db);
  }
  for (const { id, values } of rows)
    await ctx.written(tx, { caller, model, id, action, before: values, after: undefined });
}

/** Before any row is locked: whoever runs hooks holds them before the rows. */
async function holdFollowing(ctx: WriteContext, model: Model, tx: Transaction): Promise<void> {
  if (hooksFollow(ctx, model)) await holdHooks(ctx, tx);
}

/** Whether hooks may run when rows of the table go, its own or those of rows that go along or lose their reference. */
function hooksFollow(ctx: WriteContext, model: Model, above: readonly Model[] = [model]): boolean {
  if (hasHooks(model)) return true;
  return dependentsOf(ctx, model).some(({ model: other, field }) => {
    const onDelete = onDeleteOf(field);
    if (onDelete === 'restrict' || above.includes(other)) return false;
    return onDelete === 'cascade' ? hooksFollow(ctx, other, [...above, other]) : hasHooks(other);
  });
}

/**
 * Refuses while other rows need these; rows that go too need nothing, nor, for rows that can come back, those that are
 * deleted already.
 * Only rows that the caller may list are counted for them.
 */
async function refuseNeeded(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  canComeBack: boolean,
  tx: Transaction,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { model: other, field } of dependentsOf(ctx, model).filter(
    (each) => onDeleteOf(each.field) === 'restrict',
  )) {
    const conditions = [inList(sql`${sql.ref(`${main}.${field.name}`)}`, ids)];
    if (other === model) conditions.push(sql<SqlBool>`NOT ${inList(mainId, ids)}`);
    if (canComeBack) conditions.push(...living(ctx.dialect, other));
    if ((await countOf(tx, other, conditions)) === 0) continue;
    const count =
      isAllowed(caller, other, 'index') && mayRead(caller, other, field)
        ? await countOf(tx, other, [...conditions, ...rowsOpenTo(ctx, caller, other)])
        : 0;
    if (count === 0) throw new Problem('rows:inUseUnseen');
    const isChild = other === model && field.kind.relation === 'parent';
    throw new Problem(isChild ? 'rows:hasChildren' : 'rows:inUse', {
      count,
      table: textOf(other.label, caller.language),
    });
  }
}

async function countOf(tx: Transaction, model: Model, conditions: readonly Condition[]): Promise<number> {
  const {
    rows: [found],
  } = await sql<{
    count: number;
  }>`SELECT count(*) AS count FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}`.execute(tx.db);
  return Number(found!.count);
}

/** Dependent rows go along or lose their reference through the gate, so that their hooks and history know of it. */
async function releaseDependents(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  tx: Transaction,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { model: other, field } of dependentsOf(ctx, model).filter(
    (each) => onDeleteOf(each.field) !== 'restrict',
  )) {
    for (;;) {
      const dependents = await loadStored(
        ctx.dialect,
        tx.db,
        other,
        [
          inList(sql`${sql.ref(`${main}.${field.name}`)}`, ids),
          ...(other === model ? [sql<SqlBool>`NOT ${inList(mainId, ids)}`] : []),
        ],
        batch,
      );
      if (dependents.length === 0) break;
      await release(ctx, caller, other, field, dependents, tx);
    }
  }
}

async function release(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  field: ModelField,
  rows: readonly StoredRow[],
  tx: Transaction,
): Promise<void> {
  // Their own rights ended at the row that takes these along.
  const system = systemFor(caller);
  if (onDeleteOf(field) === 'cascade') {
    await beforeDelete(ctx, system, model, rows, tx);
    await refuseNeeded(ctx, caller, model, rows, false, tx);
    await erase(ctx, caller, model, rows, 'destroy', tx);
    settle(caller, model, rows, 'del', tx);
    return;
  }
  for (const row of rows) {
    // A row that is deleted already is changed as it lies there.
    if (isGone(model, row.values)) await updateRow(ctx, tx, model, row, { [field.name]: null }, tx.now);
    else await editRow(ctx, system, model, row.id, { [field.name]: null }, onlyId, { tx, where: everywhere });
  }
  tx.touch(model.name);
}
