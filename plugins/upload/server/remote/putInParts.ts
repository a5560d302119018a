import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { PutOptions } from '#plugin';
import { objectHeaders } from './objectHeaders.ts';
import { s3 } from './s3.ts';

/** Bytes of a part: times the 10,000 parts that S3 allows, more than any limit. */
const partSize = 8_388_608;
/** Parts that are sent at once, while one more is filled: what a body holds of memory at the most. */
const inFlight = 2;

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Puts a body of any length: what fits into one part at once, all else in parts that become a file when the last one is there. A
 * failure removes the parts. (The SDK's own `Upload` reads a body to its end after a part has failed.)
 */
export async function putInParts(
  client: S3Client,
  place: Place,
  body: AsyncIterable<Uint8Array>,
  { type = '', signal: abortSignal }: Pick<PutOptions, 'type' | 'signal'>,
): Promise<void> {
  const options = abortSignal && { abortSignal };
  const object = { ...place, ...objectHeaders(type) };
  const parts = inPieces(body, partSize);
  const first = await parts.next();
  const second = await parts.next();
  if (second.done) {
    const Body = first.value ?? Buffer.alloc(0);
    await client.send(new (s3().PutObjectCommand)({ ...object, Body, ContentLength: Body.length }), options);
    return;
  }
  const { UploadId } = await client.send(new (s3().CreateMultipartUploadCommand)(object), options);
  const at = { ...place, UploadId };
  try {
    const Parts = await sendAll([first.value!, second.value], parts, async (Body, PartNumber) => {
      const { ETag } = await client.send(new (s3().UploadPartCommand)({ ...at, Body, PartNumber }), options);
      return { ETag, PartNumber };
    });
    await client.send(new (s3().CompleteMultipartUploadCommand)({ ...at, MultipartUpload: { Parts } }), options);
  } catch (error) {
    // Of a bucket that is gone the parts are gone as well: what has failed is what counts.
    await client.send(new (s3().AbortMultipartUploadCommand)(at)).catch(() => {});
    throw error;
  }
}

/** Sends parts side by side; ends with the first that fails, when none is on its way any more. */
async function sendAll(
  ready: Buffer[],
  parts: AsyncIterable<Buffer>,
  send: (body: Buffer, number: number) => Promise<CompletedPart>,
): Promise<CompletedPart[]> {
  const sent: Promise<CompletedPart>[] = [];
  const begin = (body: Buffer): void => {
    const part = send(body, sent.length + 1);
    // Awaited below, but perhaps not before it fails.
    part.catch(() => {});
    sent.push(part);
  };
  try {
    for (const body of ready.splice(0)) begin(body);
    for await (const body of parts) {
      await sent[sent.length - inFlight];
      begin(body);
    }
    return await Promise.all(sent);
  } finally {
    await Promise.allSettled(sent);
  }
}

/** The bytes in buffers of that size, the last one shorter. */
async function* inPieces(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (length + rest.length >= size) {
      const cut = size - length;
      yield Buffer.concat([...chunks, rest.subarray(0, cut)], size);
      [chunks, length, rest] = [[], 0, rest.subarray(cut)];
    }
    if (rest.length > 0) chunks.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(chunks, length);
}
