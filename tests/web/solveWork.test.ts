import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createWork } from '../../src/server/session/captcha/work.ts';
import { solveWork } from '../../src/web/captcha/solveWork.ts';

it('finds what the server takes', async () => {
  const work = createWork(
    async () => 'secret',
    () => 1_800_000_000,
    { least: 12, most: 12 },
  );
  for (let turn = 0; turn < 3; turn += 1) {
    const { id, bits } = await work.create('203.0.113.7');
    const solution = solveWork(id, bits);
    expect(createHash('sha256').update(`${id}.${solution}`).digest().readUInt16BE(0) >> 4).toBe(0);
    expect(await work.solved(id, solution, '203.0.113.7')).toBe(1_800_000_600);
  }
});

it('tells how likely it was to be found by now', () => {
  const shares: number[] = [];
  solveWork('work.1.17.x', 17, (share) => shares.push(share));
  expect(shares[0]).toBe(0);
  expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  expect(shares.at(-1)).toBeLessThan(1);
});
