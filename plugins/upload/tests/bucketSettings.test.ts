import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { send } from './send.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

const call = async (server: TestServer, action: string, body: Record<string, unknown>) => {
  const token = await server.signIn();
  const { json } = await server.request('POST', `/api/admin/routine.Config/${action}`, { token, body });
  return json;
};
const trial = async (server: TestServer, changes: Record<string, unknown>) => {
  const { data, msg } = await call(server, 'test', {
    group: 'upload_bucket',
    settings: { ...bucket.settings, ...changes },
  });
  return (data as { message?: string } | null)?.message ?? msg;
};

testPlugin.onEither('the test of a bucket says what is wrong with it', [upload()], async (server) => {
  expect(await trial(server, {})).toBe('A file was written, read and deleted successfully.');
  expect(await trial(server, { bucket_access_key: 'OTHER' })).toBe("The service doesn't know this access key.");
  expect(await trial(server, { bucket_secret: 'wrong' })).toBe("The secret key doesn't match the access key.");
  expect(await trial(server, { bucket_name: 'elsewhere' })).toBe("This bucket doesn't exist.");
  expect(await trial(server, { bucket_secret: null })).toMatch(/^Enter the endpoint/);
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await trial(server, { bucket_endpoint: `http://127.0.0.1:${port}` })).toMatch(/refuses the connection/);
  expect(await trial(server, { bucket_endpoint: 'http://no-such-host.invalid' })).toMatch(/no server with this name/);
  for (const [code, said] of [
    ['RequestTimeTooSkewed', /clock/],
    ['AccessDenied', /isn't allowed to write/],
    ['SomethingElse', /SomethingElse.*403/],
  ] as const) {
    bucket.intercept(() => code);
    expect(await trial(server, {})).toMatch(said);
    bucket.intercept(undefined);
  }
});

testPlugin('new files go into the bucket when the settings say so', [upload()], async (server) => {
  const token = await server.signIn();
  const incomplete = await call(server, 'edit', { bucket_takes_new: 1 });
  expect(incomplete.data).toMatchObject({
    errors: { bucket_takes_new: expect.stringMatching(/^Enter the endpoint/) as string },
  });
  const before = await send(server, { bytes: 'before', token });
  expect(before.file).toMatchObject({ storage: 'local' });
  expect((await call(server, 'edit', { ...bucket.settings, bucket_takes_new: 1 })).code).toBe(1);
  const { file } = await send(server, { bytes: 'in the bucket', token });
  expect(file).toMatchObject({ storage: 's3', size: 13 });
  const site = (await server.request('GET', '/config.json')).text;
  expect(site).not.toContain(bucket.settings.bucket_access_key);
  // Whoever points the settings elsewhere does not get the secret sent there.
  const moved = await call(server, 'edit', { bucket_endpoint: 'https://elsewhere.example' });
  expect(moved.data).toMatchObject({ errors: { bucket_secret: expect.any(String) as string } });
});
