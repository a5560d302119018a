import { expect, it } from 'vitest';
import { folded } from '../server/words.ts';

it.each([
  ['Ｓｅｃｒｅｔ', 'secret'],
  ['se\u200Bcr\u00ADet', 'secret'],
  ['Cafe\u0301', 'café'],
])('words are compared as people read them: %s', (text, found) => expect(folded(text)).toBe(found));

it('a letter with more accents than any language has holds nobody up', () => {
  // Sorting all of them took half a minute.
  expect(folded(`a${'\u0323\u0301'.repeat(150_000)}b`)).toHaveLength(31);
});
