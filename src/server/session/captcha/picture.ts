import { readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import type { SKRSContext2D } from '@napi-rs/canvas';

/** Pixels of the picture (protocol §2.3). */
export const pictureSize = { width: 350, height: 200 } as const;
/** Characters to click, and characters that only distract (protocol §2.3). */
const targetCount = 2;
const decoyCount = 2;
/** Height of a character in pixels (protocol §2.3: 15 to 30; the lower end is hard to read on a phone). */
const glyphSize = { min: 24, max: 34 } as const;

/** Where a character stands, in pixels of the picture; `top` and `left` belong to it, `top + size` does not. */
export interface Box {
  readonly character: string;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

export interface Picture {
  /** What to click, in this order. */
  readonly targets: readonly Box[];
  readonly png: Buffer;
}

type Canvas = typeof import('@napi-rs/canvas');
let loaded: Promise<Canvas> | undefined;

/** The drawing library and its font, loaded with the first picture so that the server starts without them. */
function canvas(): Promise<Canvas> {
  loaded ??= import('@napi-rs/canvas').then((library) => {
    const font = createRequire(import.meta.url).resolve(
      '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff2',
    );
    library.GlobalFonts.register(readFileSync(font), 'captcha');
    return library;
  });
  return loaded;
}

/** Characters that the font surely has and that are told apart easily. */
export const characters: readonly string[] = [
  ...readFileSync(new URL('./characters.txt', import.meta.url), 'utf8').trim(),
];

/** Draws a new picture: between 10 and 30 ms, most of it beside the event loop. */
export async function drawPicture(): Promise<Picture> {
  const { createCanvas } = await canvas();
  const { width, height } = pictureSize;
  const surface = createCanvas(width, height);
  const context = surface.getContext('2d');
  const boxes = placeBoxes(pick(targetCount + decoyCount));
  drawBackground(context);
  for (const box of boxes) drawCharacter(context, box);
  return { targets: boxes.slice(0, targetCount), png: await surface.encode('png') };
}

function pick(count: number): string[] {
  const chosen = new Set<string>();
  while (chosen.size < count) chosen.add(characters[randomInt(characters.length)]!);
  return [...chosen];
}

/** Boxes that do not overlap: each character gets a cell of its own and a random place within it. */
function placeBoxes(chosen: readonly string[]): Box[] {
  const columns = 3;
  const rows = 2;
  const cell = { width: pictureSize.width / columns, height: pictureSize.height / rows };
  const cells = Array.from({ length: columns * rows }, (_, index) => index);
  return chosen.map((character) => {
    const [index] = cells.splice(randomInt(cells.length), 1) as [number];
    const size = randomInt(glyphSize.min, glyphSize.max + 1);
    return {
      character,
      size,
      left: Math.floor((index % columns) * cell.width) + randomInt(6, Math.floor(cell.width) - size - 6),
      top: Math.floor(Math.floor(index / columns) * cell.height) + randomInt(6, Math.floor(cell.height) - size - 6),
    };
  });
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

function drawCharacter(context: SKRSContext2D, { character, left, top, size }: Box): void {
  context.save();
  context.translate(left + size / 2, top + size / 2);
  context.rotate(((randomInt(61) - 30) * Math.PI) / 180);
  context.font = `${size}px captcha`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = 'hsl(0 0% 100% / 0.7)';
  context.strokeText(character, 0, 0);
  context.fillStyle = `hsl(${hue()} 70% ${randomInt(22, 36)}%)`;
  context.fillText(character, 0, 0);
  context.restore();
}
