import { expect, it } from 'vitest';
import { excerptOf } from '../../src/server/table/write/excerpt.ts';

const [start, end] = ['a'.repeat(2500), 'b'.repeat(2500)];
const [before60, after60] = [`…${'a'.repeat(60)}`, `${'b'.repeat(60)}…`];

it.each([
  ['put in', `${start}${end}`, `${start}new${end}`, before60 + after60, `${before60}new${after60}`],
  ['taken out', `${start}old${end}`, `${start}${end}`, `${before60}old${after60}`, before60 + after60],
  ['replaced', `${start}old${end}`, `${start}new${end}`, `${before60}old${after60}`, `${before60}new${after60}`],
  // The last letter of what comes stands before it, too: it counts once.
  ['put in alike', `${start}${end}`, `${start}new a${end}`, before60 + after60, `${before60}new a${after60}`],
  ['put in front', end, `new${end}`, after60, `new${after60}`],
  ['put at the end', start, `${start}new`, before60, `${before60}new`],
])('of a long text holds what is %s, with 60 characters on either side', (_what, from, to, before, after) => {
  expect(excerptOf(from, to)).toEqual({ before, after, cut: true });
});

it('of values of up to 2,000 characters is the values', () => {
  const [from, to] = ['a'.repeat(1999), 'a'.repeat(2000)];
  expect(excerptOf(from, to)).toEqual({ before: from, after: to });
  expect(excerptOf(`${to}a`, to)).toMatchObject({ cut: true });
  expect(excerptOf(to, `${to}a`)).toMatchObject({ cut: true });
});
