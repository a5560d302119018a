import { expect, it } from 'vitest';
import { normalized } from '#resource';
import { writtenDate } from '../../src/server/table/import/writtenDate.ts';

it.each([
  ['Ａ１', 'A1'],
  ['Cafe\u0301', 'Café'],
  ['ｶﾞ', 'ガ'],
])('is one way to write a text: %s', (text, found) => expect(normalized(text)).toBe(found));

// To sort the marks on one letter takes the square of their number: 300,000 took half a minute.
const marks = '\u0301\u0323';
it.each([
  ['marks', marks.repeat(5000)],
  ['marks between which stands what becomes one', `${marks.repeat(15)}\uFF9E`.repeat(300)],
  ['nothing but what becomes one', '\uFF9E\uFF9F'.repeat(5000)],
])('leaves no more marks on a letter than any language has: %s', (_what, many) =>
  expect(normalized(`q${many}`).length).toBeLessThanOrEqual(31),
);

it('takes nothing for a day that is longer than any', () => {
  const long = `2026/1/2${' '.repeat(200)}`;
  expect(writtenDate(long)).toBe(long);
  expect(writtenDate('２０２６/1/2 ')).toBe('2026-01-02');
});
