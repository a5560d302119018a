/** A box of the ISO base media format (ISO/IEC 14496-12), which MP4, QuickTime and HEIC files are made of. */
export interface Box {
  readonly type: string;
  /** Where it begins, where its content does, and where both end: bytes from the beginning of the file. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** Not what the standard says: nobody knows where what lies. */
export class Misshapen extends Error {}

/** Bytes that the head of a box has at the most. */
export const headSize = 16;

/** The box whose head lies at the beginning of these bytes; undefined where there is none that ends before `limit`. */
export function boxAt(head: Buffer, start: number, limit: number): Box | undefined {
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < headSize) return undefined;
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? limit - start : short;
  const content = start + (isLong ? headSize : 8);
  const end = start + size;
  return end < content || end > limit ? undefined : { type: head.toString('latin1', 4, 8), start, content, end };
}

/** Boxes that are looked at in one place: a film that is sent in fragments has two for each. */
export const mostBoxes = 10_000;

/** The boxes within bytes that begin at `base` of the file. Throws where they do not follow each other. */
export function boxesIn(bytes: Buffer, base: number, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const box = boxAt(bytes.subarray(at - base, to - base), at, to);
    // QuickTime ends a list of user data with four zeros.
    if (!box && to - at === 4 && bytes.readUInt32BE(at - base) === 0) break;
    if (!box || boxes.length === mostBoxes) throw new Misshapen();
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}
