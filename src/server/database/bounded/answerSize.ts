/** Bytes of what one query may answer. Larger ones would keep the thread too long while they are turned into JSON. */
export const largestAnswer = 4 * 1024 * 1024;

/** About what a row takes as JSON, in bytes. */
export function sizeOf(row: Readonly<Record<string, unknown>>): number {
  let bytes = 2;
  for (const name in row) {
    const value = row[name];
    bytes += name.length + 4 + (typeof value === 'string' ? Buffer.byteLength(value) + 2 : 8);
  }
  return bytes;
}
