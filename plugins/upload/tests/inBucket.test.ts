import { HeadObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { openBucket } from '../server/remote/bucket.ts';
import { upload } from '../server.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { keyOf } from './files.ts';
import { send } from './send.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

/** A server that keeps new files in the bucket; the token of who sends them. */
async function keepingThere(server: TestServer): Promise<string> {
  bucket.intercept(undefined);
  await bucket.clear();
  const token = await server.signIn();
  for (const body of [
    { ...bucket.settings, bucket_takes_new: 1 },
    { upload_mimetype: '*', upload_maxsize: 20_000_000 },
  ])
    expect((await server.request('POST', '/api/admin/routine.Config/edit', { body, token })).json.code).toBe(1);
  return token;
}

/** What the bucket tells of a file to whoever has its address there. */
async function toldOf(key: string): Promise<readonly (string | undefined)[]> {
  const { client, name } = openBucket(bucket.settings)!;
  const found = await client.send(new HeadObjectCommand({ Bucket: name, Key: key }));
  return [found.ContentType, found.ContentDisposition];
}

const pixels = { create: { width: 40, height: 20, channels: 3, background: 'blue' } } as const;
const located = (): Promise<Buffer> =>
  sharp(pixels)
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
const page = '<!doctype html><script>alert(1)</script>';

testPlugin.onEither(
  'a bucket is told the type of each file, and to show none that runs',
  [upload()],
  async (server) => {
    const token = await keepingThere(server);
    const expected = [
      ['a.png', await sharp(pixels).png().toBuffer(), 'image/png', undefined],
      // Written anew, without its location.
      ['a.jpg', await located(), 'image/jpeg', undefined],
      ['a.txt', 'words', 'text/plain', undefined],
      // In parts.
      ['b.txt', 'words '.repeat(2_000_000), 'text/plain', undefined],
      ['a.html', page, 'application/octet-stream', 'attachment'],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'attachment'],
    ] as const;
    for (const [name, bytes, ...told] of expected) {
      const { file } = await send(server, { bytes, name, type: 'image/png', token });
      expect(await toldOf(await keyOf(server, file.id)), name).toEqual(told);
      if (name !== 'a.png') continue;
      expect((await fetch(`${server.address}${file.url}?thumb=96`)).status).toBe(200);
      expect(await toldOf(`thumbs/${await keyOf(server, file.id)}-96.webp`)).toEqual(['image/webp', undefined]);
    }
  },
);

testPlugin.onEither('files of a bucket that is gone are unavailable, and not missing', [upload()], async (server) => {
  const token = await keepingThere(server);
  const { file } = await send(server, { bytes: 'hello', token });
  const get = async (url: string) => (await fetch(`${server.address}${url}`)).status;
  expect([await get(file.url), await get('/storage/nothing.txt')]).toEqual([200, 404]);
  bucket.removeBucket();
  expect([await get(file.url), await get('/storage/nothing.txt')]).toEqual([503, 404]);
  await bucket.clear();
  // It is there again, without the file.
  expect(await get(file.url)).toBe(404);
});

testPlugin.onEither('what is wrong with a file is said, though it cannot be removed', [upload()], async (server) => {
  const token = await keepingThere(server);
  bucket.intercept(({ method }) => (method === 'DELETE' ? 'AccessDenied' : undefined));
  const refused = await send(server, { bytes: 'hello', token, fields: { sha1: 'a'.repeat(40) } });
  expect([refused.code, refused.msg]).toEqual([0, 'The file was changed on its way. Please upload it again.']);
  const cut = (await sharp(pixels).png().toBuffer()).subarray(0, 60);
  const broken = await send(server, { bytes: cut, name: 'a.png', type: 'image/png', token });
  expect([broken.code, broken.msg]).toEqual([0, 'This image is damaged, or too large to be shown.']);
  expect(bucket.files()).toHaveLength(2);
  // What tells a place and cannot be removed is not kept in another form either.
  const traced = await send(server, { bytes: await located(), name: 'a.jpg', type: 'image/jpeg', token });
  expect(traced.code).toBe(0);
  expect(await server.app.gate.rows('attachment').count()).toBe(0);
});
