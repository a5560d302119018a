import type { Caller, Model, UndoReport } from '#resource';

/** A bulk edit that was done or undone in one transaction, for whoever tells people of it. */
export type BulkEditEvent = {
  readonly caller: Caller;
  readonly model: Model;
  /** With which it can be undone. */
  readonly id: number;
} & (
  | { readonly is: 'done'; readonly changed: number; /** Names of the fields. */ readonly fields: readonly string[] }
  | ({ readonly is: 'undone' } & UndoReport)
);
