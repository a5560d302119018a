import { randomInt } from 'node:crypto';

/** Pixels of the picture: wider than tall by protocol §2.3, and taller than its 200 so that a dozen characters have room. */
export const pictureSize = { width: 350, height: 260 } as const;
/** Characters to click, and characters that only distract: 4 of 12, so that a blind guess hits less than once in a million. */
export const targetCount = 4;
export const decoyCount = 8;
/** Pixels: sizes of characters, least distance between the middles of two, and from the middle of one to the edge. */
const glyphSize = { min: 34, max: 38 } as const;
const apart = 50;
const margin = 25;
/** Places that are tried for one character before the layout begins anew. */
const mostTries = 200;

/** Where a character stands, in pixels of the picture; `top` and `left` belong to it, `top + size` does not. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/**
 * Places for the targets, in the order in which they are to be clicked, and then for the others. All are as likely
 * everywhere: a grid would tell where to click. `random` gives whole numbers from 0 to below its argument.
 */
export function placeGlyphs(random: (below: number) => number = randomInt): Place[] {
  for (;;) {
    const places: Place[] = [];
    for (let tries = 0; tries < mostTries && places.length < targetCount + decoyCount; tries += 1) {
      const size = glyphSize.min + 2 * random((glyphSize.max - glyphSize.min) / 2 + 1);
      const x = margin + random(pictureSize.width - 2 * margin + 1);
      const y = margin + random(pictureSize.height - 2 * margin + 1);
      if (places.every((other) => distance(other, x, y) >= apart))
        places.push({ left: x - size / 2, top: y - size / 2, size });
    }
    if (places.length === targetCount + decoyCount) return places;
  }
}

/** From the middle of a place to a point, in pixels. */
export const distance = ({ left, top, size }: Place, x: number, y: number): number =>
  Math.hypot(left + size / 2 - x, top + size / 2 - y);
