import { describe, expect, it } from 'vitest';
import { createRateLimiter, createSemaphore } from '../../src/server/shared/concurrency.ts';

/** A job that ends when it is told. */
function held(): { job: () => Promise<void>; end(): void; begun(): boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasBegun = false;
  return {
    job: () => {
      hasBegun = true;
      return promise;
    },
    end: resolve,
    begun: () => hasBegun,
  };
}
const busy = { key: 'server:busy', options: { status: 503 } };

describe('a semaphore', () => {
  it('runs as many jobs at a time as it may, then the next one that waits, and refuses more than may wait', async () => {
    const run = createSemaphore(2, 2);
    const jobs = Array.from({ length: 4 }, held);
    const all = jobs.map(({ job }) => run(job));
    await expect(run(held().job)).rejects.toMatchObject(busy);
    expect(jobs.map(({ begun }) => begun())).toEqual([true, true, false, false]);
    jobs[1]!.end();
    await all[1];
    expect(jobs.map(({ begun }) => begun())).toEqual([true, true, true, false]);
    for (const { end } of jobs) end();
    await Promise.all(all);
    expect(await run(async () => 'again')).toBe('again');
  });

  it('gives its permit back when a job fails', async () => {
    const run = createSemaphore(1, 0);
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run(async () => 1)).toBe(1);
  });
});

describe('a rate limiter', () => {
  it('counts each key for itself, and anew in each period, also when the clock was put back', () => {
    let now = 1000;
    const allows = createRateLimiter(2, 60, () => now);
    expect(['a', 'a', 'a', 'b'].map(allows)).toEqual([true, true, false, true]);
    now += 59;
    expect(allows('a')).toBe(false);
    now += 1;
    expect(allows('a')).toBe(true);
    now -= 60;
    expect(['a', 'a', 'a'].map(allows)).toEqual([true, true, false]);
  });
});
