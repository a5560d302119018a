import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Problem } from '#resource';
import type { Storage } from '#plugin';
import { inPictureQueue, type PictureWork } from '../pictureQueue.ts';
import { boxAt, headSize, Misshapen, mostBoxes, type Box } from './boxes.ts';
import { heicRanges } from './heic.ts';
import { movieRanges } from './movie.ts';
import { blanked, type ByteRange, type Patch } from './ranges.ts';

/** Types that are made of boxes. */
const movies = /^video\/(?:mp4|quicktime|x-m4v|3gpp2?)$/;
const heic = /^image\/hei[cf](?:-sequence)?$/;
/** Pictures that tell no place. */
const bare = new Set(['image/bmp', 'image/x-icon', 'image/svg+xml']);
/** Bytes of a box with tables or metadata: hours of film have a few million. */
const largest = 33_554_432;
/** Boxes with metadata, and with the film that a phone takes along with a picture. */
const hiding = new Set(['meta', 'udta', 'uuid', 'mpvd', 'sefd']);

const untold = (): Problem => new Problem('upload:check.location');

/**
 * The stored file without what tells where it was taken, as long as it was; undefined when it has none of that. Refused is
 * what cannot be looked through, and a picture of a kind that cannot be cleaned, such as the raw data of a camera.
 */
export async function withoutLocation(
  place: Storage,
  key: string,
  size: number,
  type: string,
  sent: Omit<PictureWork, 'kind'>,
): Promise<Readable | undefined> {
  if (!movies.test(type) && !heic.test(type)) {
    if (type.startsWith('image/') && !bare.has(type)) throw untold();
    return undefined;
  }
  const { boxes, ranges } = await inPictureQueue({ ...sent, kind: 'files' }, () =>
    lookThrough(place, key, size, heic.test(type)),
  ).catch((error: unknown) => {
    throw error instanceof RangeError || error instanceof Misshapen ? untold() : error;
  });
  const hidden = [...boxes.map(({ content, end }) => ({ start: content, end })), ...ranges];
  if (hidden.every(({ start, end }) => start === end)) return undefined;
  // Readers skip a box of the type `free`.
  const patches = boxes.map(({ start }): Patch => ({ start: start + 4, bytes: Buffer.from('free') }));
  const stored = await place.get(key);
  if (!stored) throw untold();
  return Readable.from(blanked(stored.body as AsyncIterable<Uint8Array>, hidden, patches));
}

async function lookThrough(place: Storage, key: string, size: number, isHeic: boolean) {
  const read = async (start: number, end: number): Promise<Buffer> => {
    if (end - start > largest) throw untold();
    const found = await place.get(key, { start, end: end - 1 });
    return buffer(found!.body);
  };
  // Small boxes come many at a time.
  let ahead: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  const headAt = async (at: number): Promise<Buffer> => {
    if (at + headSize > ahead.start + ahead.bytes.length)
      ahead = { start: at, bytes: await read(at, Math.min(size, at + 65_536)) };
    return ahead.bytes.subarray(at - ahead.start, at - ahead.start + headSize);
  };
  const boxes: Box[] = [];
  const ranges: ByteRange[] = [];
  let count = 0;
  let isMeasured = false;
  let isFragmented = false;
  for (let at = 0; at < size;) {
    const box = boxAt(await headAt(at), at, size);
    count += 1;
    if (!box || count > mostBoxes) throw untold();
    at = box.end;
    if (box.type === 'meta' && isHeic) ranges.push(...heicRanges(await read(box.start, box.end), box));
    else if (hiding.has(box.type)) boxes.push(box);
    else if (box.type === 'moov') {
      const found = movieRanges(await read(box.start, box.end), box);
      boxes.push(...found.boxes);
      ranges.push(...found.ranges);
      isMeasured ||= found.isMeasured;
    } else if (box.type === 'moof') isFragmented = true;
    // Each is looked at for every piece of the file that is written.
    if (boxes.length > mostBoxes) throw untold();
  }
  // No table names the samples in fragments.
  if (isMeasured && isFragmented) throw untold();
  return { boxes, ranges };
}
