import { job, type JobRun } from '#plugin';
import type { GoneFile } from './goneFile.ts';
import { thumbnailKeys } from './thumbnails.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Removes files and their thumbnails from their storage; tried again for hours while that is away. */
export const removedFiles = (parts: UploadParts): Contribution => ({
  jobs: [
    job<readonly GoneFile[]>({
      name: 'remove-file',
      retries: 10,
      concurrency: 2,
      async run({ data, signal }: JobRun<readonly GoneFile[]>) {
        // Jobs of an earlier version name one file.
        for (const gone of [data].flat()) {
          signal.throwIfAborted();
          await removeStored(parts, gone);
        }
      },
    }),
  ],
});

/** `assertMay` is called before each of them, and throws when it must not go any more. */
export async function removeStored(
  { storages }: UploadParts,
  { storage, key }: GoneFile,
  assertMay: () => void = () => {},
): Promise<void> {
  const place = await storages.of(storage);
  for (const each of [...thumbnailKeys(key), key]) {
    assertMay();
    await place.delete(each);
  }
}
