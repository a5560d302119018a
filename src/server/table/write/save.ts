import type { Caller, Model } from '#resource';
import { violationOf } from '../../database/violation.ts';
import { ownerFor } from '../realmRules.ts';
import type { everywhere } from '../traits/views.ts';
import { readBody, type Body } from './body.ts';
import { assertFresh, differences, pick, visible, type Values } from './changes.ts';
import { keyOf, knownAddition, rememberAddition } from './idempotency.ts';
import { assertComplete, explained, refuseErrors } from './refusals.ts';
import { assertNoCircle, assertRelated, checkRelated, keepHidden } from './related.ts';
import { assertInRule, tableStore, touchTables, type RowStore } from './rowStore.ts';
import { hashAll, newSecrets } from './secrets.ts';
import { insertRow, pairFields, writePairs, type StoredRow } from './stored.ts';
import { confirm, contextOf, inTransaction, type Transaction, type WriteContext } from './transaction.ts';

/** Between the weights of neighbours, so that a row dragged between two others changes no third. */
export const weighGap = 65_536;

/**
 * What is to be told of a written row, read where the transaction sees it: nobody else's change is in between, and its
 * pages are at hand. Without a transaction the row was written by an earlier one.
 */
export type Answer<T> = (id: number, tx: Transaction | undefined) => Promise<T> | T;
export const onlyId: Answer<number> = (id) => id;

interface AddOptions {
  readonly tx?: Transaction | undefined;
  readonly key?: string | undefined;
  /** What the key stands for, where it is more than the row. */
  readonly whole?: Body;
  /** Done in the same transaction, after the row is written. It may run more than once. */
  readonly also?: (id: number, tx: Transaction) => Promise<void>;
  /** As `inTransaction` has it. */
  readonly alone?: boolean;
}

/** Adds a row. With a key, the same addition sent again is the same row. */
export async function addRow<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  body: Body,
  answer: Answer<T>,
  options: AddOptions = {},
): Promise<T> {
  const { tx: running, also, whole = body, alone } = options;
  const key = options.key === undefined ? undefined : keyOf(caller, model, options.key, whole);
  let next: Values = {};
  try {
    const { values, secrets } = readBody(caller, model, body, undefined);
    const hashes = await hashAll(ctx, caller, secrets);
    const add = async (tx: Transaction): Promise<T> => {
      const known = key && (await knownAddition(tx.db, key, tx.now));
      if (known !== undefined) return answer(known, tx);
      next = { ...defaultsOf(model), ...ownership(caller, model), ...values, ...hashes };
      const id = await insert(ctx, caller, model, next, { ...values, ...hashes }, tx);
      await also?.(id, tx);
      if (key) await rememberAddition(tx, key, id);
      return answer(id, tx);
    };
    return await inTransaction(ctx, caller, model, running, add, alone);
  } catch (error) {
    // The same addition at the same moment, on another instance: whoever comes second finds it done.
    const known =
      key && violationOf(error) === 'unique' ? await knownAddition(ctx.database.read, key, ctx.now()) : undefined;
    if (known !== undefined) return answer(known, undefined);
    throw await explained(ctx, caller, model, next, undefined, error);
  }
}

/** What somebody of a realm with rows of its own adds is theirs. */
function ownership(caller: Caller, model: Model): Values {
  const owner = ownerFor(caller, model);
  return owner === undefined ? {} : { [owner]: caller.id };
}

async function insert(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  next: Values,
  changes: Values,
  tx: Transaction,
): Promise<number> {
  refuseErrors(caller, model.definition.check?.({ next, prev: null } as never));
  const { hooks } = model.definition;
  await hooks?.beforeSave?.({ next, changes, prev: null, context: contextOf(ctx, caller, tx) } as never);
  assertComplete(caller, model, next);
  const related = await checkRelated(ctx, tx, caller, model, next);
  const isPlaced = !model.traits.has('sortable') || typeof next['weigh'] === 'number';
  const times = { create_time: tx.now, update_time: tx.now };
  const known = await tx.batch?.newId(model);
  const columns = { ...(known !== undefined && { id: known }), ...withoutOwn(next), ...times };
  const written = insertRow(ctx, tx, model, columns, isPlaced ? undefined : weighGap);
  // What it refers to is said first, also where the row itself was refused.
  const id = await written.catch(async (error: unknown) => (await related(), Promise.reject(error)));
  await confirm(tx, related);
  for (const field of pairFields(model))
    await writePairs(tx.db, model, field, id, [], (next[field.name] as number[] | undefined) ?? []);
  const row: StoredRow = {
    id,
    version: 1,
    values: { ...next, id, version: 1, create_time: tx.now, update_time: tx.now },
    versions: {},
  };
  touchTables(model, tx);
  await ctx.written(tx, { caller, model, id, action: 'add', before: undefined, after: next });
  return finish(ctx, caller, model, row, undefined, 'add', tx);
}

