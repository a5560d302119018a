import type { Caller, Model, RestorePreview } from '#resource';
import type { Body } from './body.ts';
import { exampleOf, watching } from './example.ts';
import { tableStore } from './rowStore.ts';
import { editRow, onlyId } from './save.ts';
import { inSavepoint } from './savepoint.ts';
import { inTransaction, type WriteContext } from './transaction.ts';

/** What an edit with these values would change now, hooks included, and the version that this rests on; nothing of it stays. */
export function tryEdit(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  body: Body,
): Promise<Pick<RestorePreview, 'version' | 'changes'>> {
  return inTransaction(ctx, caller, model, undefined, (tx) =>
    inSavepoint(
      tx,
      async () => {
        const row = await tableStore.load(ctx, caller, model, id, tx);
        const watch = watching(ctx, row);
        await editRow(watch.ctx, caller, model, id, body, onlyId, { tx, row });
        const example = watch.change && (await exampleOf(ctx, caller, row, watch.change, tx));
        return { version: row.version, changes: example?.changes ?? {} };
      },
      true,
    ),
  );
}
