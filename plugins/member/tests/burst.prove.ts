import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';
import { runServer } from './runServer.ts';

const attempts = 200;
const rounds = 300;
const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!;

const book = books();
testPlugin(
  'a burst of 200 sign-ins leaves the p99 of other requests within twice of that of a quiet server',
  book.plugins,
  async (first, { database, dataDir, databaseUrl }) => {
    const { token } = await addMember(book, 'ann');
    await first.close();
    const { child, ended, address } = await runServer({
      DATA_DIR: dataDir,
      TRUST_PROXY: '127.0.0.1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    const time = async (): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${address}/api/account/overview`, { headers: { 'ba-user-token': token } });
      expect(((await answer.json()) as { code: number }).code).toBe(1);
      return performance.now() - began;
    };
    const measure = async (isOver: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (times.length < rounds || !isOver()) times.push(await time());
      return times;
    };
    await measure(() => true);
    const quiet = await measure(() => true);
    let left = attempts;
    const burst = Array.from({ length: attempts }, async (_, at) => {
      const headers = { 'x-forwarded-for': `198.51.100.${at}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ tab: 'login', username: `nobody${at}`, password: 'Wrong-Horse 1' });
      await (await fetch(`${address}/api/user/checkIn`, { method: 'POST', headers, body })).text();
      left -= 1;
    });
    const busy = await measure(() => left === 0);
    await Promise.all(burst);
    child.kill();
    await ended;
    const [before, during] = [p99(quiet), p99(busy)];
    process.stdout.write(`${database}: p99 ${before.toFixed(1)} ms, ${during.toFixed(1)} ms in the burst\n`);
    expect(during).toBeLessThan(before * 2);
  },
);
