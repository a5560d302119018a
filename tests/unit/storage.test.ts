import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newKey, type PluginHost, type StoredFile } from '#plugin';
import { folderStorage } from '../../src/server/storage/folderStorage.ts';
import { keep, part, sizeOf } from '../examples/storage.ts';
import { temporaryFolder } from '../support/databases.ts';

const folder = temporaryFolder();
const open = () => {
  const root = join(folder(), 'files', 'upload');
  return { root, storage: folderStorage(root) };
};
const body = (text: string): Readable => Readable.from([Buffer.from(text)]);
const limit = 1000;
const textOf = async (stored: { body: Readable } | undefined): Promise<string | undefined> =>
  stored && String(await buffer(stored.body));
const keysOf = async (files: AsyncIterable<StoredFile>): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of files) keys.push(key);
  return keys;
};
const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((each) => statSync(join(path, each)).isFile());

describe('a folder of files', () => {
  it('keeps a file with its size and hash, and gives all of it or a range', async () => {
    const { storage } = open();
    const stored = await storage.put('2027/05/hello.txt', body('hello world'), { limit });
    const hash = createHash('sha256').update('hello world').digest('hex');
    expect(stored).toEqual({ key: '2027/05/hello.txt', size: 11, modified: expect.any(Number) as number, hash });
    expect(await storage.head('2027/05/hello.txt')).toMatchObject({ size: 11 });
    expect(await textOf(await storage.get('2027/05/hello.txt'))).toBe('hello world');
    const ranges = [{ start: 6 }, { end: 4 }, { start: 2, end: 3 }, { start: 10, end: 99 }, { start: 11 }];
    const parts = await Promise.all(ranges.map(async (range) => textOf(await storage.get('2027/05/hello.txt', range))));
    expect(parts).toEqual(['world', 'hello', 'll', 'd', '']);
    const { hash: sha1 } = await storage.put('other', body('x'), { limit, hash: 'sha1' });
    expect(sha1).toBe(createHash('sha1').update('x').digest('hex'));
  });

  it('has nothing under a key that was never put, or was deleted', async () => {
    const { storage } = open();
    expect([await storage.head('a'), await storage.get('a/b'), await storage.delete('a')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    await storage.put('a', body('x'), { limit });
    expect(await storage.delete('a')).toBe(true);
    expect(await storage.get('a')).toBeUndefined();
    expect(await keysOf(storage.list())).toEqual([]);
  });

  it('refuses what is longer than its limit while it comes, and keeps nothing of it', async () => {
    const { storage, root } = open();
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(100);
      }
    }
    await expect(storage.put('big', endless(), { limit: 1000 })).rejects.toMatchObject({ key: 'server:fileTooLarge' });
    expect(sent).toBe(11);
    expect(filesBelow(root)).toEqual([]);
    await storage.put('exact', Readable.from([Buffer.alloc(1000)]), { limit: 1000 });
  });

  it('keeps nothing of a body that breaks, or that nobody wants any more', async () => {
    const { storage, root } = open();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('the line was cut');
    }
    await expect(storage.put('half', broken(), { limit })).rejects.toThrow('the line was cut');
    const leaving = new AbortController();
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      leaving.abort();
      yield Buffer.from('rest');
    }
    await expect(storage.put('half', slow(), { limit, signal: leaving.signal })).rejects.toThrow();
    expect(await storage.head('half')).toBeUndefined();
    expect(filesBelow(root)).toEqual([]);
  });

  it('gives a key to one only, unless it shall be replaced', async () => {
    const { storage } = open();
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, (_, each) => storage.put('one', body(`${each}`), { limit })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toMatchObject({ key: 'server:fileTaken' });
    await storage.put('one', body('new'), { limit, replace: true });
    expect(await textOf(await storage.get('one'))).toBe('new');
  });

  it('whoever reads a file that is replaced reads the old one to its end', async () => {
    const { storage } = open();
    await storage.put('one', body('old'.repeat(100)), { limit });
    const reading = await storage.get('one');
    await storage.put('one', body('new'), { limit, replace: true });
    expect(await textOf(reading)).toBe('old'.repeat(100));
  });

  it('refuses a key below a file, and a file where there are some below', async () => {
    const { storage } = open();
    await storage.put('a/b', body('x'), { limit });
    for (const [key, replace] of [
      ['a/b/c', false],
      ['a/b/c/d', true],
      ['a', false],
      ['a', true],
    ] as const)
      await expect(storage.put(key, body('y'), { limit, replace })).rejects.toMatchObject({ key: 'server:fileTaken' });
    expect(await textOf(await storage.get('a/b'))).toBe('x');
  });

  it.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    'a/',
    '.',
    '..',
    '.parts/x',
    'a/.b',
    'a.',
    'a\\b',
    'C:\\x',
    'a\0b',
    'a b',
    'a\nb',
    'a%2fb',
    'e\u0301',
    '\uD83D',
    'x'.repeat(201),
    `${'x'.repeat(100)}/`.repeat(10),
    'a\u202Eb',
  ])('takes no key such as %j', async (key) => {
    const { storage, root } = open();
    await expect(storage.put(key, body('x'), { limit })).rejects.toThrow('cannot be the key of a file');
    for (const call of [storage.get(key), storage.head(key), storage.delete(key)])
      await expect(call).rejects.toThrow('cannot be the key of a file');
    expect(existsSync(root) ? filesBelow(root) : []).toEqual([]);
  });

  it('takes keys of any script', async () => {
    const { storage } = open();
    for (const key of ['照片/海.jpg', 'a..b', '-x', 'фото_1.tar.gz']) {
      await storage.put(key, body(key), { limit });
      expect(await textOf(await storage.get(key))).toBe(key);
    }
  });

  it('follows no link, out of the storage or within it', async () => {
    const { storage, root } = open();
    const outside = folder();
    writeFileSync(join(outside, 'secret'), 'secret');
    await storage.put('real/file', body('x'), { limit });
    symlinkSync(join(outside, 'secret'), join(root, 'link'));
    symlinkSync(outside, join(root, 'door'));
    for (const key of ['link', 'door/secret'])
      for (const call of [() => storage.get(key), () => storage.head(key), () => storage.delete(key)])
        expect(await call().catch(() => undefined)).not.toMatchObject({ size: 6 });
    for (const key of ['door/new', 'door/deep/er/new'])
      await expect(storage.put(key, body('x'), { limit, replace: true })).rejects.toMatchObject({
        key: 'server:fileTaken',
      });
    await storage.put('link', body('mine'), { limit, replace: true });
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(await keysOf(storage.list())).toEqual(['link', 'real/file']);
  });

  it('lists files in the order of their keys, from a prefix and after a key', async () => {
    const { storage } = open();
    const keys = ['a', 'a-b', 'b/c', 'b/c-d', 'b/c2/d', 'b-a', 'c/1', 'c/2', 'c/3'];
    for (const key of keys.toReversed()) await storage.put(key, body(key), { limit });
    const sorted = keys.toSorted();
    expect(await keysOf(storage.list())).toEqual(sorted);
    for (const prefix of ['b', 'b/', 'b/c', 'b/c2/', 'c/2', 'x'])
      expect(await keysOf(storage.list({ prefix })), prefix).toEqual(sorted.filter((key) => key.startsWith(prefix)));
    for (const after of [...keys, 'b/c1', 'bb', 'c/'])
      expect(await keysOf(storage.list({ after })), after).toEqual(sorted.filter((key) => key > after));
    expect(await keysOf(storage.list({ prefix: 'c/', after: 'c/1' }))).toEqual(['c/2', 'c/3']);
  });

  it('removes what a killed server has left of files half written, a day later', async () => {
    const { storage, root } = open();
    const parts = join(root, '.parts');
    mkdirSync(parts, { recursive: true });
    for (const name of ['old', 'new']) writeFileSync(join(parts, name), 'half');
    utimesSync(join(parts, 'old'), 1, 1);
    await storage.put('a', body('x'), { limit });
    expect(readdirSync(parts)).toEqual(['new']);
    expect(await keysOf(storage.list())).toEqual(['a']);
  });

  it('says plainly that it cannot write', async () => {
    const { storage, root } = open();
    // What is a file cannot be a folder, for the owner of everything neither.
    mkdirSync(join(root, '..'), { recursive: true });
    writeFileSync(root, 'in the way');
    await expect(storage.put('a', body('x'), { limit })).rejects.toThrow();
    expect(readFileSync(root, 'utf8')).toBe('in the way');
  });

  it('gives every new file a key of its own, spread over folders', () => {
    const keys = Array.from({ length: 1000 }, () => newKey('jpg'));
    expect(new Set(keys).size).toBe(1000);
    expect(keys.every((key) => /^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}\.jpg$/.test(key))).toBe(true);
    expect(new Set(keys.map((key) => key.slice(0, 5))).size).toBeGreaterThan(900);
  });

  it('does what its example says', async () => {
    const { storage } = open();
    const host = { storage } as PluginHost;
    const kept = await keep(host, body('photograph'), new AbortController().signal);
    const [key, size, hash] = kept.split(' ');
    expect([size, hash]).toEqual(['10', createHash('sha1').update('photograph').digest('hex')]);
    expect(String(await buffer((await part(host, key!, 0, 4))!))).toBe('photo');
    expect(await sizeOf(host, key!.slice(0, 3))).toBe(10);
  });
});
