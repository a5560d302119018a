import { describe, expect, it } from 'vitest';
import { hitsAll, readClicks } from '../../src/server/session/captcha/clicks.ts';
import { pictureSize, targetCount } from '../../src/server/session/captcha/layout.ts';
import { alphabetOf, drawPicture, readOutlines } from '../../src/server/session/captcha/picture.ts';

const { width, height } = pictureSize;
const box = (left: number, top: number) => ({ left, top, size: 30 });

describe('clicks on a captcha', () => {
  it.each([
    ['nothing', ''],
    ['separators only', ';;'],
    ['not a number', `NaN,NaN;${width};${height}`],
    ['infinity', `Infinity,1;${width};${height}`],
    ['a negative point', `-1,5;${width};${height}`],
    ['an exponent', `1e3,5;${width};${height}`],
    ['a picture without width', `1,5;0;${height}`],
    ['a picture without height', `1,5;${width};0.0`],
    ['a number too large', `1,5;${width};123456`],
    ['ten thousand points', `${Array.from({ length: 10_000 }, () => '1,1').join('-')};${width};${height}`],
    ['a list', ['1,1;350;200']],
    ['null', null],
  ])('are not read from %s', (_, info) => expect(readClicks(info)).toBeUndefined());

  it('are scaled from the size at which the picture was shown', () => {
    expect(readClicks(`50,25-100,50;${width / 2};${height / 2}`)?.points).toEqual([
      { x: 100, y: 50 },
      { x: 200, y: 100 },
    ]);
  });

  it('hit when every target is clicked in order', () => {
    const targets = [box(10, 10), box(100, 100)];
    const at = (points: string) => hitsAll(readClicks(`${points};${width};${height}`)!, targets);
    expect(at('20,20-110,110')).toBe(true);
    expect(at('110,110-20,20')).toBe(false);
    expect(at('20,20')).toBe(false);
    expect(at('20,20-110,110-110,110')).toBe(false);
    expect(at('20,20-200,110')).toBe(false);
  });
});

describe('the picture', () => {
  it.each(['chinese', 'latin'] as const)('shows different %s characters to click', async (alphabet) => {
    const known = Object.keys(readOutlines()[alphabet]);
    for (let round = 0; round < 10; round += 1) {
      const { targets, image } = await drawPicture(alphabet);
      expect(image.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      const characters = targets.map(({ character }) => character);
      expect(new Set(characters).size).toBe(targetCount);
      expect(characters.filter((character) => !known.includes(character))).toEqual([]);
    }
  });

  it('asks for Chinese characters on Chinese pages only', () => {
    expect([alphabetOf('zh-cn'), alphabetOf('en')]).toEqual(['chinese', 'latin']);
  });

  it('has an outline of its own for every character, within its size', () => {
    for (const outlines of Object.values(readOutlines())) {
      const paths = Object.values(outlines);
      expect(new Set(paths).size).toBe(paths.length);
      for (const path of paths) {
        const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
        expect(numbers.length).toBeGreaterThan(6);
        expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(520);
      }
    }
  });
});
