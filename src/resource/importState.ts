import type { ChangedRow } from './changedRow.ts';

/**
 * `received`: its columns may be chosen. `checking`, `running` and `undoing` are done by a job. `stopped`: a line was refused
 * that the check had taken. `failed`: nobody may go on, as `failure` says.
 */
export type ImportStep =
  | 'receiving'
  | 'received'
  | 'checking'
  | 'checked'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'stopped'
  | 'failed'
  | 'undoing'
  | 'undone';

/** Whether a job is at it. */
export const isImportWorking = (step: ImportStep): boolean => ['checking', 'running', 'undoing'].includes(step);

/** Bytes of a file to import. */
export const largestImport = 52_428_800;

interface NamedField {
  readonly name: string;
  readonly label: string;
}

/** What a person is told of their import, or of a bulk edit that goes its way. */
export interface ImportState {
  readonly id: number;
  readonly state: ImportStep;
  readonly file: string;
  /** What its text was taken for, where nothing in the file says so: `gb18030`, or empty. */
  readonly charset: string;
  readonly lines: number;
  readonly header: readonly string[];
  /** By column of the file, the field that it fills; null for none. */
  readonly columns: readonly (string | null)[];
  /** The field that finds rows; empty: all lines are new rows. */
  readonly key: string;
  /** The first lines of the file, while columns are chosen. */
  readonly sample: readonly (readonly string[])[];
  readonly fields: readonly (NamedField & { readonly required: boolean })[];
  readonly keys: readonly NamedField[];
  /** Labels of what a new row needs and no file can bring, such as a password: an import then only changes rows. */
  readonly absent: readonly string[];
  /** Of a check that was to add all lines: by which field some are there already, so that they can be changed instead. */
  readonly existsBy: NamedField | null;
  /** Lines that have been looked at in this step. */
  readonly done: number;
  readonly added: number;
  readonly edited: number;
  readonly same: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  /** Of those that are kept, the ones that were refused to whoever undoes it, and may be put back later. */
  readonly again: number;
  readonly errors: readonly {
    readonly line: number;
    /** Of a bulk edit, what names the row whose id the line is. */
    readonly row?: string;
    readonly column: string | null;
    readonly label: string | null;
    /** What stands in the cell, or how that begins; never of what is secret. */
    readonly value?: string;
    readonly message: string;
  }[];
  /** Of all errors: `errors` has the first of them. */
  readonly errorCount: number;
  /** Of what was checked, the first records that would change. */
  readonly examples: readonly ChangedRow[];
  readonly failure: string | null;
}
