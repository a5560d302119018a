import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { filesOf } from './files.ts';
import { send } from './send.ts';
import { tusClient } from './tus.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

// SQLite has one instance.
testPlugin.onPostgres('two instances with one bucket behave as one', [upload()], async (one, place) => {
  const other = await place.start([upload()]);
  const token = await one.signIn();
  const settings = { token, body: { ...bucket.settings, bucket_takes_new: 1 } };
  expect((await one.request('POST', '/api/admin/routine.Config/edit', settings)).json.code).toBe(1);
  const { file } = await send(one, { bytes: 'from one', token });
  expect(file).toMatchObject({ storage: 's3' });
  expect(await (await fetch(`${other.address}${file.url}`)).text()).toBe('from one');

  // An upload in parts goes on in turns, and when one of them is silent.
  const bytes = Buffer.alloc(9_000_000, 'in turns ');
  const [first, second] = [tusClient(one, token), tusClient(other, token)];
  const path = await first.begin(bytes.length);
  const part = (from: number, to: number): Buffer => bytes.subarray(from, to);
  expect(await first.patch(path, 0, part(0, 1_000_000))).toMatchObject({ status: 204 });
  expect(await second.patch(path, 1_000_000, part(1_000_000, 3_000_000))).toMatchObject({ status: 204 });
  const hangUp = await first.stall(path, 3_000_000, 6_000_000, part(3_000_000, 4_000_000));
  const { status, offset = 0 } = await second.head(path);
  expect(status).toBe(200);
  // The last pieces may have been on their way.
  expect(offset).toBeGreaterThan(3_500_000);
  expect(offset).toBeLessThanOrEqual(4_000_000);
  const rest = part(offset, bytes.length);
  const both = await Promise.all([first.patch(path, offset, rest), second.patch(path, offset, rest)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  hangUp();
  // Whoever is told that another is at it asks again.
  const fileOf = (client: typeof first) =>
    vi.waitUntil(async () => (await client.file(path)).file, { timeout: 300_000 });
  const [kept, same] = await Promise.all([fileOf(first), fileOf(second)]);
  expect(kept).toMatchObject({ storage: 's3', sha1: createHash('sha1').update(bytes).digest('hex') });
  expect(same).toEqual(kept);
  expect(filesOf(one)).toEqual([]);
  expect(bucket.files()).toHaveLength(2);
});
