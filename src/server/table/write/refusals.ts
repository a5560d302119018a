import { sql, type SqlBool } from 'kysely';
import {
  Invalid,
  Problem,
  storeValue,
  textOf,
  type Caller,
  type Label,
  type Language,
  type Message,
  type Model,
} from '#resource';
import { violationOf } from '../../database/violation.ts';
import { mayRead, mayWrite } from '../fieldAccess.ts';
import { labelled } from '../labelled.ts';
import { whereOf } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { mayEmptyView } from '../read.ts';
import type { Values } from './changes.ts';
import { tooLongForIndex } from './indexedTexts.ts';
import type { WriteContext } from './transaction.ts';

/** What the database has refused, as a message for people where it can be said. */
export async function explained(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  next: Values,
  id: number | undefined,
  error: unknown,
): Promise<unknown> {
  const refused = error instanceof Invalid ? error : await refusalOf(ctx, caller, model, next, id, error);
  if (!(refused instanceof Invalid)) return refused;
  return labelled(refused, caller, ctx.translate, (name) => {
    const field = model.fields.get(name);
    return field && (mayRead(caller, model, field) || mayWrite(caller, model, field)) ? field : undefined;
  });
}

/** What these refusals say to people, by field. */
export const reasonsOf = (
  { explain }: Pick<WriteContext, 'explain'>,
  language: Language,
  refusals: Readonly<Record<string, Problem>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(refusals).map(([name, problem]) => [name, explain(language, problem)]));

async function refusalOf(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  next: Values,
  id: number | undefined,
  error: unknown,
): Promise<unknown> {
  const violation = violationOf(error);
  if (violation === 'reference') return new Problem('rows:relatedGone');
  if (violation === 'size') return tooLong(model, next);
  if (violation !== 'unique') return error;
  const errors = await takenIn(ctx, caller, model, next, id);
  return Object.keys(errors).length > 0 ? new Invalid(errors) : new Problem('rows:taken');
}

/** By field, which of these values another row has that no two rows may share; `id` is the row that they are for, if it is there. */
export async function takenIn(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  next: Values,
  id: number | undefined,
): Promise<Record<string, Message>> {
  const errors: Record<string, Message> = {};
  for (const { name, kind, options } of [...model.fields.values()].filter(
    (field) => field.options.unique && (next[field.name] ?? null) !== null,
  )) {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${sql.table(model.name)}
      WHERE ${sql.ref(name)} = ${storeValue(kind, options, next[name])} AND id <> ${id ?? 0} LIMIT 1`.execute(
      ctx.database.read,
    );
    const [row] = rows;
    if (row)
      errors[name] = {
        key: (await isInTrash(ctx, caller, model, row.id)) ? 'validate:takenInTrash' : 'validate:taken',
      };
  }
  return errors;
}

/** Whether the caller can bring the row back from the trash. */
async function isInTrash(ctx: WriteContext, caller: Caller, model: Model, id: number): Promise<boolean> {
  if (caller.realm === 'system' || !model.views.has('trash') || !mayEmptyView(caller, model, 'trash')) return false;
  const conditions = [sql<SqlBool>`${sql.ref(`${main}.id`)} = ${id}`, ...rowsOpenTo(ctx, caller, model, 'trash')];
  const { rows } = await sql`SELECT 1 FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}`.execute(
    ctx.database.read,
  );
  return rows.length > 0;
}

/** By the fields whose texts no index takes; where there are none, all of the row together is too much. */
function tooLong(model: Model, next: Values): Problem {
  const errors: Record<string, Message> = {};
  for (const [name, value] of Object.entries(next)) {
    const message = tooLongForIndex(model, name, value);
    if (message) errors[name] = message;
  }
  return Object.keys(errors).length > 0 ? new Invalid(errors) : new Problem('rows:tooLong');
}

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

/**
 * A field that this caller may not write can still be one that no row is without. What is encrypted and not changed is there,
 * even when its key is not.
 */
export function assertComplete(caller: Caller, model: Model, next: Values, changes: Values = next): void {
  const lacking = [...model.fields.values()].filter(
    ({ name, column, options, kind }) =>
      column &&
      (!kind.encrypted || name in changes) &&
      options.required &&
      options.when === undefined &&
      (next[name] ?? null) === null,
  );
  if (lacking.length === 0) return;
  if (lacking.some((field) => !mayWrite(caller, model, field))) throw new Problem('rows:incomplete');
  throw new Invalid(Object.fromEntries(lacking.map(({ name }) => [name, { key: 'validate:required' }])));
}
