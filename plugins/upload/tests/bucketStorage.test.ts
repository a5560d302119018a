import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { storageContract } from '#test';
import { openBucket } from '../server/remote/bucket.ts';
import { bucketStorage } from '../server/remote/bucketStorage.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';

let servers: BucketServer[] = [];
async function open() {
  const server = await startBucketServer();
  servers.push(server);
  const bucket = openBucket(server.settings)!;
  return { server, storage: bucketStorage(async () => bucket), leftovers: () => server.leftovers() };
}
const closeAll = async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
};
afterAll(closeAll);

storageContract('a bucket', open);

describe('a bucket', () => {
  it('that is gone in the middle of a file is said to be unavailable', async () => {
    const { server, storage } = await open();
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(20_000_000);
      server.removeBucket();
      yield Buffer.alloc(20_000_000);
    }
    await expect(storage.put('a', body(), { limit: 100_000_000 })).rejects.toMatchObject({
      key: 'server:storageUnavailable',
    });
    for (const call of [
      () => storage.get('a'),
      () => storage.put('b', Readable.from([Buffer.from('x')]), { limit: 9 }),
    ])
      await expect(call()).rejects.toMatchObject({ key: 'server:storageUnavailable' });
    const all = async () => {
      for await (const each of storage.list()) expect(each).toBeUndefined();
    };
    await expect(all()).rejects.toMatchObject({ key: 'server:storageUnavailable' });
  });

  it('that cannot be reached is said to be unavailable, and works when it is back', async () => {
    const { server, storage } = await open();
    await storage.put('a', Readable.from([Buffer.from('x')]), { limit: 9 });
    server.intercept(() => 'SlowDown');
    await expect(storage.head('a')).rejects.toMatchObject({ key: 'server:storageUnavailable' });
    server.intercept(undefined);
    expect(await storage.head('a')).toMatchObject({ size: 1 });
  });
});
