import { expect, it } from 'vitest';
import { hitsAll, type Clicks } from '../../src/server/session/captcha/clicks.ts';
import {
  decoyCount,
  placeGlyphs,
  pictureSize,
  targetCount,
  type Place,
} from '../../src/server/session/captcha/layout.ts';

type Point = Clicks['points'][number];
/** Guesses that are tried on one layout: making a layout costs more than a guess. */
const perLayout = 1000;

/** A pseudorandom sequence (mulberry32): the same guesses on every machine, so that no run fails by bad luck. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const centreOf = ({ left, top, size }: { left: number; top: number; size: number }): Point => ({
  x: left + size / 2,
  y: top + size / 2,
});

/** Whether a click on this pixel alone hits this target alone. */
const isHit = (point: Point, target: Place): boolean => hitsAll({ points: [point] }, [target]);

/** The chance that a click anywhere hits the target, by trying all pixels. */
function chanceOf(target: Place): number {
  let count = 0;
  for (let x = 0; x < pictureSize.width; x += 1)
    for (let y = 0; y < pictureSize.height; y += 1) if (isHit({ x, y }, target)) count += 1;
  return count / (pictureSize.width * pictureSize.height);
}

it('is hit by fewer than one blind guess in a million', () => {
  const random = sequence(1);
  for (let layout = 0; layout < 10; layout += 1) {
    const chances = placeGlyphs(random).slice(0, targetCount).map(chanceOf);
    expect(chances.reduce((one, other) => one * other)).toBeLessThan(1 / 1_000_000);
  }
});

it('is hit by all targets in their order, and nothing less', () => {
  const random = sequence(7);
  for (let layout = 0; layout < 200; layout += 1) {
    const targets = placeGlyphs(random).slice(0, targetCount);
    const points = targets.map(centreOf);
    expect(hitsAll({ points }, targets)).toBe(true);
    for (const [at] of targets.entries()) {
      const missed = { x: random(pictureSize.width), y: random(pictureSize.height) };
      expect(hitsAll({ points: points.with(at, missed) }, targets)).toBe(isHit(missed, targets[at]!));
      expect(hitsAll({ points: points.toSpliced(at, 1) }, targets)).toBe(false);
      expect(hitsAll({ points: points.toSpliced(at, 0, points[at]!) }, targets)).toBe(false);
      if (at > 0)
        expect(hitsAll({ points: points.with(at, points[at - 1]!).with(at - 1, points[at]!) }, targets)).toBe(false);
    }
  }
});

it('is hit no more often by who knows how pictures are laid out', () => {
  const layouts = sequence(3);
  const known = Array.from({ length: 20_000 }, () => placeGlyphs(layouts).slice(0, targetCount).map(centreOf));
  // A guess whose first click misses is over: only those near the first target are tried whole.
  const byColumn = Map.groupBy(known, ([first]) => Math.floor(first!.x));
  const random = sequence(2);
  const fresh = 1000;
  let count = 0;
  for (let layout = 0; layout < fresh; layout += 1) {
    const targets = placeGlyphs(random).slice(0, targetCount);
    const { left, size } = targets[0]!;
    for (let x = Math.floor(left) - size; x <= left + 2 * size; x += 1)
      for (const points of byColumn.get(x) ?? []) if (hitsAll({ points }, targets)) count += 1;
  }
  expect(count / (known.length * fresh)).toBeLessThanOrEqual(1 / 1_000_000);
});

it('is hit by one in 11,880 guesses of who sees where characters are, but cannot read them', () => {
  const random = sequence(4);
  const tried = 1_000_000;
  let count = 0;
  for (let layout = 0; layout < tried / perLayout; layout += 1) {
    const boxes = placeGlyphs(random);
    const targets = boxes.slice(0, targetCount);
    for (let turn = 0; turn < perLayout; turn += 1) {
      const left = boxes.map(centreOf);
      const points = targets.map(() => left.splice(random(left.length), 1)[0]!);
      if (hitsAll({ points }, targets)) count += 1;
    }
  }
  const all = targetCount + decoyCount;
  const chance = Array.from({ length: targetCount }, (_, at) => 1 / (all - at)).reduce((one, other) => one * other);
  expect(Math.round(1 / chance)).toBe(11_880);
  expect(count).toBeGreaterThan(tried * chance * 0.7);
  expect(count).toBeLessThan(tried * chance * 1.3);
});

it('is hit by who clicks within 17 pixels of the middle of each target', () => {
  const random = sequence(5);
  for (let layout = 0; layout < 2000; layout += 1) {
    const targets = placeGlyphs(random).slice(0, targetCount);
    const angle = random(360) * (Math.PI / 180);
    const points = targets
      .map(centreOf)
      .map(({ x, y }) => ({ x: x + 17 * Math.cos(angle), y: y + 17 * Math.sin(angle) }));
    expect(hitsAll({ points }, targets)).toBe(true);
  }
});

it('keeps characters inside of the picture and apart, so that no click can mean two', () => {
  const random = sequence(6);
  for (let layout = 0; layout < 2000; layout += 1) {
    const boxes = placeGlyphs(random);
    expect(boxes).toHaveLength(targetCount + decoyCount);
    for (const [at, { left, top, size }] of boxes.entries()) {
      expect(left >= 0 && top >= 0 && left + size <= pictureSize.width && top + size <= pictureSize.height).toBe(true);
      for (const other of boxes.slice(at + 1)) {
        const [one, two] = [centreOf({ left, top, size }), centreOf(other)];
        expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeGreaterThanOrEqual((size + other.size) / 2 + 6);
      }
    }
  }
});
