import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createWork, type WorkChallenge } from '../../src/server/session/captcha/work.ts';

let clock = 1_800_000_000;
const ip = '203.0.113.20';
const work = () =>
  createWork(
    async () => 'secret',
    () => clock,
    { least: 6, most: 9 },
  );
const zeros = (id: string, solution: number): number =>
  Math.clz32(createHash('sha256').update(`${id}.${solution}`).digest().readUInt32BE(0));
function solve({ id, bits }: WorkChallenge): string {
  let solution = 0;
  while (zeros(id, solution) < bits) solution += 1;
  return String(solution);
}

it('counts from the address that asked for it, in time, and signed', async () => {
  const { create, solved } = work();
  const challenge = await create(ip);
  const solution = solve(challenge);
  expect(await solved(challenge.id, solution, ip)).toBe(clock + 600);
  expect(await solved(challenge.id, solution, '203.0.113.21')).toBeUndefined();
  const easier = challenge.id.replace(/^(work\.\w+)\.\d+/, '$1.0');
  expect(await solved(easier, '1', ip)).toBeUndefined();
  const longer = challenge.id.replace(/^work\.\w+/, 'work.zzzzzz');
  expect(await solved(longer, '1', ip)).toBeUndefined();
  clock += 601;
  expect(await solved(challenge.id, solution, ip)).toBeUndefined();
});

it('counts for the purpose that it was asked for with', async () => {
  const { create, solved } = work();
  const challenge = await create(ip, 'shop.register');
  const solution = solve(challenge);
  for (const purpose of [undefined, '', 'shop.reset'])
    expect(await solved(challenge.id, solution, ip, purpose)).toBeUndefined();
  expect(await solved(challenge.id, solution, ip, 'shop.register')).toBe(clock + 600);
});

it('counts no less work than was asked for', async () => {
  const { create, solved } = work();
  const { id, bits } = await create(ip);
  let solution = 0;
  while (zeros(id, solution) !== bits - 1) solution += 1;
  expect(await solved(id, String(solution), ip)).toBeUndefined();
});

it.each(['', '-1', '1e3', '0x10', ' 1', '1'.repeat(16), 1, null, ['1'], {}])(
  'takes %j for no solution',
  async (solution) => {
    const { create, solved } = work();
    expect(await solved((await create(ip)).id, solution, ip)).toBeUndefined();
  },
);

it.each(['', 'work.', 'work.1.1.x.y', `work.${'9'.repeat(300)}`, null, ['work.1'], 7])(
  'takes %j for no challenge',
  async (id) => {
    expect(await work().solved(id, '1', ip)).toBeUndefined();
  },
);

it('asks an address for more that hands in much, and takes six pieces in ten minutes', async () => {
  const { create, solved } = work();
  const bits: number[] = [];
  const counted: boolean[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const challenge = await create(ip);
    bits.push(challenge.bits);
    counted.push((await solved(challenge.id, solve(challenge), ip)) !== undefined);
  }
  expect(bits).toEqual([6, 7, 7, 8, 8, 8, 8, 9]);
  expect(counted).toEqual([true, true, true, true, true, true, false, false]);
  expect((await create('203.0.113.21')).bits).toBe(6);
  clock += 600;
  expect((await create(ip)).bits).toBe(6);
});

it('takes sixty pieces a minute of all addresses together', async () => {
  const { create, solved } = work();
  let counted = 0;
  for (let turn = 0; turn < 70; turn += 1) {
    const from = `198.51.100.${turn}`;
    const challenge = await create(from);
    if ((await solved(challenge.id, solve(challenge), from)) !== undefined) counted += 1;
  }
  expect(counted).toBe(60);
  expect((await create(ip)).bits).toBe(9);
});

it('asks for a million hashes on the average unless told', async () => {
  const { create } = createWork(
    async () => 'secret',
    () => clock,
  );
  expect((await create(ip)).bits).toBe(20);
});
