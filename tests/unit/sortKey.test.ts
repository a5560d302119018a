import { describe, expect, it } from 'vitest';
import { longestKey, placesByBlock, sortKey } from '../../src/server/database/pinyin/sortKey.ts';
import { byPinyin, chineseNames } from '../support/chineseNames.ts';

/** As both databases compare texts. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
const byKey = (one: string, other: string): number => byBytes(sortKey(one), sortKey(other));
const isHan = (character: string): boolean => /[\u3400-\u4dbf\u4e00-\u9fff]/.test(character);

/** By the first characters that differ: Chinese ones as the collation of Node.js has them, others by their bytes. */
function byCharacters(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => [...text.replaceAll(/[A-Z]/g, (each) => each.toLowerCase())]);
  const at = left!.findIndex((character, place) => character !== right![place]);
  if (at < 0) return left!.length - right!.length;
  const [first, second] = [left![at]!, right![at]];
  if (second === undefined) return 1;
  return isHan(first) && isHan(second) ? byPinyin(first, second) : byBytes(first, second);
}

describe('the sort key of a text', () => {
  it('has three thousand names in the order of the collation by pinyin', () => {
    const names = chineseNames(3000);
    expect(names.toSorted(byKey)).toEqual(names.toSorted(byPinyin));
  });

  it('has names with letters, digits and signs where their first other character has them', () => {
    const parts = ['', 'a', 'Zeta', '7', '10', ' ', '-', 'é', 'ж', '가', '〇', '🙂', '𠀀', '\u4dc0'];
    const names = chineseNames(3000).map((name, at) => {
      const [before, after] = [parts[at % parts.length]!, parts[(at * 5) % parts.length]!];
      return at % 2 === 0 ? `${before}${name}${after}` : `${name.slice(0, 1)}${after}${name.slice(1)}${before}`;
    });
    const distinct = [...new Set(names)];
    expect(distinct.toSorted((one, other) => byKey(one, other) || byBytes(one, other))).toEqual(
      distinct.toSorted((one, other) => byCharacters(one, other) || byBytes(one, other)),
    );
  });

  it.each([
    ['', ''],
    ['Apple Pie', 'apple pie'],
    ['ÄÖ', 'ÄÖ'],
    ['[_]`{', '[_]`{'],
    ['Ж가あ🙂', 'Ж가あ🙂'],
  ])('of %j is %j', (text, key) => {
    expect(sortKey(text)).toBe(key);
  });

  it('gives each Chinese character a place of its own among them, after all that stands before them', () => {
    const blocks = placesByBlock();
    const characters = [...blocks.map(({ places }) => places).join('')];
    expect(blocks.every(({ places }) => [...places].length === 64)).toBe(true);
    expect(blocks.map(({ block }) => block)).toEqual(Array.from({ length: 432 }, (_, at) => 208 + at));
    expect(new Set(characters).size).toBe(432 * 64);
    expect(characters.every((each) => each >= '\u3400' && each <= '\u9fff')).toBe(true);
  });

  it('is that of as many characters as an index takes, none of them cut in half', () => {
    expect(sortKey('A'.repeat(longestKey))).toBe('a'.repeat(longestKey));
    expect(sortKey(`${'A'.repeat(longestKey)}B`)).toBe('a'.repeat(longestKey));
    expect(sortKey('🙂'.repeat(longestKey + 1))).toBe('🙂'.repeat(longestKey));
    expect(Buffer.byteLength(sortKey('🙂'.repeat(longestKey)))).toBeLessThan(2600);
  });
});
