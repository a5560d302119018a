import { distance, pictureSize, type Place } from './layout.ts';

/** Fingers and mice miss by a little: a click counts up to so many pixels outside the circle of a character. */
const tolerance = 3;
const number = String.raw`\d{1,5}(?:\.\d{1,6})?`;
const pattern = new RegExp(`^(${number},${number}(?:-${number},${number}){0,9});(${number});(${number})$`);

export interface Clicks {
  /** Points in pixels of the picture, in the order they were clicked. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/**
 * Reads `x1,y1-x2,y2;W;H`: points relative to the picture as it was shown, W by H pixels large.
 * Anything else, a picture of no size among it, is undefined.
 */
export function readClicks(info: unknown): Clicks | undefined {
  if (typeof info !== 'string' || info.length > 300) return undefined;
  const [, points, width, height] = pattern.exec(info) ?? [];
  const shown = { width: Number(width), height: Number(height) };
  if (points === undefined || !(shown.width >= 1) || !(shown.height >= 1)) return undefined;
  return {
    points: points.split('-').map((point) => {
      const [x, y] = point.split(',').map(Number) as [number, number];
      return { x: (x * pictureSize.width) / shown.width, y: (y * pictureSize.height) / shown.height };
    }),
  };
}

/** Whether every target was hit, in order, with no click more or less. */
export function hitsAll({ points }: Clicks, targets: readonly Place[]): boolean {
  return points.length === targets.length && targets.every((target, index) => hits(points[index]!, target));
}

// Written positively: a comparison with NaN is false, so nonsense never passes.
const hits = ({ x, y }: { x: number; y: number }, target: Place): boolean =>
  distance(target, x, y) <= target.size / 2 + tolerance;
