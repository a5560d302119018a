import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import sharp from 'sharp';
import type { ServerPlugin } from '#plugin';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { filesOf } from './files.ts';
import { tusClient } from './tus.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

const plugins = [upload()];
const run = async ([plugin]: readonly ServerPlugin[], job: string): Promise<void> => {
  const found = plugin!.jobs!.find(({ name }) => name === job)!;
  await found.run({ signal: new AbortController().signal } as never);
};

testPlugin('uploads that nobody goes on with are removed', plugins, async (server) => {
  const tus = tusClient(server, await server.signIn());
  const [kept, left] = [await tus.begin(100), await tus.begin(100)];
  for (const path of [kept, left]) expect((await tus.patch(path, 0, Buffer.alloc(50, 'x'))).status).toBe(204);
  await run(plugins, 'clear-unfinished');
  expect(filesOf(server)).toHaveLength(2);
  const rows = server.app.gate.rows('unfinished_upload');
  const [row] = await rows.list({ uuid: left.split('/').at(-1)! });
  expect(row!.expires - Math.floor(Date.now() / 1000)).toBeGreaterThan(80_000);
  await rows.edit(row!.id, { expires: 1 });
  expect((await tus.head(left)).status).toBe(404);
  await run(plugins, 'clear-unfinished');
  expect(filesOf(server)).toHaveLength(1);
  expect(await rows.count()).toBe(1);
  // Of an upload whose row is gone the pieces go as well.
  await rows.del((await rows.list()).map(({ id }) => id));
  await run(plugins, 'clear-unfinished');
  expect(filesOf(server)).toEqual([]);
});

testPlugin('an upload in a storage that has gone keeps no other from being removed', plugins, async (server) => {
  const tus = tusClient(server, await server.signIn());
  const [gone, left] = [await tus.begin(100), await tus.begin(100)];
  for (const path of [gone, left]) expect((await tus.patch(path, 0, Buffer.alloc(50, 'x'))).status).toBe(204);
  const rows = server.app.gate.rows('unfinished_upload');
  const [first] = await rows.list({ uuid: gone.split('/').at(-1)! });
  // There is no bucket in the settings.
  await rows.edit(first!.id, { storage: 's3' });
  for (const { id } of await rows.list()) await rows.edit(id, { expires: 1 });
  await expect(run(plugins, 'clear-unfinished')).rejects.toThrow();
  expect(await rows.list()).toMatchObject([{ id: first!.id }]);
});

testPlugin('files that were sent and never called back are removed', plugins, async (server) => {
  const token = await server.signIn();
  const post = async (url: string, body: Record<string, unknown>) =>
    (await server.request('POST', `/api/admin/${url}`, { token, body })).json;
  await post('routine.Config/edit', { ...bucket.settings });
  await post('routine.Config/edit', { upload_mode: 's3', upload_url: `${bucket.address}/files` });
  const sent: string[] = [];
  for (const name of ['a.txt', 'b.txt']) {
    const facts = { name, size: 1, type: 'text/plain', sha1: '0'.repeat(40) };
    const { key, url, params } = (await post('ajax/uploadPolicy', facts)).data as unknown as {
      key: string;
      url: string;
      params: Record<string, string>;
    };
    const form = new FormData();
    for (const [field, value] of Object.entries({ key, ...params })) form.append(field, value);
    form.append('file', new File(['x'], name, { type: 'text/plain' }));
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
    sent.push(key);
  }
  const rows = server.app.gate.rows('issued_upload');
  const there = async () => (await rows.list()).map(({ key }) => key);
  await run(plugins, 'clear-issued');
  expect(await there()).toEqual(sent);
  const [first] = await rows.list();
  await rows.edit(first!.id, { expires: 1 });
  bucket.age(100_000);
  await run(plugins, 'clear-issued');
  expect(await there()).toEqual(sent.slice(1));
  expect(bucket.files()).toEqual(sent.slice(1));
  await rows.del((await rows.list()).map(({ id }) => id));
  await run(plugins, 'clear-issued');
  expect(bucket.files()).toEqual([]);
});

