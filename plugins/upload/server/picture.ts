import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type { Sharp, SharpOptions } from 'sharp';
import { Problem } from '#resource';
import { inPictureQueue, type PictureWork } from './pictureQueue.ts';

type MakeSharp = (typeof import('sharp'))['default'];
const require = createRequire(import.meta.url);
let loaded: MakeSharp | undefined;

/** Loaded for the first picture: it holds 7 MB. */
function sharp(bytes: Buffer, options: SharpOptions): Sharp {
  if (!loaded) {
    loaded = require('sharp') as MakeSharp;
    // One picture uses one core; how many are worked on at once is for the queue to say.
    loaded.concurrency(1);
    loaded.cache(false);
  }
  return loaded(bytes, options);
}

/** Types that a picture must be decoded as. */
const decoded = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);
/** Bytes of a picture as it is stored; it is held in memory whole while it is decoded. */
const largest = 67_108_864;
/** Pixels, of all frames together: a phone takes up to 200 million. */
const limitInputPixels = 268_435_456;
/** Pixels of one that is not decoded line by line, but held in memory whole: 400 MB at most with four bytes for each. */
const limitWholePixels = 100_000_000;
/** Seconds for one picture. */
const seconds = 20;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The picture upright and without location, where the stored one has one. */
  readonly cleaned?: Buffer;
}

export const isPicture = (type: string): boolean => decoded.has(type);

const broken = (): Problem => new Problem('upload:check.picture');

/** Looks at a stored picture; one that cannot be decoded whole, or is larger than can be shown, is refused. */
export async function readPicture(
  open: () => Promise<Readable>,
  size: number,
  sent: Omit<PictureWork, 'kind'>,
): Promise<Picture> {
  if (size > largest) throw broken();
  return inPictureQueue({ ...sent, kind: 'files' }, async () => {
    const bytes = await bytesOf(await open());
    try {
      const { width, height, format, ...meta } = await sharp(bytes, { limitInputPixels }).metadata();
      if (!isStreamed(format, meta.isProgressive) && width * height > limitWholePixels) throw broken();
      // Shrunk while it is decoded, which reads all of it and costs little.
      await decoder(bytes).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
      const upright = meta.autoOrient ?? { width, height };
      if (!hasLocation(meta) && !(format === 'tiff' && hasTiffLocation(bytes))) return upright;
      const isAnimated = (meta.pages ?? 1) > 1;
      const cleaned = await encode(decoder(bytes, { animated: isAnimated }).autoOrient(), format).toBuffer();
      return { ...upright, cleaned };
    } catch {
      throw broken();
    }
  });
}

const isStreamed = (format: string, isProgressive = false): boolean =>
  (format === 'jpeg' || format === 'png') && !isProgressive;

/** A decoder that refuses bombs, damaged pictures, and what takes too long. */
export const decoder = (bytes: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true, ...options }).timeout({ seconds });

function encode(picture: Sharp, format: string): Sharp {
  const kept = picture.keepIccProfile();
  if (format === 'jpeg') return kept.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
  if (format === 'webp') return kept.webp({ quality: 92 });
  // Nothing is lost: a TIFF is mostly a scan that somebody keeps.
  if (format === 'tiff') return kept.tiff({ compression: 'deflate' });
  // Of that family only AVIF is decoded.
  if (format === 'heif') return kept.avif({ quality: 92 });
  return kept.toFormat(format as 'png');
}

/** Whether EXIF points to a GPS directory, or XMP or IPTC may name a place. More is found than there is, never less. */
function hasLocation({ exif, xmp, iptc }: { exif?: Buffer; xmp?: Buffer; iptc?: Buffer }): boolean {
  const gps = exif && (exif.includes(Buffer.from([0x88, 0x25])) || exif.includes(Buffer.from([0x25, 0x88])));
  return Boolean(gps || iptc || (xmp && /gps|location|photoshop:(?:city|state|country)/i.test(xmp.toString('latin1'))));
}

/**
 * How entries of a directory begin that tell a place, in both orders of bytes: GPS (0x8825, one offset), and two of GeoTIFF. libvips
 * reads neither. Bytes of pixels may look alike: more is found than there is, never less.
 */
const tiffEntries = [
  ['2588040001000000', '8825000400000001'],
  ['25880d0001000000', '8825000d00000001'],
  ['82840c00', '8482000c'],
  ['af870300', '87af0003'],
].flatMap((entry) => entry.map((each) => Buffer.from(each, 'hex')));

const hasTiffLocation = (bytes: Buffer): boolean => tiffEntries.some((entry) => bytes.includes(entry));

export async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
