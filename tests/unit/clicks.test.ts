import { describe, expect, it } from 'vitest';
import { hitsAll, readClicks } from '../../src/server/session/captcha/clicks.ts';
import { characters, drawPicture, pictureSize } from '../../src/server/session/captcha/picture.ts';

const { width, height } = pictureSize;
const box = (left: number, top: number) => ({ character: '山', left, top, size: 30 });

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
  it('shows two different characters to click, apart from each other and inside', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { targets, png } = await drawPicture();
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      const [first, second] = targets as [(typeof targets)[0], (typeof targets)[0]];
      expect(targets).toHaveLength(2);
      expect(first.character).not.toBe(second.character);
      const apart = Math.abs(first.left - second.left) >= 30 || Math.abs(first.top - second.top) >= 30;
      expect(apart).toBe(true);
      for (const { left, top, size } of targets) {
        expect(left >= 0 && top >= 0 && left + size <= width && top + size <= height).toBe(true);
      }
    }
  });

  it('uses only characters that the font has', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const ink = (character: string): string => {
      const context = createCanvas(40, 40).getContext('2d');
      context.font = '30px captcha';
      context.fillText(character, 4, 32);
      return Buffer.from(context.getImageData(0, 0, 40, 40).data).toString('base64');
    };
    const missing = ink('\u{E000}');
    expect(new Set(characters).size).toBe(characters.length);
    expect(characters.filter((character) => ink(character) === missing)).toEqual([]);
  });
});
