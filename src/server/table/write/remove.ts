import { sql, type SqlBool } from 'kysely';
import { Problem, textOf, type Caller, type Model, type ModelField } from '#resource';
import { mayRead } from '../fieldAccess.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { isAllowed } from '../read.ts';
import { joinTableOf, onDeleteOf } from '../tablesOf.ts';
import { keepHistory, type HistoryAction } from './history.ts';
import { editRow, onlyId, visible } from './save.ts';
import { loadStored, pairFields, updateRow, type StoredRow } from './stored.ts';
import { contextOf, inTransaction, type Transaction, type WriteContext } from './transaction.ts';
import { namingUndeclared } from './undeclared.ts';

const mainId = sql`${sql.ref(`${main}.id`)}`;
/** Dependent rows that go at once. */
const batch = 500;

/** Who deletes what a row takes along: their own rights ended at the row itself. */
const systemFor = (caller: Caller): Caller => ({ ...caller, realm: 'system', super: true, may: () => true });

/** Deletes rows, or puts them into the trash of tables that have one; returns how many went. */
export async function removeRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  running?: Transaction,
): Promise<number> {
  const remove = async (tx: Transaction): Promise<number> => {
    const rows = await rowsToRemove(ctx, caller, model, ids, 'rows:noneDeleted', false, tx);
    await beforeDelete(ctx, caller, model, rows, tx);
    await refuseNeeded(ctx, caller, model, rows, model.traits.trash, tx);
    if (model.traits.trash) for (const row of rows) await mark(ctx, caller, model, row, tx.now, 'del', tx);
    else await erase(ctx, caller, model, rows, 'del', tx);
    settle(caller, model, rows, 'del', tx);
    return rows.length;
  };
  return namingUndeclared(ctx, model, ids, () => inTransaction(ctx, caller, model, running, remove));
}

/** Deletes rows of the trash for good. */
export async function destroyRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<number> {
  const destroy = async (tx: Transaction): Promise<number> => {
    const rows = await rowsToRemove(ctx, caller, model, ids, 'rows:noneDeleted', true, tx);
    await refuseNeeded(ctx, caller, model, rows, false, tx);
    await erase(ctx, caller, model, rows, 'destroy', tx);
    settle(caller, model, rows, 'del', tx);
    return rows.length;
  };
  return namingUndeclared(ctx, model, ids, () => inTransaction(ctx, caller, model, undefined, destroy));
}

/** Takes rows out of the trash. */
export async function restoreRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<number> {
  return inTransaction(ctx, caller, model, undefined, async (tx) => {
    const rows = await rowsToRemove(ctx, caller, model, ids, 'rows:noneRestored', true, tx);
    for (const row of rows) await mark(ctx, caller, model, row, null, 'restore', tx);
    settle(caller, model, rows, 'restore', tx);
    return rows.length;
  });
}

function settle(
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  action: 'del' | 'restore',
  tx: Transaction,
): void {
  tx.touch(model.name, ...pairFields(model).map((field) => joinTableOf(model, field)));
  const { hooks } = model.definition;
  if (hooks?.afterCommit) tx.after.push(() => hooks.afterCommit!({ action, ids: rows.map(({ id }) => id), caller }));
}

/**
 * The rows, all of which the caller may change: a list with one that is not there, or as good as not there for them, is
 * refused with `message`, which is the same for both. The system takes those that are left.
 */
async function rowsToRemove(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  message: string,
  trash: boolean,
  tx: Transaction,
): Promise<StoredRow[]> {
  const rule = ruleOf(ctx, caller, model, 'write', main);
  const conditions: Condition[] = [
    inList(mainId, ids),
    ...rowsOpenTo(ctx, caller, model, trash),
    ...(rule ? [rule] : []),
  ];
  const rows = await loadStored(ctx.dialect, tx.db, model, conditions);
  const least = caller.realm === 'system' ? 1 : new Set(ids).size;
  if (rows.length < least) throw new Problem(message);
  return rows;
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

async function mark(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  time: number | null,
  action: HistoryAction,
  tx: Transaction,
): Promise<void> {
  await updateRow(ctx, tx.db, model, row, { delete_time: time }, Number(row.values['update_time']));
  await keepHistory(
    ctx,
    tx,
    caller,
    model,
    row.id,
    action,
    { delete_time: row.values['delete_time'] },
    { delete_time: time },
  );
}

async function erase(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  action: HistoryAction,
  tx: Transaction,
): Promise<void> {
  await releaseDependents(ctx, caller, model, rows, tx);
  // A parent may go only after its children.
  const groups = model.traits.tree ? deepestFirst(rows).map((row) => [row]) : [rows];
  for (const group of groups) {
    await sql`DELETE FROM ${sql.table(model.name)}${whereOf([
      inList(
        sql`id`,
        group.map(({ id }) => id),
      ),
    ])}`.execute(tx.db);
  }
  for (const row of rows) await keepHistory(ctx, tx, caller, model, row.id, action, row.values, undefined);
}

function deepestFirst(rows: readonly StoredRow[]): StoredRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const depth = (row: StoredRow | undefined, steps = 0): number =>
    row && steps <= rows.length ? 1 + depth(byId.get(Number(row.values['pid'])), steps + 1) : 0;
  return rows.toSorted((one, other) => depth(other) - depth(one));
}

interface Dependent {
  readonly model: Model;
  readonly field: ModelField;
}

/** Fields of any table that refer to rows of this one. */
function dependentsOf(ctx: WriteContext, model: Model): Dependent[] {
  return [...ctx.models.values()].flatMap((other) =>
    other.source
      ? []
      : [...other.fields.values()]
          .filter((field) => field.to === model.name && field.column !== null)
          .map((field) => ({ model: other, field })),
  );
}

/**
 * Refuses while other rows need these; rows that go too, and for the trash those that are deleted already, need nothing.
 * Only rows that the caller may list are counted for them.
 */
async function refuseNeeded(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  forTrash: boolean,
  tx: Transaction,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { model: other, field } of dependentsOf(ctx, model).filter(
    (each) => onDeleteOf(each.field) === 'restrict',
  )) {
    const conditions = [inList(sql`${sql.ref(`${main}.${field.name}`)}`, ids)];
    if (other === model) conditions.push(sql<SqlBool>`NOT ${inList(mainId, ids)}`);
    if (forTrash && other.traits.trash) conditions.push(sql<SqlBool>`${sql.ref(`${main}.delete_time`)} IS NULL`);
    if ((await countOf(tx, other, conditions)) === 0) continue;
    const count =
      isAllowed(caller, other, 'index') && mayRead(caller, other, field)
        ? await countOf(tx, other, [...conditions, ...rowsOpenTo(ctx, caller, other, false)])
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
  const system = systemFor(caller);
  if (onDeleteOf(field) === 'cascade') {
    await beforeDelete(ctx, system, model, rows, tx);
    await refuseNeeded(ctx, caller, model, rows, false, tx);
    await erase(ctx, caller, model, rows, 'destroy', tx);
    settle(caller, model, rows, 'del', tx);
    return;
  }
  for (const row of rows) {
    // A row in the trash is changed as it lies there.
    if (row.values['delete_time']) await updateRow(ctx, tx.db, model, row, { [field.name]: null }, tx.now);
    else await editRow(ctx, system, model, row.id, { [field.name]: null }, onlyId, { tx });
  }
  tx.touch(model.name);
}
