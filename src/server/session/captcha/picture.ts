import { readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { Language } from '#resource';
import { pictureSize, placeGlyphs, targetCount, type Place } from './layout.ts';

/** A character and where it stands. */
interface Target extends Place {
  readonly character: string;
}

export interface Picture {
  /** What to click, in this order. */
  readonly targets: readonly Target[];
  readonly image: Buffer;
}

export type Alphabet = 'chinese' | 'latin';
/** Whoever reads a page in another language may not know Chinese characters. */
export const alphabetOf = (language: Language): Alphabet => (language === 'zh-cn' ? 'chinese' : 'latin');

/** Capital letters fill less of their line than Chinese characters do. */
const scale: Readonly<Record<Alphabet, number>> = { chinese: 1, latin: 1.25 };

/** SVG paths by character, in thousandths of its size around its middle: Noto Sans SC Bold, under the licence in OFL.txt. */
export type Outlines = Readonly<Record<Alphabet, Readonly<Record<string, string>>>>;
export const readOutlines = (): Outlines =>
  JSON.parse(readFileSync(new URL('./glyphs.json', import.meta.url), 'utf8')) as Outlines;

interface Drawing {
  readonly library: typeof import('@napi-rs/canvas');
  readonly glyphs: Readonly<Record<Alphabet, readonly (readonly [character: string, outline: Path2D])[]>>;
}
let loaded: Promise<Drawing> | undefined;

/** The drawing library and the characters, loaded with the first picture so that the server starts without them. */
function drawing(): Promise<Drawing> {
  loaded ??= import('@napi-rs/canvas').then((library) => {
    const { chinese, latin } = readOutlines();
    const paths = (outlines: Readonly<Record<string, string>>) =>
      Object.entries(outlines).map(([character, outline]) => [character, new library.Path2D(outline)] as const);
    return { library, glyphs: { chinese: paths(chinese), latin: paths(latin) } };
  });
  return loaded;
}

/** Draws a new picture: some 10 ms, most of it beside the event loop. */
export async function drawPicture(alphabet: Alphabet): Promise<Picture> {
  const { library, glyphs } = await drawing();
  const surface = library.createCanvas(pictureSize.width, pictureSize.height);
  const context = surface.getContext('2d');
  const places = placeGlyphs();
  const chosen = pick(glyphs[alphabet], places.length);
  drawBackground(context);
  for (const [at, place] of places.entries()) drawCharacter(context, place, chosen[at]![1], scale[alphabet]);
  const targets = places.slice(0, targetCount).map((place, at) => ({ character: chosen[at]![0], ...place }));
  return { targets, image: await surface.encode('jpeg') };
}

function pick<T>(among: readonly T[], count: number): T[] {
  const left = [...among];
  return Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)[0]!);
}

const hue = (): number => randomInt(360);

function drawBackground(context: SKRSContext2D): void {
  const { width, height } = pictureSize;
  const shade = context.createLinearGradient(0, 0, width, height);
  shade.addColorStop(0, `hsl(${hue()} 45% 82%)`);
  shade.addColorStop(1, `hsl(${hue()} 45% 72%)`);
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
  for (let index = 0; index < 40; index += 1) {
    context.fillStyle = `hsl(${hue()} 60% 60% / 0.36)`;
    context.beginPath();
    context.arc(randomInt(width), randomInt(height), randomInt(3, 26), 0, 2 * Math.PI);
    context.fill();
  }
  for (let index = 0; index < 8; index += 1) {
    context.strokeStyle = `hsl(${hue()} 50% 40% / 0.36)`;
    context.lineWidth = randomInt(1, 3);
    context.beginPath();
    context.moveTo(randomInt(width), randomInt(height));
    context.bezierCurveTo(
      randomInt(width),
      randomInt(height),
      randomInt(width),
      randomInt(height),
      randomInt(width),
      randomInt(height),
    );
    context.stroke();
  }
}

function drawCharacter(context: SKRSContext2D, { left, top, size }: Place, outline: Path2D, enlarged: number): void {
  context.save();
  context.translate(left + size / 2, top + size / 2);
  context.rotate(((randomInt(61) - 30) * Math.PI) / 180);
  context.scale((size * enlarged) / 1000, (size * enlarged) / 1000);
  context.lineWidth = 90;
  context.lineJoin = 'round';
  context.strokeStyle = 'hsl(0 0% 100% / 0.7)';
  context.stroke(outline);
  context.fillStyle = `hsl(${hue()} 70% ${randomInt(22, 36)}%)`;
  context.fill(outline);
  context.restore();
}
