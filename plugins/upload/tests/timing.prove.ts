import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

/** Pairs of uploads that are compared. */
const pairs = 1000;
/** Standard deviations: one of 16,000 measurements of what is equal goes beyond the first, one of 370 beyond the second. */
const [clear, seen] = [4, 3];

/** How far the pairs lie on one side, in standard deviations, by the signed-rank test of Wilcoxon. */
function sideOf(differences: readonly number[]): number {
  const ranked = differences.filter(Boolean).toSorted((one, other) => Math.abs(one) - Math.abs(other));
  const sum = ranked.reduce((all, each, at) => all + Math.sign(each) * (at + 1), 0);
  const { length: n } = ranked;
  return sum / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 6);
}

const middle = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

testPlugin('an upload takes as long whether somebody else has the file or not', [upload()], async (server) => {
  await server.app.gate.rows('admin').add({ username: 'second', nickname: 'B', password: 'Person-1', group_ids: [1] });
  const [owner, stranger] = [await server.signIn(), await server.signIn('second', 'Person-1')];
  const made = (): Buffer => Buffer.from(randomBytes(2000).toString('hex'));
  const timed = async (bytes: Buffer, token: string): Promise<number> => {
    const began = performance.now();
    const { code } = await send(server, { bytes, token });
    expect(code).toBe(1);
    return performance.now() - began;
  };
  /** Pairs of what was there and what is new, each as it comes first or second. */
  const compare = async (what: string, before: (bytes: Buffer) => Promise<unknown>): Promise<number> => {
    const differences: number[] = [];
    const news: number[] = [];
    for (let run = -20; run < pairs; run += 1) {
      const [known, unknown] = [made(), made()];
      await before(known);
      // What lies between is the same for both.
      await timed(made(), owner);
      const isFirst = randomBytes(1)[0]! % 2 === 0;
      const one = await timed(isFirst ? known : unknown, stranger);
      const other = await timed(isFirst ? unknown : known, stranger);
      if (run < 0) continue;
      differences.push(isFirst ? one - other : other - one);
      news.push(isFirst ? other : one);
    }
    const side = sideOf(differences);
    process.stdout.write(
      `${what}: ${pairs} pairs, new content ${middle(news).toFixed(2)} ms, difference ${(middle(differences) * 1000).toFixed(0)} µs ` +
        `(middle ones), ${side.toFixed(1)} standard deviations\n`,
    );
    return side;
  };
  const ofOthers = await compare('content of somebody else', (bytes) => timed(bytes, owner));
  // One's own content takes another way: a measurement that does not see that would see nothing.
  const ownOnes = await compare('content of one’s own', (bytes) => timed(bytes, stranger));
  expect(Math.abs(ownOnes)).toBeGreaterThan(seen);
  expect(Math.abs(ofOthers)).toBeLessThan(clear);
});
