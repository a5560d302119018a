import { expect, it } from 'vitest';
import { KeyedMutex } from '#plugin';

it('runs work of one key in the order in which it came, and that of other keys meanwhile', async () => {
  const mutex = new KeyedMutex();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const work =
    (name: string, before: Promise<unknown> = Promise.resolve()) =>
    async () => {
      await before;
      done.push(name);
      return name;
    };
  const all = [
    mutex.runExclusive('a', work('first', first.promise)),
    mutex.runExclusive('a', work('second')),
    mutex.runExclusive('a', work('third')),
  ];
  expect(await mutex.runExclusive('b', work('other'))).toBe('other');
  expect(done).toEqual(['other']);
  first.resolve();
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third']);
  expect(done).toEqual(['other', 'first', 'second', 'third']);
});

it('goes on after work that has failed, and says so to who wanted it', async () => {
  const mutex = new KeyedMutex();
  const failing = mutex.runExclusive('a', () => Promise.reject(new Error('no')));
  const next = mutex.runExclusive('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
