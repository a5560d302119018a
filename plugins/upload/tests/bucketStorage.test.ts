import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** A server that lists keys as S3 does: a thousand at a time, and a token for those that follow. */
async function startPages(keys: readonly string[]) {
  const asked: URLSearchParams[] = [];
  const server = createServer(({ url }, response) => {
    const query = new URL(url!, 'http://bucket').searchParams;
    asked.push(query);
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const left = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = left.slice(0, Math.min(1000, Number(query.get('max-keys') ?? 1000)));
    const isTruncated = page.length < left.length;
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>3</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    );
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)!}</NextContinuationToken>` : '';
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = {
    ...(await open()).server.settings,
    bucket_endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const bucket = openBucket(settings)!;
  return { asked, storage: bucketStorage(async () => bucket), close: () => server.close() };
}

describe('a bucket', () => {
  it('of more than a thousand files is listed to its end, page by page, in order', async () => {
    const keys = Array.from({ length: 2500 }, (_each, at) => `aa/${String(at).padStart(4, '0')}`);
    const { asked, storage, close } = await startPages([...keys, 'bb/0000']);
    const listed = async (given?: { prefix?: string; after?: string }): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of storage.list(given)) found.push(key);
      return found;
    };
    expect(await listed()).toEqual([...keys, 'bb/0000']);
    expect(asked).toHaveLength(3);
    expect(await listed({ prefix: 'aa/', after: 'aa/0999' })).toEqual(keys.slice(1000));
    expect(asked).toHaveLength(5);
    // Whoever needs no more of them asks for no more.
    for await (const { key } of storage.list()) if (key === keys[0]) break;
    expect(asked).toHaveLength(6);
    close();
  });

  it('that is gone in the middle of a file is said to be gone', async () => {
    const { server, storage } = await open();
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(20_000_000);
      server.removeBucket();
      yield Buffer.alloc(20_000_000);
    }
    await expect(storage.put('a', body(), { limit: 100_000_000 })).rejects.toMatchObject({
      key: 'upload:remote.refused',
    });
    for (const call of [
      () => storage.get('a'),
      () => storage.head('a'),
      () => storage.delete('a'),
      () => storage.put('b', Readable.from([Buffer.from('x')]), { limit: 9 }),
    ])
      await expect(call()).rejects.toMatchObject({ key: 'upload:remote.refused' });
    const all = async () => {
      for await (const each of storage.list()) expect(each).toBeUndefined();
    };
    await expect(all()).rejects.toMatchObject({ key: 'upload:remote.refused' });
  });

  it('is not blamed for a sender who hangs up', async () => {
    const { storage } = await open();
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw aborted;
    }
    await expect(storage.put('a', body(), { limit: 9 })).rejects.toBe(aborted);
  });

  it('that cannot be reached is said to be unavailable, and works when it is back', async () => {
    const { server, storage } = await open();
    await storage.put('a', Readable.from([Buffer.from('x')]), { limit: 9 });
    server.intercept(() => 'SlowDown');
    await expect(storage.head('a')).rejects.toMatchObject({ key: 'upload:remote.away' });
    server.intercept(undefined);
    expect(await storage.head('a')).toMatchObject({ size: 1 });
  });
});
