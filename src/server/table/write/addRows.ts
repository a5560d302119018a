import type { Caller, Model } from '#resource';
import { readBody, type Body } from './body.ts';
import type { Values } from './changes.ts';
import { assertComplete, explained, refuseErrors } from './refusals.ts';
import { assertRelated } from './related.ts';
import { addRow, defaultsOf, onlyId, withoutOwn } from './save.ts';
import { insertRows, pairFields } from './stored.ts';
import type { Transaction, WriteContext } from './transaction.ts';

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
      refuseErrors(caller, model.definition.check?.({ next, prev: null } as never));
      assertComplete(caller, model, next);
      return next;
    });
    await assertRelated(ctx, tx, caller, model, relatedIn(model, nexts));
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
