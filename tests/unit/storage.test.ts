import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newKey, type PluginHost } from '#plugin';
import { folderStorage } from '../../src/server/storage/folderStorage.ts';
import { keep, part, sizeOf } from '../examples/storage.ts';
import { temporaryFolder } from '../support/databases.ts';
import { bodyOf, keysOf, storageContract, textOf } from '../support/storageContract.ts';

const folder = temporaryFolder();
const open = () => {
  const root = join(folder(), 'files', 'upload');
  return { root, storage: folderStorage(root) };
};
const limit = 1000;
const missing = { key: 'none' };
const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((each) => statSync(join(path, each)).isFile());

storageContract('a folder', () => {
  const { storage, root } = open();
  return { storage, leftovers: () => (existsSync(root) ? filesBelow(root) : []) };
});

describe('a folder of files', () => {
  it('whoever reads a file that is replaced reads the old one to its end', async () => {
    const { storage } = open();
    await storage.put('one', bodyOf('old'.repeat(100)), { limit });
    const reading = await storage.get('one');
    await storage.put('one', bodyOf('new'), { limit, replace: true });
    expect(await textOf(reading)).toBe('old'.repeat(100));
  });

  it('refuses a key below a file, and a file where there are some below', async () => {
    const { storage } = open();
    await storage.put('a/b', bodyOf('x'), { limit });
    for (const [key, replace] of [
      ['a/b/c', false],
      ['a/b/c/d', true],
      ['a', false],
      ['a', true],
    ] as const)
      await expect(storage.put(key, bodyOf('y'), { limit, replace })).rejects.toMatchObject({
        key: 'server:fileTaken',
      });
    expect(await textOf(await storage.get('a/b'))).toBe('x');
  });

  it('follows no link, out of the storage or within it', async () => {
    const { storage, root } = open();
    const outside = folder();
    writeFileSync(join(outside, 'secret'), 'secret');
    await storage.put('real/file', bodyOf('x'), { limit });
    symlinkSync(join(outside, 'secret'), join(root, 'link'));
    symlinkSync(outside, join(root, 'door'));
    for (const key of ['link', 'door/secret'])
      for (const call of [() => storage.get(key), () => storage.head(key), () => storage.delete(key)])
        await expect(call().then((found) => found || Promise.reject(missing))).rejects.toMatchObject({
          key: expect.stringMatching(/^none$|^server:storageUnreadable$/) as string,
        });
    for (const key of ['door/new', 'door/deep/er/new'])
      await expect(storage.put(key, bodyOf('x'), { limit, replace: true })).rejects.toMatchObject({
        key: 'server:fileTaken',
      });
    await storage.put('link', bodyOf('mine'), { limit, replace: true });
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(await keysOf(storage.list())).toEqual(['link', 'real/file']);
  });

  it('removes what a killed server has left of files half written, a day later', async () => {
    const { storage, root } = open();
    const parts = join(root, '.parts');
    mkdirSync(parts, { recursive: true });
    for (const name of ['old', 'new']) writeFileSync(join(parts, name), 'half');
    utimesSync(join(parts, 'old'), 1, 1);
    await storage.put('a', bodyOf('x'), { limit });
    expect(readdirSync(parts)).toEqual(['new']);
    expect(await keysOf(storage.list())).toEqual(['a']);
  });

  it('says plainly that it cannot write, or cannot be listed', async () => {
    const { storage, root } = open();
    // What is a file cannot be a folder, for the owner of everything neither.
    mkdirSync(join(root, '..'), { recursive: true });
    writeFileSync(root, 'in the way');
    const status = { options: { status: 503 } };
    const put = storage.put('a', bodyOf('x'), { limit });
    await expect(put).rejects.toMatchObject({ key: 'server:storageUnavailable', ...status });
    expect(readFileSync(root, 'utf8')).toBe('in the way');
    const unreadable = { key: 'server:storageUnreadable', ...status };
    await expect(keysOf(storage.list())).rejects.toMatchObject(unreadable);
    rmSync(root);
    symlinkSync(root, root);
    await expect(keysOf(storage.list({ prefix: 'a/' }))).rejects.toMatchObject(unreadable);
  });

  it('says plainly that a file cannot be read to its end', async () => {
    const { storage } = open();
    await storage.put('a', bodyOf('x'.repeat(limit)), { limit });
    const { body } = (await storage.get('a'))!;
    // As the system does when a sector is damaged.
    body.destroy(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }));
    await expect(buffer(body)).rejects.toMatchObject({
      key: 'server:storageUnreadable',
      options: { status: 503 },
      cause: { code: 'EIO' },
    });
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
    const stored = await keep(host, bodyOf('photograph'), new AbortController().signal);
    const [key, size, hash] = stored.split(' ');
    expect([size, hash]).toEqual(['10', createHash('sha1').update('photograph').digest('hex')]);
    expect(String(await buffer((await part(host, key!, 0, 4))!))).toBe('photo');
    expect(await sizeOf(host, key!.slice(0, 3))).toBe(10);
  });
});
