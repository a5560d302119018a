import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Problem, sizeText } from '#resource';
import { assertKey, type PutOptions, type Storage, type StoredFile } from '#plugin';
import type { Bucket } from './bucket.ts';
import { bucketBody, bucketProblem, isAbsent, isOutOfRange } from './bucketErrors.ts';
import { glimpse, headObject } from './headObject.ts';
import { putInParts } from './putInParts.ts';
import { s3 } from './s3.ts';

/**
 * Files in an S3-compatible bucket, behind the interface of the folder. What is aborted or breaks off leaves nothing, but for parts
 * that nobody sees when the server is killed: `clearAbandoned` removes those. Two instances that put one key at the same moment
 * may both succeed; keys of `newKey` never meet.
 */
export function bucketStorage(open: () => Promise<Bucket>): Storage {
  const putting = new Set<string>();
  const at = async (key: string) => {
    const { client, name } = await open();
    return { client, place: { Bucket: name, Key: assertKey(key) } };
  };
  const head = async (key: string): Promise<StoredFile | undefined> => {
    const { client, place } = await at(key);
    const found = await headObject(client, place);
    return found && storedOf(key, found);
  };
  return {
    head,
    async put(key, body, options) {
      const { client, place } = await at(key);
      const mark = `${place.Bucket}/${key}`;
      if (!options.replace && putting.has(mark)) throw new Problem('server:fileTaken');
      putting.add(mark);
      const counted = counting(body, options);
      try {
        if (!options.replace && (await glimpse(client, place))) throw new Problem('server:fileTaken');
        await putInParts(client, place, counted.body, options);
        return { key, size: counted.size(), modified: Math.floor(Date.now() / 1000), hash: counted.hash() };
      } catch (error) {
        // A line that the sender has cut is no failure of the bucket.
        throw error === counted.failure() ? error : bucketProblem(error);
      } finally {
        putting.delete(mark);
      }
    },
    async get(key, { start = 0, end } = {}) {
      const { client, place } = await at(key);
      const isAll = start === 0 && end === undefined;
      const range = isAll ? {} : { Range: `bytes=${start}-${end ?? ''}` };
      try {
        const found = await client.send(new (s3().GetObjectCommand)({ ...place, ...range }));
        return { ...storedOf(key, found), body: bucketBody(found.Body as Readable) };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        if (!isOutOfRange(error)) throw bucketProblem(error);
        const stored = await head(key);
        return stored && { ...stored, body: Readable.from([]) };
      }
    },
    async delete(key) {
      if (!(await head(key))) return false;
      const { client, place } = await at(key);
      try {
        await client.send(new (s3().DeleteObjectCommand)(place));
      } catch (error) {
        if (!isAbsent(error)) throw bucketProblem(error);
      }
      return true;
    },
    async *list({ prefix, after } = {}) {
      const { client, name } = await open();
      try {
        for await (const { Contents = [] } of s3().paginateListObjectsV2(
          { client },
          { Bucket: name, Prefix: prefix, StartAfter: after },
        ))
          for (const { Key, Size = 0, LastModified } of Contents)
            yield { key: Key!, size: Size, modified: secondsOf(LastModified) };
      } catch (error) {
        throw bucketProblem(error);
      }
    },
  };
}

const secondsOf = (date: Date | undefined): number => Math.floor((date?.getTime() ?? 0) / 1000);

type Found = Pick<GetObjectCommandOutput, 'ContentLength' | 'ContentRange' | 'LastModified'>;
const storedOf = (key: string, { ContentLength = 0, ContentRange, LastModified }: Found): StoredFile => ({
  key,
  // Of a range it is `bytes 0-499/1234`.
  size: ContentRange === undefined ? ContentLength : Number(ContentRange.split('/')[1]),
  modified: secondsOf(LastModified),
});

interface Counted {
  readonly body: AsyncIterable<Uint8Array>;
  size(): number;
  hash(): string;
  /** What has ended the body before its time. */
  failure(): unknown;
}

/** Hashes and counts what passes; fails as soon as there is too much of it. */
function counting(
  body: Readable | AsyncIterable<Uint8Array>,
  { limit, hash: algorithm = 'sha256', signal }: PutOptions,
): Counted {
  const hash = createHash(algorithm);
  let size = 0;
  let failure: unknown;
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      signal?.throwIfAborted();
      size += chunk.length;
      if (size > limit) throw new Problem('server:fileTooLarge', { limit: sizeText(limit) });
      hash.update(chunk);
      yield chunk;
    }
    signal?.throwIfAborted();
  }
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* passing();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { body: watched(), size: () => size, hash: () => hash.digest('hex'), failure: () => failure };
}
