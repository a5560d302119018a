import { expect, it } from 'vitest';
import { fileSize } from '../shared/fileSize.ts';

const parse = (input: unknown) => fileSize.kind.parse(input, {});

it.each([
  ['2 MB', 2_097_152],
  ['2mb', 2_097_152],
  [' 1.5 gb ', 1_610_612_736],
  ['0.1 kb', 102],
  ['1 tb', 1_099_511_627_776],
  ['700', 700],
  ['7 b', 7],
  [0, 0],
  [12, 12],
] as const)('takes %j as %i bytes', (input, bytes) => {
  expect(parse(input)).toEqual({ value: bytes });
});

it.each([
  '',
  '2 M',
  '2 pb',
  '-1',
  '1.5',
  '1.5 b',
  '1e3',
  '0x10',
  '2,5 mb',
  '9999999999999999 tb',
  -1,
  1.5,
  NaN,
  null,
  [2],
  {},
])('takes %j for no size', (input) => {
  expect(parse(input)).not.toHaveProperty('value');
});
