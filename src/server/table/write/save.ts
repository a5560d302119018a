import { sql, type SqlBool } from 'kysely';
import {
  Code,
  Invalid,
  parseField,
  Problem,
  storeValue,
  textOf,
  type AnyRow,
  type Caller,
  type Label,
  type Message,
  type Model,
} from '#resource';
import type { Sql, Write } from '../../database/database.ts';
import { violationOf } from '../../database/violation.ts';
import { mayRead, mayWrite } from '../fieldAccess.ts';
import { labelled } from '../labelled.ts';
import { whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { signatureOf } from '../query/signature.ts';
import { ownerFor } from '../realmRules.ts';
import { joinTableOf } from '../tablesOf.ts';
import { everywhere } from '../traits/views.ts';
import { readBody, type Body } from './body.ts';
import { keyOf, knownAddition, rememberAddition } from './idempotency.ts';
import { assertNoCircle, assertRelated, keepHidden } from './related.ts';
import { insertRow, insertRows, loadStoredById, pairFields, updateRow, writePairs, type StoredRow } from './stored.ts';
import { contextOf, inTransaction, type Transaction, type WriteContext } from './transaction.ts';

type Values = Record<string, unknown>;
/** Between the weights of neighbours, so that a row dragged between two others changes no third. */
export const weighGap = 65_536;

/** What is to be told of a written row, read where the transaction sees it: nobody else's change is in between, and its pages are at hand. */
export type Answer<T> = (id: number, db: Sql) => Promise<T> | T;
export const onlyId: Answer<number> = (id) => id;

/** Adds a row. With a key, the same addition sent again is the same row. */
export async function addRow<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  body: Body,
  answer: Answer<T>,
  options: { tx?: Transaction | undefined; key?: string | undefined } = {},
): Promise<T> {
  const key = options.key === undefined ? undefined : keyOf(caller, model, options.key, body);
  let next: Values = {};
  try {
    const { values, secrets } = readBody(caller, model, body, undefined);
    const hashes = await hashAll(ctx, secrets);
    return await inTransaction(ctx, caller, model, options.tx, async (tx) => {
      const known = key && (await knownAddition(tx.db, key, tx.now));
      if (known !== undefined) return answer(known, tx.db);
      next = { ...defaultsOf(model), ...ownership(caller, model), ...values, ...hashes };
      const id = await insert(ctx, caller, model, next, { ...values, ...hashes }, tx);
      if (key) await rememberAddition(tx, key, id);
      return answer(id, tx.db);
    });
  } catch (error) {
    // The same addition at the same moment, on another instance: whoever comes second finds it done.
    const known =
      key && violationOf(error) === 'unique' ? await knownAddition(ctx.database.read, key, ctx.now()) : undefined;
    if (known !== undefined) return answer(known, ctx.database.read);
    throw await explained(ctx, caller, model, next, undefined, error);
  }
}

/**
 * Adds rows in the name of the system, all or none; those of a table that nothing else follows are written by one statement
 * for many. What is to be answered is asked for by whoever needs it.
 */
export async function addRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  bodies: readonly Body[],
  tx: Transaction,
): Promise<void> {
  if (!isPlain(model)) {
    for (const body of bodies) await addRow(ctx, caller, model, body, onlyId, { tx });
    return;
  }
  try {
    const nexts = bodies.map((body) => {
      const next = { ...defaultsOf(model), ...readBody(caller, model, body, undefined).values };
      check(caller, model, next, null);
      assertComplete(caller, model, next);
      return next;
    });
    await assertRelated(ctx, tx.db, caller, model, relatedIn(model, nexts));
    const times = { create_time: tx.now, update_time: tx.now };
    const ids = await insertRows(
      ctx,
      tx.db,
      model,
      nexts.map((next) => ({ ...withoutOwn(next), ...times })),
    );
    for (const [at, after] of nexts.entries())
      await ctx.written(tx, { caller, model, id: ids[at]!, action: 'add', before: undefined, after });
    tx.touch(model.name);
  } catch (error) {
    throw await explained(ctx, caller, model, {}, undefined, error);
  }
}

