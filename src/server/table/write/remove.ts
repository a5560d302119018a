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
import { contextOf, perform, type Work, type Workshop } from './work.ts';

const mainId = sql`${sql.ref(`${main}.id`)}`;
/** Dependent rows that go at once. */
const batch = 500;

/** Who deletes what a row takes along: their own rights ended at the row itself. */
const systemFor = (caller: Caller): Caller => ({ ...caller, realm: 'system', super: true, may: () => true });

/** Deletes rows, or puts them into the trash of tables that have one; returns how many went. */
export async function removeRows(
  shop: Workshop,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  running?: Work,
): Promise<number> {
  return perform(shop, model, running, async (work) => {
    const rows = await rowsToRemove(shop, caller, model, ids, false, work);
    if (rows.length === 0) throw new Problem('rows:noneDeleted');
    await beforeDelete(shop, caller, model, rows, work);
    await refuseNeeded(shop, caller, model, rows, model.traits.trash, work);
    if (model.traits.trash) for (const row of rows) await mark(shop, caller, model, row, work.now, 'del', work);
    else await erase(shop, caller, model, rows, 'del', work);
    settle(caller, model, rows, 'del', work);
    return rows.length;
  });
}

/** Deletes rows of the trash for good. */
export async function destroyRows(
  shop: Workshop,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<number> {
  return perform(shop, model, undefined, async (work) => {
    const rows = await rowsToRemove(shop, caller, model, ids, true, work);
    if (rows.length === 0) throw new Problem('rows:noneDeleted');
    await refuseNeeded(shop, caller, model, rows, false, work);
    await erase(shop, caller, model, rows, 'destroy', work);
    settle(caller, model, rows, 'del', work);
    return rows.length;
  });
}

/** Takes rows out of the trash. */
export async function restoreRows(
  shop: Workshop,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<number> {
  return perform(shop, model, undefined, async (work) => {
    const rows = await rowsToRemove(shop, caller, model, ids, true, work);
    if (rows.length === 0) throw new Problem('rows:noneRestored');
    for (const row of rows) await mark(shop, caller, model, row, null, 'restore', work);
    settle(caller, model, rows, 'restore', work);
    return rows.length;
  });
}

function settle(caller: Caller, model: Model, rows: readonly StoredRow[], action: 'del' | 'restore', work: Work): void {
  work.touch(model.name, ...pairFields(model).map((field) => joinTableOf(model, field)));
  const { hooks } = model.definition;
  if (hooks?.afterCommit) work.after.push(() => hooks.afterCommit!({ action, ids: rows.map(({ id }) => id), caller }));
}

/** Those of the rows that the caller may change; the others are as if they did not exist. */
async function rowsToRemove(
  shop: Workshop,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  trash: boolean,
  work: Work,
): Promise<StoredRow[]> {
  const rule = ruleOf(shop.dialect, caller, model, 'write', main);
  const conditions: Condition[] = [
    inList(mainId, ids),
    ...rowsOpenTo(shop, caller, model, trash),
    ...(rule ? [rule] : []),
  ];
  return loadStored(shop.dialect, work.db, model, conditions);
}

async function beforeDelete(
  shop: Workshop,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  work: Work,
): Promise<void> {
  await model.definition.hooks?.beforeDelete?.({
    rows: rows.map(({ values }) => visible(model, values)),
    context: contextOf(shop, caller, work),
  } as never);
}

async function mark(
  shop: Workshop,
  caller: Caller,
  model: Model,
  row: StoredRow,
  time: number | null,
  action: HistoryAction,
  work: Work,
): Promise<void> {
  await updateRow(shop, work.db, model, row, { delete_time: time }, Number(row.values['update_time']));
  await keepHistory(
    shop,
    work,
    caller,
    model,
    row.id,
    action,
    { delete_time: row.values['delete_time'] },
    { delete_time: time },
  );
}

async function erase(
  shop: Workshop,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  action: HistoryAction,
  work: Work,
): Promise<void> {
  await releaseDependents(shop, caller, model, rows, work);
  // A parent may go only after its children.
  const groups = model.traits.tree ? deepestFirst(rows).map((row) => [row]) : [rows];
  for (const group of groups) {
    await sql`DELETE FROM ${sql.table(model.name)}${whereOf([
      inList(
        sql`id`,
        group.map(({ id }) => id),
      ),
    ])}`.execute(work.db);
  }
  for (const row of rows) await keepHistory(shop, work, caller, model, row.id, action, row.values, undefined);
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
function dependentsOf(shop: Workshop, model: Model): Dependent[] {
  return [...shop.models.values()].flatMap((other) =>
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
  shop: Workshop,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  forTrash: boolean,
  work: Work,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { model: other, field } of dependentsOf(shop, model).filter(
    (each) => onDeleteOf(each.field) === 'restrict',
  )) {
    const conditions = [inList(sql`${sql.ref(`${main}.${field.name}`)}`, ids)];
    if (other === model) conditions.push(sql<SqlBool>`NOT ${inList(mainId, ids)}`);
    if (forTrash && other.traits.trash) conditions.push(sql<SqlBool>`${sql.ref(`${main}.delete_time`)} IS NULL`);
    if ((await countOf(work, other, conditions)) === 0) continue;
    const count =
      isAllowed(caller, other, 'index') && mayRead(caller, other, field)
        ? await countOf(work, other, [...conditions, ...rowsOpenTo(shop, caller, other, false)])
        : 0;
    if (count === 0) throw new Problem('rows:inUseUnseen');
    const isChild = other === model && field.kind.kind === 'parent';
    throw new Problem(isChild ? 'rows:hasChildren' : 'rows:inUse', {
      count,
      table: textOf(other.label, caller.language),
    });
  }
}

async function countOf(work: Work, model: Model, conditions: readonly Condition[]): Promise<number> {
  const {
    rows: [found],
  } = await sql<{
    count: number;
  }>`SELECT count(*) AS count FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}`.execute(work.db);
  return Number(found!.count);
}

/** Dependent rows go along or lose their reference through the gate, so that their hooks and history know of it. */
async function releaseDependents(
  shop: Workshop,
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  work: Work,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { model: other, field } of dependentsOf(shop, model).filter(
    (each) => onDeleteOf(each.field) !== 'restrict',
  )) {
    for (;;) {
      const dependents = await loadStored(
        shop.dialect,
        work.db,
        other,
        [
          inList(sql`${sql.ref(`${main}.${field.name}`)}`, ids),
          ...(other === model ? [sql<SqlBool>`NOT ${inList(mainId, ids)}`] : []),
        ],
        batch,
      );
      if (dependents.length === 0) break;
      await release(shop, caller, other, field, dependents, work);
    }
  }
}

async function release(
  shop: Workshop,
  caller: Caller,
  model: Model,
  field: ModelField,
  rows: readonly StoredRow[],
  work: Work,
): Promise<void> {
  const system = systemFor(caller);
  if (onDeleteOf(field) === 'cascade') {
    await beforeDelete(shop, system, model, rows, work);
    await refuseNeeded(shop, caller, model, rows, false, work);
    await erase(shop, caller, model, rows, 'destroy', work);
    settle(caller, model, rows, 'del', work);
    return;
  }
  for (const row of rows) {
    // A row in the trash is changed as it lies there.
    if (row.values['delete_time']) await updateRow(shop, work.db, model, row, { [field.name]: null }, work.now);
    else await editRow(shop, system, model, row.id, { [field.name]: null }, onlyId, work);
  }
  work.touch(model.name);
}
