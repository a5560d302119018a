import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';
import { runServer } from './runServer.ts';
import type { Burst } from './signInBurst.ts';

const attempts = 200;
const rounds = 8;
const calls = 300;
const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!;

const book = books();
testPlugin(
  'a burst of 200 sign-ins costs other requests no more than twice their p99, or than 200 requests for a small file do',
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
    const quietly = async (): Promise<number[]> => {
      const times: number[] = [];
      while (times.length < calls) times.push(await time());
      return times;
    };
    const duringBurst = async (of: Burst['of'], round: number): Promise<number[]> => {
      const burst: Burst = { of, address, round, attempts };
      const worker = new Worker(new URL('signInBurst.ts', import.meta.url), { workerData: burst });
      let counts: Readonly<Record<string, number>> | undefined;
      const answered = once(worker, 'message').then(([answer]) => (counts = answer as typeof counts));
      const times: number[] = [];
      while (!counts) times.push(await time());
      await answered;
      // Of the sign-ins some were looked at, others told to solve a picture first; nobody was left without an answer.
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(attempts);
      return times;
    };
    await quietly();
    const [quiet, files, signIns]: [number[], number[], number[]] = [[], [], []];
    // In turn, so that whatever else the machine does falls on all.
    for (let round = 1; round <= rounds; round += 1) {
      quiet.push(...(await quietly()));
      files.push(...(await duringBurst('files', round)));
      signIns.push(...(await duringBurst('sign-ins', round)));
    }
    child.kill();
    await ended;
    const [before, beside, during] = [p99(quiet), p99(files), p99(signIns)];
    const figures = `${before.toFixed(1)} ms quiet, ${beside.toFixed(1)} ms beside files, ${during.toFixed(1)} ms beside sign-ins`;
    process.stdout.write(`${database}: p99 ${figures} (of ${quiet.length}, ${files.length}, ${signIns.length})\n`);
    // A fifth: so much do two runs of the same differ on two cores.
    expect(during).toBeLessThan(Math.max(before * 2, beside * 1.2));
  },
);