/** What a new row is given, without what it gets by itself. */
export const withoutOwn = ({
  id: _id,
  version: _version,
  create_time: _created,
  update_time: _updated,
  weigh,
  ...next
}: Values): Values => (typeof weigh === 'number' ? { ...next, weigh } : next);

export interface EditOptions {
  readonly tx?: Transaction | undefined;
  /** Done in the same transaction, after the row is written. It may run more than once. */
  readonly also?: ((tx: Transaction) => Promise<void>) | undefined;
  /** As `inTransaction` has it. */
  readonly alone?: boolean;
  readonly where?: typeof everywhere | undefined;
  /** Where the row is, if not in the table of the model. */
  readonly store?: RowStore;
  /** The row, if `loadAhead` has locked it. */
  readonly row?: StoredRow | undefined;
}

/** Changes a row. Other fields that somebody else has changed since `body.version` stay as they made them. */
export async function editRow<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  body: Body,
  answer: Answer<T>,
  { tx: running, also, alone, where, store = tableStore, row: loaded }: EditOptions = {},
): Promise<T> {
  const hashes = await hashAll(ctx, caller, newSecrets(caller, model, body));
  const attempt: Attempt = { next: {} };
  try {
    const edit = async (tx: Transaction): Promise<T> => {
      const row = loaded ?? (await store.load(ctx, caller, model, id, tx, where));
      await editLocked(ctx, store, caller, model, row, { body, hashes, attempt }, tx);
      await also?.(tx);
      return answer(id, tx);
    };
    return await inTransaction(ctx, caller, model, running, edit, alone);
  } catch (error) {
    throw await explained(ctx, caller, model, attempt.next, id, error);
  }
}

/** What a row would have become, for who explains why it has not. */
export interface Attempt {
  next: Values;
}
interface LockedEdit {
  readonly body: Body;
  /** Of new passwords, by field. */
  readonly hashes: Values;
  readonly attempt: Attempt;
}

/** Edits a row that is loaded and locked; false when it is the same already. */
export async function editLocked(
  ctx: WriteContext,
  store: RowStore,
  caller: Caller,
  model: Model,
  row: StoredRow,
  { body, hashes, attempt }: LockedEdit,
  tx: Transaction,
): Promise<boolean> {
  const { values, secrets } = readBody(caller, model, body, row.values);
  const wanted: Values = { ...values, ...Object.fromEntries(Object.keys(secrets).map((name) => [name, hashes[name]])) };
  await keepHidden(ctx, tx.db, caller, model, row.values, wanted);
  const changes = differences(model, row.values, wanted);
  assertFresh(row, wanted, body['version']);
  const next = (attempt.next = { ...row.values, ...wanted });
  if (Object.keys(changes).length === 0) return false;
  store.check(caller, model, { next, prev: row.values, given: Object.keys(body) });
  await update(ctx, store, caller, model, row, next, changes, tx);
  return true;
}

/** Writes what `next` says of a locked row: checks, hooks, history and rules as for every edit. */
export async function update(
  ctx: WriteContext,
  store: RowStore,
  caller: Caller,
  model: Model,
  row: StoredRow,
  next: Values,
  wanted: Values,
  tx: Transaction,
): Promise<void> {
  const prev = visible(model, row.values);
  const { hooks } = model.definition;
  await hooks?.beforeSave?.({ next, changes: wanted, prev, context: contextOf(ctx, caller, tx) } as never);
  const changes = differences(model, row.values, withoutOwn(next));
  if (Object.keys(changes).length === 0) return;
  await assertRelated(ctx, tx, caller, model, changes, row.values);
  await assertNoCircle(ctx, tx.db, model, row.id, changes);
  await store.write(ctx, caller, model, row, changes, tx);
  const before = pick(row.values, changes);
  await store.written(ctx, tx, { caller, model, id: row.id, action: 'edit', before, after: changes, row: row.values });
  const version = row.version + 1;
  const values = { ...row.values, ...changes, version, update_time: tx.now };
  await finish(ctx, caller, model, { ...row, version, values }, prev, 'edit', tx);
}

/** What follows every written row: the rule must still hold, and hooks run. */
export async function finish(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  prev: unknown,
  action: 'add' | 'edit',
  tx: Transaction,
): Promise<number> {
  await assertInRule(ctx, caller, model, row.id, tx, action === 'add' ? 'add' : 'write', 'rows:outsideRule');
  const { hooks } = model.definition;
  if (hooks?.afterSave) {
    await tx.flush();
    const context = contextOf(ctx, caller, tx);
    await hooks.afterSave({ row: visible(model, row.values), prev: prev ?? null, context } as never);
  }
  if (hooks?.afterCommit) tx.after.push(() => hooks.afterCommit!({ action, ids: [row.id], caller }));
  return row.id;
}

/** What the fields of a new row are when nobody says otherwise. */
export const defaultsOf = (model: Model): Values =>
  Object.fromEntries(
    [...model.fields.values()]
      .filter(({ column, kind, name }) => (column || kind.relation === 'many') && name !== 'id')
      .map(({ name, kind, options }) => [name, options.default ?? kind.empty ?? null]),
  );
