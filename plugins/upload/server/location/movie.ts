import { boxesIn, Misshapen, mostBoxes, type Box } from './boxes.ts';
import type { ByteRange } from './ranges.ts';

/** Chunks of a film that are emptied: one a second for a day. */
const mostChunks = 100_000;

/** Kinds of samples, beside those of metadata, that tell where a camera was (GoPro, Google, Sony, DJI). */
const telemetry = new Set(['gpmd', 'camm', 'rtmd', 'djmd', 'dbgi', 'mebx', 'mett', 'urim', 'metx']);

/**
 * What of a film may tell a place: user data and metadata of the film and its tracks, and tracks of measurements with all of
 * their samples. `moov` is the bytes of the box of that name.
 */
export function movieRanges(
  bytes: Buffer,
  moov: Box,
): { readonly boxes: readonly Box[]; readonly ranges: readonly ByteRange[]; readonly isMeasured: boolean } {
  let count = 0;
  const within = (box: Box): Box[] => {
    const found = boxesIn(bytes, moov.start, box.content, box.end);
    count += found.length;
    if (count > mostBoxes) throw new Misshapen();
    return found;
  };
  const boxes: Box[] = [];
  const ranges: ByteRange[] = [];
  for (const box of within(moov)) {
    if (isMetadata(box)) boxes.push(box);
    if (box.type !== 'trak') continue;
    const track = within(box);
    const tables = tablesOf(track, within);
    const [format = ''] = tables.has('stsd') ? [textAt(tables.get('stsd')!, 12)] : [];
    if (telemetry.has(format)) {
      boxes.push(box);
      for (const range of samplesOf(tables)) ranges.push(range);
      if (ranges.length > mostChunks) throw new Misshapen();
    } else boxes.push(...track.filter(isMetadata));
  }
  return { boxes, ranges, isMeasured: boxes.some(({ type }) => type === 'trak') };

  function textAt({ content }: Box, at: number): string {
    return bytes.toString('latin1', content - moov.start + at, content - moov.start + at + 4);
  }

  /** Where the samples of a track lie: so many to a chunk (`stsc`), each of a size (`stsz`), chunks at `stco` or `co64`. */
  function samplesOf(tables: ReadonlyMap<string, Box>): ByteRange[] {
    const number = (table: string, at: number): number => {
      const { content, end } = tables.get(table)!;
      if (content + at + 4 > end) throw new Misshapen();
      return bytes.readUInt32BE(content - moov.start + at);
    };
    const isLong = tables.has('co64');
    const offsets = isLong ? 'co64' : 'stco';
    if (!['stsc', 'stsz', offsets].every((name) => tables.has(name))) throw new Misshapen();
    const uniform = number('stsz', 4);
    if (number(offsets, 4) > mostChunks) throw new Misshapen();
    const found: ByteRange[] = [];
    let run = 0;
    for (let chunk = 1, sample = 0; chunk <= number(offsets, 4); chunk += 1) {
      while (run + 1 < number('stsc', 4) && number('stsc', 8 + 12 * (run + 1)) <= chunk) run += 1;
      const place = tables.get(offsets)!.content - moov.start + 8;
      const start = isLong
        ? Number(bytes.readBigUInt64BE(place + 8 * (chunk - 1)))
        : bytes.readUInt32BE(place + 4 * (chunk - 1));
      let end = start;
      const count = number('stsc', 12 + 12 * run);
      // A size that is not there ends the loop.
      if (uniform > 0) end += count * uniform;
      else for (let left = count; left > 0; left -= 1, sample += 1) end += number('stsz', 12 + 4 * sample);
      found.push({ start, end });
    }
    return found;
  }
}

const isMetadata = ({ type }: Box): boolean => type === 'udta' || type === 'meta' || type === 'uuid';

/** The tables of a track's samples, by name. */
function tablesOf(track: readonly Box[], within: (box: Box) => Box[]): ReadonlyMap<string, Box> {
  const inner = (boxes: readonly Box[], type: string): Box[] => {
    const box = boxes.find((each) => each.type === type);
    return box ? within(box) : [];
  };
  return new Map(inner(inner(inner(track, 'mdia'), 'minf'), 'stbl').map((box) => [box.type, box]));
}
