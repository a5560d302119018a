import { expect, it } from 'vitest';
import { f } from '#resource';

const { kind } = f.keyValue();
const words = { label: () => '', message: () => '' };
const textOf = (pairs: readonly (readonly [string, string])[]): string =>
  kind.text!(
    pairs.map(([key, value]) => ({ key, value })),
    {},
    words,
  );

it.each([
  [[['colour', 'red']], 'colour: red'],
  [
    [
      ['colour', 'red; dark'],
      ['size', 'L: large'],
    ],
    'colour: red; dark; size: L: large',
  ],
  [
    [
      ['open', ''],
      ['note', 'two\nlines'],
    ],
    'open: ; note: two\nlines',
  ],
  [[['open', '']], 'open: '],
] as const)('writes %j as people read it', (pairs, text) => {
  expect(textOf(pairs)).toBe(text);
});

it.each([[[['days', 'Mon; Tue: closed']]], [[['a: b', 'c']]], [[['a', 'ends with a blank ']]]] as const)(
  'writes %j as JSON, which would be read as other pairs',
  (pairs) => {
    expect(JSON.parse(textOf(pairs))).toEqual(pairs.map(([key, value]) => ({ key, value })));
  },
);

it.each(['red', 'colour:red', ': red', 'a: 1; b'])('reads %j as it is meant, or not at all', (text) => {
  expect(kind.fromText!(text, {})).toEqual(text === 'a: 1; b' ? [{ key: 'a', value: '1; b' }] : undefined);
});
