import type { ValueChange } from './changedRow.ts';

/** What would become of a record if fields were given back what they held before an edit. */
export interface RestorePreview {
  /** Of the record as it is now, for the call that does what the preview has told. */
  readonly version: number;
  /** By field: what it holds now, and what it would hold; with those that hooks change. Empty where it holds all of it already. */
  readonly changes: Readonly<Record<string, ValueChange>>;
  /** Fields of the edit that would stay as they are, and why. */
  readonly left: Readonly<Record<string, string>>;
}
