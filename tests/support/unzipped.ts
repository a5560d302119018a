import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** The texts in a ZIP file, by its directory. */
export function unzipped(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x0605_4b50);
  const found = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, length] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const start = bytes.readUInt32LE(at + 42) + 30 + length;
    const name = bytes.subarray(at + 46, at + 46 + length).toString();
    found.set(name, inflateRawSync(bytes.subarray(start, start + packed)).toString());
    at += 46 + length;
  }
  return found;
}
