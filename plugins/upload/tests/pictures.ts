import { crc32, deflateSync } from 'node:zlib';

/** A PNG of so many black and white pixels in each direction, in a few kilobytes; interlaced, it is in memory whole. */
export function hugePng(side: number, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  header.writeUInt8(isInterlaced ? 1 : 0, 12);
  const size = isInterlaced ? interlacedSize(side) : (Math.ceil(side / 8) + 1) * side;
  const lines = deflateSync(Buffer.alloc(size), { level: 1 });
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

/** Bytes of the seven passes, by the first column and row of each and the distance to the next (PNG specification, §8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const interlacedSize = (side: number): number =>
  passes
    .map(([x, y, right, down]) => Math.ceil((side - y) / down) * (1 + Math.ceil(Math.ceil((side - x) / right) / 8)))
    .reduce((sum, size) => sum + size);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
