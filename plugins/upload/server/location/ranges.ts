/** Bytes from the beginning of a file, the last one not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes that take the place of others at an offset. */
export interface Patch {
  readonly start: number;
  readonly bytes: Buffer;
}

/** The same bytes in ranges that follow each other. */
function merged(ranges: readonly ByteRange[]): ByteRange[] {
  const found: ByteRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && range.start <= last.end)
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else found.push(range);
  }
  return found;
}

/** The body with zeros in these ranges, and then the patches: as long as before, so that nothing in it moves. */
export async function* blanked(
  body: AsyncIterable<Uint8Array>,
  ranges: readonly ByteRange[],
  patches: readonly Patch[],
): AsyncGenerator<Buffer> {
  const zeros = merged(ranges);
  let at = 0;
  let next = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    const last = at + bytes.length;
    while (next < zeros.length && zeros[next]!.end <= at) next += 1;
    for (let each = next; each < zeros.length && zeros[each]!.start < last; each += 1)
      bytes.fill(0, Math.max(0, zeros[each]!.start - at), Math.min(bytes.length, zeros[each]!.end - at));
    for (const { start, bytes: patch } of patches) {
      for (let index = 0; index < patch.length; index += 1) {
        const place = start + index - at;
        if (place >= 0 && place < bytes.length) bytes[place] = patch[index]!;
      }
    }
    yield bytes;
    at = last;
  }
}