/** Seconds that the clock of the server goes ahead. */
let ahead = 0;
const now = (): number => Math.floor(Date.now() / 1000) + ahead;
/** Runs the job as it will run in so many hours. */
async function runIn(hours: number): Promise<void> {
  ahead = hours * 3600;
  try {
    await run(plugins, 'clear-issued');
  } finally {
    ahead = 0;
  }
}

/** Puts files into the bucket as browsers do. */
async function directly(server: TestServer) {
  const token = await server.signIn();
  const post = async (url: string, body: Record<string, unknown>, mayFail = false) =>
    (await server.request('POST', `/api/admin/${url}`, { token, body, mayFail })).json;
  await bucket.clear();
  bucket.intercept(undefined);
  await post('routine.Config/edit', { ...bucket.settings });
  await post('routine.Config/edit', { upload_mode: 's3', upload_url: `${bucket.address}/files` });
  return async (bytes: Uint8Array, name: string, type: string) => {
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    const facts = { name, size: bytes.length, type, sha1 };
    const { key, url, params } = (await post('ajax/uploadPolicy', facts)).data as unknown as {
      key: string;
      url: string;
      params: Record<string, string>;
    };
    const form = new FormData();
    for (const [field, value] of Object.entries({ key, ...params })) form.append(field, value);
    form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
    const kept = key.replace('incoming/', '');
    return {
      key,
      kept,
      clean: `clean/${kept}`,
      callback: () => post('Alioss/callback', { url: `/${key}`, ...facts }, true),
    };
  };
}

/** It is written anew, without its place. */
const located = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'blue' } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();

const pathOf = (url = ''): string => decodeURIComponent(url.split('?')[0]!).replace('/files/', '');

testPlugin(
  'what was copied for a row that was never written is removed, and nothing else',
  plugins,
  async (server) => {
    const put = await directly(server);
    const text = await put(Buffer.from('words'), 'a.txt', 'text/plain');
    const picture = await put(await located(), 'a.jpg', 'image/jpeg');
    const taken = await put(Buffer.from('others'), 'b.txt', 'text/plain');
    const rows = server.app.gate.rows('issued_upload');
    // From one moment on the server can do nothing more, as when it is killed: after the copy, and after the second one.
    const diesBefore = async (method: string, key: string, callback: () => Promise<{ code: number }>) => {
      let isDead = false;
      bucket.intercept((request) => {
        isDead ||= request.method === method && pathOf(request.url) === key;
        return isDead ? 'AccessDenied' : undefined;
      });
      const { code } = await callback();
      bucket.intercept(undefined);
      return code;
    };
    expect(await diesBefore('HEAD', text.kept, text.callback)).toBe(0);
    expect(await diesBefore('DELETE', picture.kept, picture.callback)).toBe(0);
    // This one has its row, and dies later.
    expect(await diesBefore('DELETE', taken.key, taken.callback)).toBe(1);
    const all = [text.key, text.kept, picture.key, picture.kept, picture.clean, taken.key, taken.kept].toSorted();
    expect(bucket.files()).toEqual(all);
    expect(await rows.count()).toBe(3);
    // A callback has a day, and whoever has begun then goes on for a while.
    await runIn(23);
    expect(bucket.files()).toEqual(all);
    await runIn(25);
    expect(bucket.files()).toEqual([taken.kept]);
    expect(await rows.count()).toBe(0);
  },
  { now },
);

testPlugin(
  'a callback that takes longer than a day names no file that the job has removed',
  plugins,
  async (server) => {
    const put = await directly(server);
    const picture = await put(await located(), 'a.jpg', 'image/jpeg');
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isHeld = false;
    bucket.intercept(async (request) => {
      if (isHeld || request.method !== 'DELETE' || pathOf(request.url) !== picture.kept) return undefined;
      // The last that it does before it writes the row.
      isHeld = true;
      reached.resolve();
      await released.promise;
      return undefined;
    });
    const answer = picture.callback();
    await reached.promise;
    await runIn(26);
    expect(bucket.files()).toEqual([]);
    released.resolve();
    expect(await answer).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/unknown or has already ended/) as string,
    });
    bucket.intercept(undefined);
    expect(await server.app.gate.rows('attachment').count()).toBe(0);
    expect(bucket.files()).toEqual([]);
  },
  { now },
);
