import { sql } from 'kysely';
import type { Caller, Model } from '#resource';
import type { Body } from './body.ts';
import { saveLines } from './lines.ts';
import { takeLines, type LineEdits } from './lineEdits.ts';
import { addRow, editRow, type Answer, type EditOptions } from './save.ts';
import { hasHooks, type Transaction, type WriteContext } from './transaction.ts';

/** Adds a row and the lines that its body has, in one transaction. */
export async function addWithLines<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  body: Body,
  answer: Answer<T>,
  key: string | undefined,
): Promise<T> {
  const { own, edits } = takeLines(ctx, caller, model, body);
  return addRow(ctx, caller, model, own, answer, {
    key,
    whole: body,
    alone: needHooks(model, edits),
    also: async (id, tx) => {
      await saveLines(ctx, caller, id, edits, tx);
    },
  });
}

/** Changes a row and the lines that its body has, likewise. */
export async function editWithLines<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  body: Body,
  answer: Answer<T>,
  { also }: Pick<EditOptions, 'also'>,
): Promise<T> {
  const { own, edits } = takeLines(ctx, caller, model, body);
  return editRow(ctx, caller, model, id, own, answer, {
    alone: needHooks(model, edits),
    also: async (tx) => {
      if (await saveLines(ctx, caller, id, edits, tx)) await touchRow(model, id, tx);
      await also?.(tx);
    },
  });
}

/** A row whose lines have changed has changed itself, though nobody who edits its fields is in the way of that. */
async function touchRow({ name }: Model, id: number, tx: Transaction): Promise<void> {
  await tx.later(sql`UPDATE ${sql.table(name)} SET update_time = ${tx.now} WHERE id = ${id}`.compile(tx.db));
  tx.touch(name);
}

const needHooks = (model: Model, edits: readonly LineEdits[]): boolean =>
  [model, ...edits.map(({ lines }) => lines.model)].some(hasHooks);
