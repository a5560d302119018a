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

/** Whether the rows are more than one query may answer. */
export function isTooLarge(rows: readonly object[]): boolean {
  // Counting bytes takes longer than counting characters, of which each has three at most.
  let atMost = 0;
  for (const row of rows as readonly Readonly<Record<string, unknown>>[])
    for (const name in row) {
      const value = row[name];
      atMost += name.length + 14 + (typeof value === 'string' ? value.length * 3 : 0);
    }
  if (atMost <= largestAnswer) return false;
  let bytes = 0;
  for (const row of rows) bytes += sizeOf(row as Readonly<Record<string, unknown>>);
  return bytes > largestAnswer;
}
