import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Problem, sizeText } from '#resource';
import type { Storage } from '#plugin';
import type { Bucket } from '../remote/bucket.ts';
import { bucketBody, bucketProblem, isAbsent, isOtherByNow } from '../remote/bucketErrors.ts';
import { headObject } from '../remote/headObject.ts';
import { objectHeaders } from '../remote/objectHeaders.ts';
import { headSize, sniff } from '../sniff.ts';
import { s3 } from '../remote/s3.ts';

/** What a browser has put into the bucket. */
export interface PutObject {
  readonly size: number;
  readonly type: string;
  /** Of exactly these bytes. */
  readonly etag: string;
}

/** What lies at a key now; undefined when nothing does. */
export async function objectAt({ client, name }: Bucket, key: string): Promise<PutObject | undefined> {
  const found = await headObject(client, { Bucket: name, Key: key });
  return found && { size: found.ContentLength ?? 0, type: found.ContentType ?? '', etag: found.ETag ?? '' };
}

/** The bytes that were looked at, and no others that somebody may have put there since. */
export async function readObject({ client, name }: Bucket, key: string, etag: string): Promise<Readable> {
  try {
    const { Body } = await client.send(new (s3().GetObjectCommand)({ Bucket: name, Key: key, IfMatch: etag }));
    return bucketBody(Body as Readable);
  } catch (error) {
    throw changedOr(error);
  }
}

/** Whoever puts another file into the place while it is looked at is told so; all else is the bucket's. */
const changedOr = (error: unknown): unknown =>
  isOtherByNow(error) || isAbsent(error) ? new Problem('upload:direct.changed') : bucketProblem(error);

export async function removeObject({ client, name }: Bucket, key: string): Promise<void> {
  try {
    await client.send(new (s3().DeleteObjectCommand)({ Bucket: name, Key: key }));
  } catch (error) {
    if (!isAbsent(error)) throw bucketProblem(error);
  }
}

interface Source {
  readonly key: string;
  readonly etag: string;
  /** As who sent it calls it: of what it is, that counts where the content leaves it open. */
  readonly name: string;
}

/**
 * The bucket, as a storage into which the file at `source` is put without sending it again: what is put first is read to its end,
 * hashed, and copied by the bucket itself. Nobody who may still write to the source can change the copy. `nextKey` says where.
 */
export function adoptingStorage(storage: Storage, bucket: Bucket, source: Source, nextKey: () => string): Storage {
  let isAdopted = false;
  return {
    ...storage,
    async put(_key, body, options) {
      const key = nextKey();
      if (isAdopted) return storage.put(key, body, options);
      isAdopted = true;
      const hash = createHash(options.hash ?? 'sha256');
      const first: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        options.signal?.throwIfAborted();
        if (size < headSize) first.push(chunk);
        size += chunk.length;
        if (size > options.limit) throw new Problem('server:fileTooLarge', { limit: sizeText(options.limit) });
        hash.update(chunk);
      }
      const { type } = await sniff(Buffer.concat(first).subarray(0, headSize), source.name);
      await copy(bucket, source, key, type);
      const stored = await storage.head(key);
      if (stored?.size !== size) throw new Problem('upload:direct.changed');
      return { ...stored, hash: hash.digest('hex') };
    },
  };
}

async function copy({ client, name }: Bucket, source: Source, key: string, type: string): Promise<void> {
  const CopySource = [name, ...source.key.split('/')].map(encodeURIComponent).join('/');
  try {
    await client.send(
      new (s3().CopyObjectCommand)({
        Bucket: name,
        Key: key,
        CopySource,
        CopySourceIfMatch: source.etag,
        MetadataDirective: 'REPLACE',
        ...objectHeaders(type),
      }),
    );
  } catch (error) {
    throw changedOr(error);
  }
}
