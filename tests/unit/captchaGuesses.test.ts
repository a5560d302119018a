import { expect, it } from 'vitest';
import { hitsAll, type Clicks } from '../../src/server/session/captcha/clicks.ts';
import { decoyCount, placeGlyphs, pictureSize, targetCount } from '../../src/server/session/captcha/layout.ts';

type Point = Clicks['points'][number];
const guesses = 10_000_000;
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

/** Hits among ten million guesses over fresh layouts. */
function hits(seed: number, guess: (random: (below: number) => number) => Point[], tried = guesses): number {
  const random = sequence(seed);
  let count = 0;
  for (let layout = 0; layout < tried / perLayout; layout += 1) {
    const targets = placeGlyphs(random).slice(0, targetCount);
    for (let turn = 0; turn < perLayout; turn += 1) if (hitsAll({ points: guess(random) }, targets)) count += 1;
  }
  return count;
}

const anywhere = (random: (below: number) => number): Point[] =>
  Array.from({ length: targetCount }, () => ({ x: random(pictureSize.width), y: random(pictureSize.height) }));
const centreOf = ({ left, top, size }: { left: number; top: number; size: number }): Point => ({
  x: left + size / 2,
  y: top + size / 2,
});

it('is hit by fewer than one blind guess in a million', () => {
  expect(hits(1, anywhere)).toBeLessThanOrEqual(guesses / 1_000_000);
}, 60_000);

it('is hit no more often by who knows how pictures are laid out', () => {
  const layouts = sequence(3);
  const known = Array.from({ length: 20_000 }, () => placeGlyphs(layouts).slice(0, targetCount).map(centreOf));
  expect(hits(2, (random) => known[random(known.length)]!)).toBeLessThanOrEqual(guesses / 1_000_000);
}, 60_000);

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
