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
  const zeros = placing(merged(ranges), (bytes, from, to) => bytes.fill(0, from, to));
  const others = placing(
    patches.map((patch) => ({ ...patch, end: patch.start + patch.bytes.length })),
    (bytes, from, to, patch, skipped) => bytes.set(patch.bytes.subarray(skipped, skipped + to - from), from),
  );
  let at = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    zeros(bytes, at);
    others(bytes, at);
    yield bytes;
    at += bytes.length;
  }
}

/**
 * Does something to the part of each of these places that is in a portion; `skipped` bytes of the place stand before the portion.
 * Portions come in their order, so that those places alone are looked at that can be in one.
 */
function placing<T extends ByteRange>(
  places: readonly T[],
  act: (bytes: Buffer, from: number, to: number, place: T, skipped: number) => void,
): (bytes: Buffer, at: number) => void {
  const sorted = places.toSorted((one, other) => one.start - other.start);
  let next = 0;
  return (bytes, at) => {
    const last = at + bytes.length;
    while (next < sorted.length && sorted[next]!.end <= at) next += 1;
    for (let each = next; each < sorted.length && sorted[each]!.start < last; each += 1) {
      const { start, end } = sorted[each]!;
      if (end <= at) continue;
      const from = Math.max(start, at);
      act(bytes, from - at, Math.min(end, last) - at, sorted[each]!, from - start);
    }
  };
}
