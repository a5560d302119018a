import type { Caller, Model } from '#resource';
import type { StoredRow } from '../write/stored.ts';
import type { Transaction, WriteContext } from '../write/transaction.ts';

/** What the server does for a trait of the product, beside its columns, its view and its actions. */
export interface ServerTrait {
  /** What `del` does with rows instead of deleting them. */
  readonly remove?: (
    ctx: WriteContext,
    caller: Caller,
    model: Model,
    rows: readonly StoredRow[],
    tx: Transaction,
  ) => Promise<void>;
  /** The portions in which rows are deleted, one after the other. */
  readonly portions?: (rows: readonly StoredRow[]) => readonly (readonly StoredRow[])[];
}
