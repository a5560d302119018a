import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Storage, StoredFile } from '#plugin';

/** Bytes that files of these tests may have. */
const limit = 1000;

export const bodyOf = (text: string): Readable => Readable.from([Buffer.from(text)]);
export const textOf = async (stored: { body: Readable } | undefined): Promise<string | undefined> =>
  stored && String(await buffer(stored.body));
export const keysOf = async (files: AsyncIterable<StoredFile>): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of files) keys.push(key);
  return keys;
};

/** A storage with nothing in it, and what of it is there that no key leads to: parts of what was broken off. */
export interface TestedStorage {
  readonly storage: Storage;
  leftovers(): Promise<readonly string[]> | readonly string[];
}

/** What every storage promises, wherever its files are. */
export function storageContract(name: string, open: () => TestedStorage | Promise<TestedStorage>): void {
  describe(name, () => {
    it('keeps a file with its size and hash, and gives all of it or a range', async () => {
      const { storage } = await open();
      const stored = await storage.put('2027/05/hello.txt', bodyOf('hello world'), { limit });
      const hash = createHash('sha256').update('hello world').digest('hex');
      expect(stored).toEqual({ key: '2027/05/hello.txt', size: 11, modified: expect.any(Number) as number, hash });
      expect(await storage.head('2027/05/hello.txt')).toMatchObject({ size: 11 });
      expect(await textOf(await storage.get('2027/05/hello.txt'))).toBe('hello world');
      const ranges = [{ start: 6 }, { end: 4 }, { start: 2, end: 3 }, { start: 10, end: 99 }, { start: 11 }];
      const found = await Promise.all(ranges.map((range) => storage.get('2027/05/hello.txt', range)));
      expect(found.map((each) => each!.size)).toEqual([11, 11, 11, 11, 11]);
      expect(await Promise.all(found.map(textOf))).toEqual(['world', 'hello', 'll', 'd', '']);
      const { hash: sha1 } = await storage.put('other', bodyOf('x'), { limit, hash: 'sha1' });
      expect(sha1).toBe(createHash('sha1').update('x').digest('hex'));
    });

    it('keeps files without a byte, and of many parts', async () => {
      const { storage } = await open();
      expect(await storage.put('empty', Readable.from([]), { limit })).toMatchObject({ size: 0 });
      expect(await textOf(await storage.get('empty'))).toBe('');
      const part = Buffer.alloc(1_000_003, 'abcdefg');
      const large = Buffer.concat(Array.from({ length: 20 }, () => part));
      const hash = createHash('sha1').update(large).digest('hex');
      const options = { limit: large.length, hash: 'sha1' } as const;
      const stored = await storage.put('large', Readable.from(Array.from({ length: 20 }, () => part)), options);
      expect(stored).toMatchObject({ size: large.length, hash });
      expect((await buffer((await storage.get('large'))!.body)).equals(large)).toBe(true);
      const middle = await buffer((await storage.get('large', { start: 8_388_600, end: 8_388_620 }))!.body);
      expect(middle.equals(large.subarray(8_388_600, 8_388_621))).toBe(true);
    });

    it('has nothing under a key that was never put, or was deleted', async () => {
      const { storage } = await open();
      expect([await storage.head('a'), await storage.get('a/b'), await storage.delete('a')]).toEqual([
        undefined,
        undefined,
        false,
      ]);
      await storage.put('a', bodyOf('x'), { limit });
      expect(await storage.delete('a')).toBe(true);
      expect(await storage.get('a')).toBeUndefined();
      expect(await keysOf(storage.list())).toEqual([]);
    });

    it('refuses what is longer than its limit while it comes, and keeps nothing of it', async () => {
      const { storage, leftovers } = await open();
      let sent = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          sent += 1;
          yield Buffer.alloc(100);
        }
      }
      await expect(storage.put('big', endless(), { limit: 1000 })).rejects.toMatchObject({
        key: 'server:fileTooLarge',
      });
      expect(sent).toBe(11);
      expect([await keysOf(storage.list()), await leftovers()]).toEqual([[], []]);
      await storage.put('exact', Readable.from([Buffer.alloc(1000)]), { limit: 1000 });
    });

    // Enough for parts of a file to be somewhere before it breaks.
    it.each([100, 10_000_000])(
      'keeps nothing of a body that breaks after %i bytes, or that nobody wants',
      async (size) => {
        const { storage, leftovers } = await open();
        const options = { limit: 100_000_000 };
        async function* broken(): AsyncGenerator<Uint8Array> {
          yield Buffer.alloc(size);
          yield Buffer.alloc(size);
          throw new Error('the line was cut');
        }
        await expect(storage.put('half', broken(), options)).rejects.toThrow('the line was cut');
        const leaving = new AbortController();
        async function* slow(): AsyncGenerator<Uint8Array> {
          yield Buffer.alloc(size);
          yield Buffer.alloc(size);
          leaving.abort();
          yield Buffer.from('rest');
        }
        await expect(storage.put('half', slow(), { ...options, signal: leaving.signal })).rejects.toThrow();
        expect(await storage.head('half')).toBeUndefined();
        expect([await keysOf(storage.list()), await leftovers()]).toEqual([[], []]);
      },
    );

    it('gives a key to one only, unless it shall be replaced', async () => {
      const { storage } = await open();
      const settled = await Promise.allSettled(
        Array.from({ length: 8 }, (_, each) => storage.put('one', bodyOf(`${each}`), { limit })),
      );
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [refused] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(refused).toMatchObject({ key: 'server:fileTaken' });
      await expect(storage.put('one', bodyOf('late'), { limit })).rejects.toMatchObject({ key: 'server:fileTaken' });
      await storage.put('one', bodyOf('new'), { limit, replace: true });
      expect(await textOf(await storage.get('one'))).toBe('new');
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
      const { storage, leftovers } = await open();
      await expect(storage.put(key, bodyOf('x'), { limit })).rejects.toThrow('cannot be the key of a file');
      for (const call of [storage.get(key), storage.head(key), storage.delete(key)])
        await expect(call).rejects.toThrow('cannot be the key of a file');
      expect([await keysOf(storage.list()), await leftovers()]).toEqual([[], []]);
    });

    it('takes keys of any script', async () => {
      const { storage } = await open();
      for (const key of ['照片/海.jpg', 'a..b', '-x', 'фото_1.tar.gz']) {
        await storage.put(key, bodyOf(key), { limit });
        expect(await textOf(await storage.get(key))).toBe(key);
      }
    });

    it('lists files in the order of their keys, from a prefix and after a key', async () => {
      const { storage } = await open();
      const keys = ['a', 'a-b', 'b/c', 'b/c-d', 'b/c2/d', 'b-a', 'c/1', 'c/2', 'c/3'];
      for (const key of keys.toReversed()) await storage.put(key, bodyOf(key), { limit });
      const sorted = keys.toSorted();
      expect(await keysOf(storage.list())).toEqual(sorted);
      for (const prefix of ['b', 'b/', 'b/c', 'b/c2/', 'c/2', 'x'])
        expect(await keysOf(storage.list({ prefix })), prefix).toEqual(sorted.filter((key) => key.startsWith(prefix)));
      for (const after of [...keys, 'b/c1', 'bb', 'c/'])
        expect(await keysOf(storage.list({ after })), after).toEqual(sorted.filter((key) => key > after));
      expect(await keysOf(storage.list({ prefix: 'c/', after: 'c/1' }))).toEqual(['c/2', 'c/3']);
    });
  });
}