/** No hook runs, no secret is to be hashed, and nothing of a row stands elsewhere or depends on the row before it. */
const isPlain = (model: Model): boolean =>
  model.definition.hooks === undefined &&
  !model.traits.has('sortable') &&
  pairFields(model).length === 0 &&
  ![...model.fields.values()].some(({ kind }) => kind.hashed);

/** All rows that these refer to, by field. */
const relatedIn = (model: Model, rows: readonly Values[]): Values =>
  Object.fromEntries(
    [...model.fields.values()]
      .filter(({ to }) => to !== undefined)
      .map(({ name }) => [name, [...new Set(rows.map((row) => row[name] ?? []).flat())]]),
  );

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
  check(caller, model, next, null);
  const context = contextOf(ctx, caller, tx);
  await model.definition.hooks?.beforeSave?.({ next, changes, prev: null, context } as never);
  assertComplete(caller, model, next);
  await assertRelated(ctx, tx.db, caller, model, next);
  const isPlaced = !model.traits.has('sortable') || typeof next['weigh'] === 'number';
  const times = { create_time: tx.now, update_time: tx.now };
  const id = await insertRow(ctx, tx.db, model, { ...withoutOwn(next), ...times }, isPlaced ? undefined : weighGap);
  for (const field of pairFields(model))
    await writePairs(tx.db, model, field, id, [], (next[field.name] as number[] | undefined) ?? []);
  const row: StoredRow = {
    id,
    version: 1,
    values: { ...next, id, version: 1, create_time: tx.now, update_time: tx.now },
    versions: {},
  };
  await ctx.written(tx, { caller, model, id, action: 'add', before: undefined, after: next });
  return finish(ctx, caller, model, row, undefined, 'add', tx);
}

const withoutOwn = ({
  id: _id,
  version: _version,
  create_time: _created,
  update_time: _updated,
  weigh,
  ...next
}: Values): Values => (typeof weigh === 'number' ? { ...next, weigh } : next);

/** Thrown within the transaction when others have changed the same fields; who answers for it adds the row as it is now. */
export class Stale extends Error {}

/** What those are told whose edit is stale; `row` is what is there now, as far as they may read it. */
export const staleEdit = (row?: AnyRow | null): Problem =>
  new Problem('rows:stale', {}, { code: Code.stale, ...(row !== undefined && { data: { row } }) });

/** Changes a row. Other fields that somebody else has changed since `body.version` stay as they made them. */
export async function editRow<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  body: Body,
  answer: Answer<T>,
  {
    tx: running,
    also,
    where,
  }: {
    tx?: Transaction | undefined;
    also?: ((write: Write) => Promise<void>) | undefined;
    where?: typeof everywhere | undefined;
  } = {},
): Promise<T> {
  const hashes = await hashAll(ctx, newSecrets(caller, model, body));
  let next: Values = {};
  try {
    return await inTransaction(ctx, caller, model, running, async (tx) => {
      const row = await rowToChange(ctx, caller, model, id, tx, where);
      const { values, secrets } = readBody(caller, model, body, row.values);
      const wanted: Values = {
        ...values,
        ...Object.fromEntries(Object.keys(secrets).map((name) => [name, hashes[name]])),
      };
      await keepHidden(ctx, tx.db, caller, model, row.values, wanted);
      const changes = differences(model, row.values, wanted);
      assertFresh(row, wanted, body['version']);
      next = { ...row.values, ...wanted };
      await update(ctx, caller, model, row, next, changes, tx);
      await also?.(tx);
      return answer(id, tx.db);
    });
  } catch (error) {
    throw await explained(ctx, caller, model, next, id, error);
  }
}

