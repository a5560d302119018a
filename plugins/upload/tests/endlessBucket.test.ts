import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectAt, readObject } from '../server/direct/adoption.ts';
import { openBucket, type Bucket, type BucketSettings } from '../server/remote/bucket.ts';
import { bucketStorage } from '../server/remote/bucketStorage.ts';

let bucket: Bucket;
/** Bytes that left before the line was cut. */
let sent = 0;
let status = 500;

/** Goes on for as long as somebody reads. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'HEAD') return void response.writeHead(404).end();
  response.writeHead(status, { 'content-type': 'application/xml' });
  const piece = Buffer.from('<Key>one more</Key>'.repeat(3000));
  const go = (): void => {
    for (let isRoom = true; isRoom && !response.destroyed; sent += piece.length) isRoom = response.write(piece);
  };
  response.on('drain', go);
  go();
}
const server = createServer(answer);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bucket = openBucket({
    bucket_endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket_region: 'us-east-1',
    bucket_name: 'files',
    bucket_access_key: 'key',
    bucket_secret: 'secret',
    bucket_path_style: 1,
    bucket_takes_new: 0,
  } as BucketSettings)!;
});
afterAll(async () => {
  bucket.client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function listed(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucketStorage(async () => bucket).list({ prefix: 'a' })) keys.push(key);
  return keys;
}

it.each<[string, number, () => Promise<unknown>]>([
  ['a file is read', 500, () => readObject(bucket, 'a', '"x"')],
  ['a file is looked for', 404, () => objectAt(bucket, 'a')],
  ['files are listed', 200, () => listed()],
  ['a file is removed', 503, () => bucketStorage(async () => bucket).delete('a/b')],
])('is not read to its end where %s and the answer (%i) has none', async (_what, answered, ask) => {
  status = answered;
  sent = 0;
  await expect(ask()).rejects.toMatchObject({ key: expect.stringMatching(/^upload:remote\.(away|refused)$/) });
  // Of each of three tries some megabytes.
  expect(sent).toBeGreaterThan(4_000_000);
  expect(sent).toBeLessThan(60_000_000);
});
