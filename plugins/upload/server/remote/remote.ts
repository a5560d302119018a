import { direct } from '../direct/direct.ts';
import type { Contribution, UploadParts } from '../uploadParts.ts';
import { openBucket, type Bucket, type BucketSettings } from './bucket.ts';
import { noBucket } from './bucketErrors.ts';
import { bucketStorage } from './bucketStorage.ts';
import { bucketGroup } from './settings.ts';

/** Files in a bucket, by the name `s3`, for who has set one up. */
export function remote(parts: UploadParts): Contribution {
  const open = currentBucket(() => parts.host.settings('upload_bucket'));
  const storage = bucketStorage(open);
  parts.storages.add('s3', () => storage);
  parts.storages.choose(async () => ((await parts.host.settings('upload_bucket')).bucket_takes_new ? 's3' : 'local'));
  const { resources, jobs, routes } = direct(parts, open);
  return { settings: [bucketGroup], resources, jobs, routes };
}

/** The bucket of the settings as they are; one client as long as they stay. */
function currentBucket(read: () => Promise<BucketSettings>): () => Promise<Bucket> {
  let made: { readonly by: string; readonly bucket: Bucket } | undefined;
  return async () => {
    const settings = await read();
    const by = JSON.stringify(settings);
    if (made?.by === by) return made.bucket;
    const bucket = openBucket(settings);
    if (!bucket) throw noBucket();
    made = { by, bucket };
    return bucket;
  };
}
