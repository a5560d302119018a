import { boxesIn, Misshapen, mostBoxes, type Box } from './boxes.ts';
import type { ByteRange } from './ranges.ts';

/**
 * Where the EXIF and XMP data of a HEIC picture lie (ISO/IEC 23008-12): items that `iinf` names and `iloc` finds, in the file or in
 * the box `idat`. How the picture is turned stands elsewhere. `meta` is the bytes of the box of that name.
 */
export function heicRanges(bytes: Buffer, meta: Box): ByteRange[] {
  const boxes = boxesIn(bytes, meta.start, meta.content + 4, meta.end);
  const box = (type: string): Box | undefined => boxes.find((each) => each.type === type);
  const [names, places] = [box('iinf'), box('iloc')];
  if (!names || !places) return [];
  const wanted = metadataItems(bytes, meta.start, names);
  return itemRanges(bytes.subarray(places.content - meta.start, places.end - meta.start), wanted, box('idat')?.content);
}

function metadataItems(bytes: Buffer, base: number, names: Box): ReadonlySet<number> {
  const at = names.content - base;
  // Version 0 counts in two bytes, others in four.
  const entries = boxesIn(bytes, base, names.content + (bytes[at] === 0 ? 6 : 8), names.end);
  const found = new Set<number>();
  for (const { type, content } of entries) {
    if (type !== 'infe') continue;
    const start = content - base;
    const version = bytes[start]!;
    if (version < 2) continue;
    const wide = version === 2 ? 2 : 4;
    const kind = bytes.toString('latin1', start + 4 + wide + 2, start + 4 + wide + 6);
    if (kind === 'Exif' || kind === 'mime') found.add(bytes.readUIntBE(start + 4, wide));
  }
  return found;
}

function itemRanges(iloc: Buffer, wanted: ReadonlySet<number>, idat: number | undefined): ByteRange[] {
  let at = 0;
  const read = (size: number): number => {
    if (size === 0) return 0;
    at += size;
    return size === 8 ? Number(iloc.readBigUInt64BE(at - 8)) : iloc.readUIntBE(at - size, size);
  };
  const version = read(1);
  read(3);
  const [sizes, more] = [read(1), read(1)];
  const wide = { offset: sizes >> 4, length: sizes & 15, base: more >> 4, index: version === 0 ? 0 : more & 15 };
  const ranges: ByteRange[] = [];
  let count = 0;
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = read(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(wide.base) + (method === 1 ? (idat ?? Number.NaN) : 0);
    for (let extents = read(2); extents > 0; extents -= 1) {
      count += 1;
      // Widths of 0 make places that take no bytes: what is there does not bound how many there are.
      if (count > mostBoxes) throw new Misshapen();
      read(wide.index);
      const start = base + read(wide.offset);
      const end = start + read(wide.length);
      if (wanted.has(id) && method > 1) throw new Misshapen();
      if (wanted.has(id)) ranges.push({ start, end });
    }
  }
  return ranges;
}
