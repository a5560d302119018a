import type { Caller, Model } from '#resource';
import { touchTables } from './rowStore.ts';
import type { StoredRow } from './stored.ts';
import type { Transaction } from './transaction.ts';

/** What follows when rows were deleted or came back: whatever was remembered of them is dropped, and hooks are told. */
export function settle(
  caller: Caller,
  model: Model,
  rows: readonly StoredRow[],
  action: 'del' | 'restore',
  tx: Transaction,
): void {
  touchTables(model, tx);
  const { hooks } = model.definition;
  if (hooks?.afterCommit) tx.after.push(() => hooks.afterCommit!({ action, ids: rows.map(({ id }) => id), caller }));
}
