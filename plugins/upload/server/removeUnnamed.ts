import type { GoneFile } from './goneFile.ts';
import type { UploadParts } from './uploadParts.ts';

/**
 * Removes a file that was stored for a row, after the row could not be written; not when it was, and only the answer of the
 * database was lost. What cannot be removed now, the nightly job removes.
 */
export async function removeUnnamed({ host, storages }: UploadParts, { storage, key }: GoneFile): Promise<void> {
  try {
    const rows = await host.rows('attachment', host.system).count({ key });
    if (rows === 0) await (await storages.of(storage)).delete(key);
  } catch (error) {
    host.log(`the file ${key}, which no row has, is still there: ${(error as Error).message}`);
  }
}
