import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newKey } from '#plugin';
import { Problem } from '#resource';
import type { Bucket } from './bucket.ts';
import { bucketFault } from './bucketErrors.ts';
import { bucketStorage } from './bucketStorage.ts';

/** Writes a file into the bucket, reads it and deletes it; the `Problem` says what is wrong. */
export async function tryBucket(bucket: Bucket): Promise<void> {
  const storage = bucketStorage(async () => bucket);
  const key = `test/${newKey('txt')}`;
  const bytes = randomBytes(1000);
  try {
    // Without a look at what is there first: answers to such a look do not say what is wrong.
    await storage.put(key, Readable.from([bytes]), { limit: bytes.length, replace: true });
    const found = await storage.get(key);
    if (!found || !(await buffer(found.body)).equals(bytes)) throw new Problem('upload:remote.otherBytes');
    await storage.delete(key);
    if (await storage.head(key)) throw new Problem('upload:remote.notDeleted');
  } catch (error) {
    throw bucketFault(error);
  } finally {
    bucket.client.destroy();
  }
}
