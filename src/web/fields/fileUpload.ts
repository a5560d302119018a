import type { FieldManifest } from '#resource';
import type { ListRow } from './view.ts';

/** Where a file goes that somebody has pasted, dropped or picked. */
export interface FileTarget {
  /** Name of the table whose form it is. */
  readonly table?: string | undefined;
  /** With its options, which say what it takes. */
  readonly field: FieldManifest;
  /** The row as it was read; of a new one there is none. */
  readonly row?: ListRow | undefined;
  /** Aborted when somebody cancels, with the reason `cancelled`, and when the input goes. */
  readonly signal: AbortSignal;
  /** Shows how much is done, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Shows what is being done in place of sending, such as waiting for the connection; undefined: it is sent. */
  readonly onStage: (stage: string | undefined) => void;
}

/**
 * Keeps one file, and gives its address. What it rejects with is shown at the field, with a button to try again: its
 * message is for people.
 */
export type FileUpload = (file: File, target: FileTarget) => Promise<string>;

let upload: FileUpload | undefined;

/** What takes files into fields; undefined while no plugin does. */
export const fileUpload = (): FileUpload | undefined => upload;
export function setFileUpload(given: FileUpload | undefined): void {
  upload = given;
}
