import { expect, it } from 'vitest';
import { namesIn, namesText } from '../../src/server/table/severalNames.ts';

it.each([
  [[], ''],
  [['one'], 'one'],
  [['one', 'two, three'], 'one, "two, three"'],
  [['say "a, b"', '"a"'], '"say ""a, b""", """a"""'],
  [['5" pipe', ' blank '], '5" pipe, " blank "'],
  [['线', '点、面'], '线, "点、面"'],
  [['two\nlines', '"'], 'two\nlines, """"'],
])('writes %j as one text, and reads it again', (names, text) => {
  expect(namesText(names)).toBe(text);
  expect(namesIn(text)).toEqual(names);
});

it.each([
  ['one,two', ['one', 'two']],
  [' one ，two、 three ,', ['one', 'two', 'three']],
  [',,', []],
  ['"5" pipe, b', ['"5" pipe', 'b']],
  ['"never closed, b', ['"never closed', 'b']],
  ['"a" , "b"', ['a', 'b']],
  ['"", x', ['x']],
])('reads what people write by hand: %s', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

it('takes time by the length of the text alone', () => {
  const began = performance.now();
  namesIn(`"${'""'.repeat(100_000)}x ${' '.repeat(100_000)}x`);
  namesIn('"a'.repeat(100_000));
  namesIn(`${'"a,'.repeat(30_000)}`);
  expect(performance.now() - began).toBeLessThan(2000);
});
