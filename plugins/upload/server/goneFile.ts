import type { JobOf } from '#resource';
import type { StorageName } from './storages.ts';

/** Where a file is that no row has any more. */
export interface GoneFile extends Readonly<Record<string, string>> {
  readonly storage: StorageName;
  readonly key: string;
}

/** The job that removes attachments of these ids which no row uses, once the person is forgotten who has uploaded them. */
export const forgetFiles: JobOf<readonly number[]> = { name: 'upload.forget-files' };

/** The job that removes them, for who adds it within a transaction: if that comes to nothing, the files stay. */
export const removeFile: JobOf<readonly GoneFile[]> = { name: 'upload.remove-file' };
