import { Problem } from '#resource';
import type { Storage } from '#plugin';
import type { GoneFile } from './goneFile.ts';
import type { UploadParts } from './uploadParts.ts';

/** Nothing was heard of a commit: it may have been done, or may still be. */
export const isInDoubt = (error: unknown): boolean => error instanceof Problem && error.key === 'database:unavailable';

/**
 * Removes a file that was stored for a row, after the row could not be written for this reason; not when it may have been, and
 * only the answer of the database was lost. What is not removed now, the nightly job removes.
 */
export async function removeUnnamed(
  { host, storages }: UploadParts,
  { storage, key }: GoneFile,
  reason: unknown,
): Promise<void> {
  if (isInDoubt(reason)) return;
  try {
    const rows = await host.rows('attachment', host.system).count({ key });
    if (rows === 0) await (await storages.of(storage)).delete(key);
  } catch (error) {
    host.log(`the file ${key}, which no row has, is still there: ${(error as Error).message}`);
  }
}

/** Removes a file that no row was to name. What is not removed now, the nightly job removes: that hides nothing that went wrong before. */
export async function discard({ host }: UploadParts, place: Storage, key: string): Promise<void> {
  await place
    .delete(key)
    .catch((error: Error) => host.log(`the file ${key}, which is not wanted, is still there: ${error.message}`));
}
