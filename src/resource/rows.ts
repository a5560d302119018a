import type { Caller } from './caller.ts';
import type { Enqueue } from './enqueue.ts';
import type { FieldMap } from './field.ts';
import type { FieldsOf, Increments, Insert, Row, Sort, TableName, Update, Values, Where } from './types.ts';

/**
 * Rows of one table for hooks, actions and plugins. Every call passes the gate as the system, inside the running transaction
 * if there is one.
 */
export interface Rows<F extends FieldMap> {
  /**
   * The rows that fulfil the condition, all unless there is a `limit`, behind the first `offset` of them; by `id` unless `sort`
   * says otherwise. With `trash`, those there too.
   */
  list<const W extends string = never>(
    where?: Where<F, W>,
    options?: { sort?: Sort<F>; limit?: number; offset?: number; trash?: boolean },
  ): Promise<Row<F>[]>;
  /** Undefined when there is no such row, or it is in the trash. */
  get(id: number): Promise<Row<F> | undefined>;
  /** How many rows fulfil the condition. */
  count<const W extends string = never>(where?: Where<F, W>): Promise<number>;
  /** Adds a row, with the defaults of the fields that are left out, and returns it as it is stored. */
  add(values: Insert<F> & Values<F>): Promise<Row<F>>;
  /**
   * Changes these fields of the row, whatever its version is; with a `version` that others have outrun it is a `Problem`
   * with `Code.stale`. `rows:notFound` when there is no such row.
   */
  edit(id: number, values: Partial<Update<F>> & Values<F>): Promise<Row<F>>;
  /** Deletes the rows, or puts them into the trash of a table that has one. */
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
  /** Who has sent the request; the system where nobody did. */
  readonly caller: Caller;
  /** Unix seconds. */
  readonly now: number;
  /** Any table by its name, within the running transaction: `context.table('article').edit(1, { status: 'live' })`. */
  table<N extends TableName>(name: N): TransactionRows<FieldsOf<N>>;
  /** Adds a job within the running transaction: if that comes to nothing, so does the job. */
  readonly enqueue: Enqueue;
  /** Does the work once the transaction is on the disk, or never if that comes to nothing. A failure is logged, the change stands. */
  afterCommit(work: () => Promise<void> | void): void;
}
