import { job, type JobRun } from '#plugin';
import type { JobOf } from '#resource';
import { thumbnailKeys } from './thumbnails.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Where a file is that no row has any more. */
interface GoneFile extends Readonly<Record<string, string>> {
  readonly storage: string;
  readonly key: string;
}

const name = 'remove-file';
/** The job, for who adds it within a transaction: if that comes to nothing, the file stays. */
export const removeFile: JobOf<GoneFile> = { name: `upload.${name}` };

/** Removes a file and its thumbnails from its storage; tried again for hours while that is away. */
export const removedFiles = (parts: UploadParts): Contribution => ({
  jobs: [
    job<GoneFile>({
      name,
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
