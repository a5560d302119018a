import { expect, it } from 'vitest';
import { typedNumber } from '../../src/web/fields/typedNumber.ts';

it.each([
  ['12.5', '12.5'],
  ['-3', '-3'],
  ['９９．５', '99.5'],
  ['－９。５', '-9.5'],
  ['12,5', '12.5'],
  ['0,500', '0.500'],
  ['1234,567', '1234.567'],
  ['1,234', '1234'],
  ['¥1,234,567.50', '1234567.50'],
  ['￥ 1,234.5 元', '1234.5'],
  ['１，２３４', '1234'],
  ['', ''],
  ['abc', 'abc'],
])('reads %s', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});
