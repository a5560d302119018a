import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { Problem } from '#resource';
import { pictureSize, type Place } from '../../src/server/session/captcha/layout.ts';
import { drawPicture, type Alphabet } from '../../src/server/session/captcha/picture.ts';
import { createPictureSupply } from '../../src/server/session/captcha/pictureSupply.ts';

const whole: Place = { left: 0, top: 0, size: Infinity };

/** The part of the pixels in this square that are as dark as only characters are. */
async function inkIn(image: Buffer): Promise<(place: Place) => number> {
  const { width, height } = pictureSize;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(image), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const isDark = (x: number, y: number): boolean => {
    const at = (y * width + x) * 4;
    return Math.max(data[at]!, data[at + 1]!, data[at + 2]!) + Math.min(data[at]!, data[at + 1]!, data[at + 2]!) < 220;
  };
  return ({ left, top, size }) => {
    const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)];
    let [dark, all] = [0, 0];
    for (let y = Math.floor(top); y < bottom; y += 1)
      for (let x = Math.floor(left); x < right; x += 1) {
        all += 1;
        if (isDark(x, y)) dark += 1;
      }
    return dark / all;
  };
}

it.each<Alphabet>(['chinese', 'latin'])(
  'draws every character that is to be clicked where it is said to be, on a light ground: %s',
  async (alphabet) => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { targets, image } = await drawPicture(alphabet);
      const ink = await inkIn(image);
      for (const target of targets) {
        expect(ink(target), target.character).toBeGreaterThan(0.03);
        expect(ink(target), target.character).toBeLessThan(0.8);
      }
      expect(ink(whole)).toBeLessThan(0.4);
    }
  },
);

it('draws for five who ask at once, and refuses a sixth while there is none to give again', async () => {
  const supply = createPictureSupply(() => 1_800_000_000);
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => supply('latin')));
  expect(asked.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), 'rejected']);
  expect((asked[5] as PromiseRejectedResult).reason).toBeInstanceOf(Problem);
  // From then on there is.
  expect((await supply('latin')).targets.length).toBeGreaterThan(0);
});
