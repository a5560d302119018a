import {
  Invalid,
  Problem,
  type Caller,
  type FieldMap,
  type Json,
  type Model,
  type Row,
  type TableAction,
} from '#resource';
import { labelled } from '../labelled.ts';
import { rowsOf } from '../rows.ts';
import { everywhere } from '../traits/views.ts';
import { readBody, unknownFields, type Body } from '../write/body.ts';
import { chosenRows } from '../write/chosenRows.ts';
import { keyOf, knownAddition, knownAnswer, rememberAddition, sealAnswer } from '../write/idempotency.ts';
import { assertRelated } from '../write/related.ts';
import { systemFor } from '../write/systemFor.ts';
import { visible } from '../write/changes.ts';
import { contextOf, inTransaction, type Transaction, type WriteContext } from '../write/transaction.ts';

/** What an action is asked with. */
export interface ActionInput {
  /** The chosen rows; none for an action on the list. */
  readonly ids?: readonly number[];
  /** What was entered in its form. */
  readonly values?: Body;
  /** The same call sent again with it within a day is done once. */
  readonly key?: string | undefined;
}
export interface ActionAnswer {
  /** How many rows it was done with. */
  readonly count: number;
  /** What the handler returned, also when the call had been done before. */
  readonly result: Json;
}

/** Runs an action of the table's own: on all of the rows or, when the caller may not do it with one of them, on none. */
export async function runAction(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  action: TableAction,
  { ids = [], values: body = {}, key: given }: ActionInput,
): Promise<ActionAnswer> {
  assertChoice(action, ids);
  const { form, name } = action;
  const key = given === undefined ? undefined : keyOf(caller, model, given, { ...body, ids }, name);
  try {
    const values = form ? readBody(caller, form, body, undefined).values : nothingIn(body);
    const job = async (tx: Transaction): Promise<ActionAnswer> => {
      const known = key && (await knownAddition(tx.db, key, tx.now));
      if (key && known !== undefined) return { count: known, result: await knownAnswer(ctx, tx.db, key) };
      const rows = await rowsFor(ctx, caller, model, action, ids, tx);
      if (form) await assertRelated(ctx, tx, caller, form, values);
      const during = { model, action: name };
      const result = (await call(ctx, caller, model, action, rows, values, { ...tx, during })) ?? null;
      if (key) await rememberAddition(tx, key, rows.length, sealAnswer(ctx, key, result));
      return { count: rows.length, result };
    };
    return await inTransaction(ctx, caller, model, undefined, job, true);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw labelled(error, caller, ctx.translate, (field) => form?.fields.get(field));
  }
}

function assertChoice({ on }: TableAction, ids: readonly number[]): void {
  if (on === 'list') return;
  if (ids.length === 0) throw new Problem('rows:noIds');
  if (on === 'row' && ids.length > 1) throw new Problem('rows:tooManyValues', { limit: 1 });
}

function nothingIn(body: Body): Body {
  const errors = unknownFields(Object.keys(body));
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return {};
}

/** As hooks see them: without secrets, and whatever the caller may read. */
async function rowsFor(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { on, view: where, changes }: TableAction,
  ids: readonly number[],
  tx: Transaction,
): Promise<Row<FieldMap>[]> {
  if (on === 'list') return [];
  const rows = await chosenRows(ctx, caller, model, ids, { where, changes, refusal: 'rows:noneDone' }, tx);
  return rows.map(({ values }) => visible(model, values) as Row<FieldMap>);
}

async function call(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { handler }: TableAction,
  rows: readonly Row<FieldMap>[],
  values: Body,
  tx: Transaction,
): Promise<Json | void> {
  const table = rowsOf(ctx, model, systemFor(caller), { tx, anywhere: everywhere });
  // The types are those of the resource files; here tables are known at run time only.
  return handler!({ rows, values: values as never, table, context: contextOf(ctx, caller, tx) });
}
