import type { Caller, Model } from '#resource';
import { chosenRows } from '../write/chosenRows.ts';
import { settle } from '../write/settle.ts';
import { updateRow, type StoredRow } from '../write/stored.ts';
import { inTransaction, type Transaction, type WriteContext } from '../write/transaction.ts';
import type { ServerTrait } from './serverTrait.ts';

/** Deleted rows are marked with the time; their content stays as it was written. */
export const trash: ServerTrait = {
  async remove(ctx, caller, model, rows, tx) {
    for (const row of rows) await mark(ctx, caller, model, row, tx.now, 'del', tx);
  },
};

/** Takes rows out of the trash. */
export async function restoreRows(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<number> {
  return inTransaction(ctx, caller, model, undefined, async (tx) => {
    const rows = await chosenRows(ctx, caller, model, ids, { where: 'trash', refusal: 'rows:noneRestored' }, tx);
    for (const row of rows) await mark(ctx, caller, model, row, null, 'restore', tx);
    settle(caller, model, rows, 'restore', tx);
    return rows.length;
  });
}

async function mark(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  time: number | null,
  action: 'del' | 'restore',
  tx: Transaction,
): Promise<void> {
  await updateRow(ctx, tx, model, row, { delete_time: time }, Number(row.values['update_time']));
  const [before, after] = [{ delete_time: row.values['delete_time'] }, { delete_time: time }];
  await ctx.written(tx, { caller, model, id: row.id, action, before, after, row: row.values });
}
