import type { Caller } from './caller.ts';
import type { FieldMap } from './field.ts';
import type { FieldsOf, Increments, Insert, Row, Sort, TableName, Update, Values, Where } from './types.ts';

/** Rows of one table for hooks, actions and plugins. Every call passes the gate as the system, inside the running transaction if there is one. */
export interface Rows<F extends FieldMap> {
  list(where?: Where<F>, options?: { sort?: Sort<F>; limit?: number }): Promise<Row<F>[]>;
  get(id: number): Promise<Row<F> | undefined>;
  count(where?: Where<F>): Promise<number>;
  add(values: Insert<F> & Values<F>): Promise<Row<F>>;
  /** Without `version` it changes the row whatever its version is; with one that others have outrun it is a `Problem` with `Code.stale`. */
  edit(id: number, values: Partial<Update<F>> & Values<F>): Promise<Row<F>>;
  del(ids: readonly number[]): Promise<void>;
  /**
   * Adds to numbers of the row, `{ balance: '-5.00' }`, however many do so at once. Refused as `Invalid` when a number would
   * leave the field's `min` or `max`; without `min` it cannot be taken below 0.
   */
  increment(id: number, by: Increments<F>): Promise<Row<F>>;
}

/** Rows within a transaction. */
export interface TransactionRows<F extends FieldMap> extends Rows<F> {
  /** The row, which nobody else changes until the transaction ends; `rows:notFound` when the caller cannot change it either. */
  lock(id: number): Promise<Row<F>>;
}

/** What a hook or an action knows of the request it runs in. */
export interface HookContext {
  readonly caller: Caller;
  /** Unix seconds. */
  readonly now: number;
  table<N extends TableName>(name: N): TransactionRows<FieldsOf<N>>;
}
