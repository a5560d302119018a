import { expect, it } from 'vitest';
import { CounterShards } from '../../src/server/database/postgres/counterShards.ts';

/** As many jobs as asked for, all running at once, and the shards that they were given. */
async function together(shards: CounterShards, jobs: number): Promise<number[]> {
  const given: number[] = [];
  const begun = Promise.withResolvers<void>();
  const job = async (shard: number): Promise<void> => {
    given.push(shard);
    if (given.length === jobs) begun.resolve();
    await begun.promise;
  };
  await Promise.all(Array.from({ length: jobs }, () => shards.with(job)));
  return given;
}

it('gives each of the jobs that run at once a shard of its own', async () => {
  expect(new Set(await together(new CounterShards(16), 16)).size).toBe(16);
});

it('goes on with shards that exist when there are more jobs', async () => {
  const given = await together(new CounterShards(4), 9);
  expect(new Set(given.slice(0, 4))).toEqual(new Set([0, 1, 2, 3]));
  expect(given.every((shard) => shard >= 0 && shard < 4)).toBe(true);
});

it('takes shards back from jobs that have failed', async () => {
  const shards = new CounterShards(16);
  const failing = Array.from({ length: 16 }, () => shards.with(() => Promise.reject(new Error('refused'))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(new Set(await together(shards, 16)).size).toBe(16);
});
