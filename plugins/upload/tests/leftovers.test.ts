import { afterAll, beforeAll, expect } from 'vitest';
import type { ServerPlugin } from '#plugin';
import { testPlugin } from '#test';
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