/** Writes what `next` says of a locked row: checks, hooks, history and rules as for every edit. */
export async function update(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  next: Values,
  wanted: Values,
  tx: Transaction,
): Promise<void> {
  if (Object.keys(wanted).length === 0) return;
  const prev = visible(model, row.values);
  check(caller, model, next, prev);
  await model.definition.hooks?.beforeSave?.({
    next,
    changes: wanted,
    prev,
    context: contextOf(ctx, caller, tx),
  } as never);
  const changes = differences(model, row.values, withoutOwn(next));
  if (Object.keys(changes).length === 0) return;
  assertComplete(caller, model, next);
  await assertRelated(ctx, tx.db, caller, model, changes, row.values);
  await assertNoCircle(ctx, tx.db, model, row.id, changes);
  await updateRow(ctx, tx.db, model, row, changes, tx.now);
  for (const field of pairFields(model).filter(({ name }) => name in changes)) {
    await writePairs(tx.db, model, field, row.id, row.values[field.name] as number[], changes[field.name] as number[]);
  }
  const before = pick(row.values, changes);
  await ctx.written(tx, { caller, model, id: row.id, action: 'edit', before, after: changes });
  const saved = {
    ...row,
    version: row.version + 1,
    values: { ...row.values, ...changes, version: row.version + 1, update_time: tx.now },
  };
  await finish(ctx, caller, model, saved, prev, 'edit', tx);
}

/** What follows every written row: the rule must still hold, hooks run, and whatever was remembered is dropped. */
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
  await hooks?.afterSave?.({
    row: visible(model, row.values),
    prev: prev ?? null,
    context: contextOf(ctx, caller, tx),
  } as never);
  tx.touch(model.name, ...pairFields(model).map((field) => joinTableOf(model, field)));
  if (hooks?.afterCommit) tx.after.push(() => hooks.afterCommit!({ action, ids: [row.id], caller }));
  return row.id;
}

const isRow = (id: number): Condition => sql<SqlBool>`${sql.ref(`${main}.id`)} = ${id}`;

/** The row, locked; for who may not see it there is none. */
export async function rowToChange(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  tx: Transaction,
  where?: typeof everywhere,
): Promise<StoredRow> {
  const row = await loadStoredById(
    ctx,
    tx.db,
    model,
    `${where === everywhere ? '* ' : ''}${signatureOf(ctx.models, caller, model)}`,
    () => rowsOpenTo(ctx, caller, model, where),
    id,
  );
  if (!row) throw new Problem('rows:notFound');
  await assertInRule(ctx, caller, model, id, tx, 'write', 'rows:notYours');
  return row;
}

async function assertInRule(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  tx: Transaction,
  purpose: 'write' | 'add',
  message: string,
): Promise<void> {
  const rule = ruleOf(ctx, caller, model, purpose, main);
  if (!rule) return;
  const { rows } =
    await sql`SELECT 1 FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf([isRow(id), rule])}`.execute(tx.db);
  if (rows.length === 0) throw new Problem(message, {}, { code: Code.forbidden });
}

/**
 * Refuses an edit of fields that somebody else has changed since the version it was made from; also when both made the
 * same of it: of two who counted a number up by one, the second must look again.
 */
export function assertFresh(row: StoredRow, wanted: Values, version: unknown): void {
  if (version === undefined || version === null || version === '') return;
  const base = typeof version === 'number' || typeof version === 'string' ? Number(version) : Number.NaN;
  if (!Number.isSafeInteger(base) || base < 1 || base > row.version)
    throw new Invalid({ version: { key: 'validate:version' } });
  if (Object.keys(wanted).some((name) => (row.versions[name] ?? 1) > base)) throw new Stale();
}

/** Values that columns would hold differently. */
export function differences(model: Model, before: Readonly<Values>, wanted: Values): Values {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const field = model.fields.get(name);
      if (!field || field.sql) return false;
      if (!field.column) return JSON.stringify(value) !== JSON.stringify(before[name]);
      return storeValue(field.kind, field.options, value) !== storeValue(field.kind, field.options, before[name]);
    }),
  );
}

const pick = (values: Readonly<Values>, names: Values): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));

/** The row as hooks see it: without secrets. */
export const visible = (model: Model, values: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => model.fields.get(name)?.secret !== true));

