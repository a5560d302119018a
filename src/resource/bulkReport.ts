import type { ChangedRow } from './changedRow.ts';
import type { ImportState } from './importState.ts';

/** A row that a bulk edit, or taking one back, does not change. */
export interface LeftRow {
  readonly id: number;
  /** What names it, for who may read that. */
  readonly name?: string;
  readonly reason: string;
}

/** What a bulk edit has done, or, of a preview, would do. */
export interface BulkReport {
  /** Rows that it is about. */
  readonly count: number;
  readonly changed: number;
  /** Rows that have these values already. */
  readonly same: number;
  /** Only a preview tells of any: else nothing is done. */
  readonly refused: readonly LeftRow[];
  /** Of a preview, the first rows that would change. */
  readonly examples: readonly ChangedRow[];
  /** For the call that does what the preview has told. */
  readonly seen: string;
  /** The `id` that `undoEdit` takes; null where nothing was changed, or no history is kept. */
  readonly undo: number | null;
  /** An edit that is too large for one transaction is this job: `bulkJob` tells of it, and nothing is done yet. */
  readonly job?: ImportState;
}

export interface UndoReport {
  readonly changed: number;
  /** Rows that stay as they are. */
  readonly left: readonly LeftRow[];
}
