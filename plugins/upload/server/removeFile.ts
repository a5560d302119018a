import { job, type JobRun } from '#plugin';
import type { GoneFile } from './goneFile.ts';
import { thumbnailKeys } from './thumbnails.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Removes a file and its thumbnails from its storage; tried again for hours while that is away. */
export const removedFiles = (parts: UploadParts): Contribution => ({
  jobs: [
    job<GoneFile>({
      name: 'remove-file',
      retries: 10,
      concurrency: 2,
      run: ({ data }: JobRun<GoneFile>) => removeStored(parts, data),
    }),
  ],
});

export async function removeStored({ storages }: UploadParts, { storage, key }: GoneFile): Promise<void> {
  const place = await storages.of(storage);
  for (const each of [...thumbnailKeys(key), key]) await place.delete(each);
}