const defaultsOf = (model: Model): Values =>
  Object.fromEntries(
    [...model.fields.values()]
      .filter(({ column, kind, name }) => (column || kind.relation === 'many') && name !== 'id')
      .map(({ name, kind, options }) => [name, options.default ?? kind.empty ?? null]),
  );

const check = (caller: Caller, model: Model, next: Values, prev: Values | null): void =>
  refuseErrors(caller, model.definition.check?.({ next, prev } as never));

/** Throws `Invalid` when the rules over several fields have found any. */
export function refuseErrors(
  caller: Caller,
  errors: Readonly<Record<string, Message | Label | undefined>> | undefined,
): void {
  const found = Object.entries(errors ?? {}).flatMap(([name, error]): [string, Message][] =>
    error === undefined ? [] : [[name, messageOf(error, caller)]],
  );
  if (found.length > 0) throw new Invalid(Object.fromEntries(found));
}

const messageOf = (error: Message | Label, caller: Caller): Message =>
  typeof error === 'object' && 'key' in error
    ? (error as Message)
    : { key: 'rows:literal', params: { text: textOf(error, caller.language) } };

/** A field that this caller may not write can still be one that no row is without. */
function assertComplete(caller: Caller, model: Model, next: Values): void {
  const lacking = [...model.fields.values()].filter(
    ({ name, column, options }) =>
      column && options.required && options.when === undefined && (next[name] ?? null) === null,
  );
  if (lacking.length === 0) return;
  if (lacking.some((field) => !mayWrite(caller, model, field))) throw new Problem('rows:incomplete');
  throw new Invalid(Object.fromEntries(lacking.map(({ name }) => [name, { key: 'validate:required' }])));
}

/** New passwords in a body that their own rules take; wrong ones are refused later, with all other errors. */
function newSecrets(caller: Caller, model: Model, body: Body): Record<string, string> {
  const fields = [...model.fields.values()].filter(
    (field) => field.kind.hashed && Object.hasOwn(body, field.name) && mayWrite(caller, model, field),
  );
  return Object.fromEntries(
    fields.flatMap(({ name, kind, options }) => {
      const parsed = parseField(kind, { ...options, required: false }, body[name]);
      return 'value' in parsed && typeof parsed.value === 'string' && parsed.value !== '' ? [[name, parsed.value]] : [];
    }),
  );
}

async function hashAll(ctx: WriteContext, secrets: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(
      Object.entries(secrets).map(async ([name, secret]) => [name, await ctx.hashPassword(secret)] as const),
    ),
  );
}

/** What the database has refused, as a message for people where it can be said. */
async function explained(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  next: Values,
  id: number | undefined,
  error: unknown,
): Promise<unknown> {
  const refused = error instanceof Invalid ? error : await refusalOf(ctx, model, next, id, error);
  if (!(refused instanceof Invalid)) return refused;
  return labelled(refused, caller, ctx.translate, (name) => {
    const field = model.fields.get(name);
    return field && (mayRead(caller, model, field) || mayWrite(caller, model, field)) ? field : undefined;
  });
}

async function refusalOf(
  ctx: WriteContext,
  model: Model,
  next: Values,
  id: number | undefined,
  error: unknown,
): Promise<unknown> {
  const violation = violationOf(error);
  if (violation === 'reference') return new Problem('rows:relatedGone');
  if (violation !== 'unique') return error;
  const errors: Record<string, Message> = {};
  for (const { name, kind, options } of [...model.fields.values()].filter(
    (field) => field.options.unique && (next[field.name] ?? null) !== null,
  )) {
    const { rows } =
      await sql`SELECT 1 FROM ${sql.table(model.name)} WHERE ${sql.ref(name)} = ${storeValue(kind, options, next[name])} AND id <> ${id ?? 0} LIMIT 1`.execute(
        ctx.database.read,
      );
    if (rows.length > 0) errors[name] = { key: 'validate:taken' };
  }
  return Object.keys(errors).length > 0 ? new Invalid(errors) : new Problem('rows:taken');
}
