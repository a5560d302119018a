import type { Caller } from './caller.ts';
import type { FieldMap } from './field.ts';
import type { HookContext } from './rows.ts';
import type { Row, Values } from './types.ts';

/** Each has five seconds; one that takes longer is refused like one that throws, and the tables of its `context` work no more. */
export interface Hooks<F extends FieldMap> {
  /**
   * In the transaction, after validation. Change `next` to change what is written; throw `Problem` or `Invalid` to refuse. To set
   * what the table does not keep, a name that it has no field of or a computed field, is an error.
   */
  beforeSave?(change: {
    next: Values<F>;
    changes: Values<F>;
    prev: Row<F> | null;
    context: HookContext;
  }): Promise<void> | void;
  /** In the transaction, after the row is written. */
  afterSave?(change: { row: Row<F>; prev: Row<F> | null; context: HookContext }): Promise<void> | void;
  /** In the transaction, before the rows are deleted (or put into the trash). */
  beforeDelete?(change: { rows: readonly Row<F>[]; context: HookContext }): Promise<void> | void;
  /** After the transaction is on the disk. A failure here is logged, the change stands. */
  afterCommit?(change: {
    action: 'add' | 'edit' | 'del' | 'restore' | 'sortable';
    ids: readonly number[];
    caller: Caller;
  }): Promise<void> | void;
}
