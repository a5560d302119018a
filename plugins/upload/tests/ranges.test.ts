import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { blanked, type ByteRange, type Patch } from '../server/location/ranges.ts';

async function* portions(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

const whole = async (body: Buffer, size: number, ranges: readonly ByteRange[], patches: readonly Patch[]) =>
  buffer(blanked(portions(body, size), ranges, patches));

it.each([1, 3, 7, 64, 1000])('blanks and patches the same bytes in portions of %s', async (size) => {
  const body = Buffer.from(Array.from({ length: 300 }, (_, at) => (at % 250) + 1));
  const ranges = [
    { start: 190, end: 230 },
    { start: 5, end: 9 },
    { start: 7, end: 40 },
    { start: 60, end: 60 },
    { start: 290, end: 400 },
  ];
  // A long one, in which a short one ends before it.
  const patches = [
    { start: 200, bytes: Buffer.from('free') },
    { start: 8, bytes: Buffer.from('x'.repeat(30)) },
    { start: 12, bytes: Buffer.from('yy') },
    { start: 298, bytes: Buffer.from('last') },
  ];
  const wanted = Buffer.from(body);
  for (const { start, end } of ranges) wanted.fill(0, start, Math.min(end, body.length));
  for (const { start, bytes } of patches.toSorted((one, other) => one.start - other.start))
    bytes.copy(wanted, start, 0, body.length - start);
  expect((await whole(body, size, ranges, patches)).equals(wanted)).toBe(true);
  expect(body[5]).toBe(6);
});

it('looks at each patch for the portions alone that it is in', async () => {
  let looked = 0;
  const bytes = Buffer.from('free');
  const patches = Array.from({ length: 1000 }, (_, at) => ({
    bytes,
    get start() {
      looked += 1;
      return at * 10;
    },
  }));
  const found = await whole(Buffer.alloc(10_000), 100, [], patches);
  expect(found.subarray(9990).toString()).toBe('free\0\0\0\0\0\0');
  // Once for each of the thousand that is copied and placed, not for each of a hundred portions.
  expect(looked).toBeLessThan(10_000);
});
