import type { Caller, ChangedRow } from '#resource';
import { tellChanges } from '../traits/history.ts';
import { changesOf } from '../traits/keepHistory.ts';
import { namedRow } from './editReporting.ts';
import type { StoredRow } from './stored.ts';
import type { RowChange, Transaction, WriteContext } from './transaction.ts';

/** Sees what becomes of the row. */
export function watching(
  ctx: WriteContext,
  { id }: StoredRow,
): { readonly ctx: WriteContext; readonly change?: RowChange } {
  const watch: { ctx: WriteContext; change?: RowChange } = {
    ctx: {
      ...ctx,
      async written(tx, change) {
        if (change.id === id) watch.change ??= change;
        await ctx.written(tx, change);
      },
    },
  };
  return watch;
}

/** The row as its history would tell of the change. */
export async function exampleOf(
  ctx: WriteContext,
  caller: Caller,
  row: StoredRow,
  change: RowChange,
  tx: Transaction,
): Promise<ChangedRow> {
  const { model } = change;
  const [changes] = await tellChanges(ctx, tx.db, caller, model, [{ id: row.id, changes: changesOf(change) }]);
  return { ...namedRow(caller, model, row), changes: changes! };
}
