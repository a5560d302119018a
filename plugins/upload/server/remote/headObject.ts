import type { Readable } from 'node:stream';
import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { bucketProblem, isAbsent } from './bucketErrors.ts';
import { s3 } from './s3.ts';

type Found = Pick<HeadObjectCommandOutput, 'ContentLength' | 'ContentType' | 'ETag' | 'LastModified'>;

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** What a bucket says of a file; undefined when there is none, and a `Problem` when there is no such bucket either. */
export async function headObject(client: S3Client, place: Place): Promise<Found | undefined> {
  const seen = await glimpse(client, place);
  if (seen) return seen;
  // An answer to HEAD has no body that could say what there is none of.
  return unlessAbsent(async () => {
    const found = await client.send(new (s3().GetObjectCommand)(place));
    (found.Body as Readable).destroy();
    return found;
  });
}

/** The same by one question less, for who is about to write there: undefined also when there is no such bucket. */
export const glimpse = (client: S3Client, place: Place): Promise<Found | undefined> =>
  unlessAbsent(() => client.send(new (s3().HeadObjectCommand)(place)));

async function unlessAbsent<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw bucketProblem(error);
  }
}
