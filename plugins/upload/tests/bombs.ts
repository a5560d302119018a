import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/**
 * A TIFF that says it has so many black and white pixels in each direction, all in one packed strip; the directory that says so is at
 * its beginning, or far from there.
 */
export function hugeTiff(
  side: number,
  isLate = false,
  more: readonly (readonly [number, number, number])[] = [],
): Buffer {
  const packed = deflateSync(Buffer.alloc(Math.ceil(side / 8) * side), { level: 1 });
  const strip = isLate ? Buffer.concat([packed, Buffer.alloc(70_000)]) : packed;
  const directorySize = 2 + (9 + more.length) * 12 + 4;
  // Width, height, bits, Deflate, black is zero, where the strip is, one sample, lines of the strip, its bytes.
  const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, 4, side],
    [257, 4, side],
    [258, 3, 1],
    [259, 3, 8],
    [262, 3, 1],
    [273, 4, isLate ? 8 : 8 + directorySize],
    [277, 3, 1],
    [278, 4, side],
    [279, 4, packed.length],
    ...more,
  ];
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(isLate ? 8 + strip.length : 8, 4);
  const directory = Buffer.alloc(directorySize);
  directory.writeUInt16LE(entries.length, 0);
  for (const [at, [tag, type, value]] of entries.entries()) {
    const start = 2 + at * 12;
    directory.writeUInt16LE(tag, start);
    directory.writeUInt16LE(type, start + 2);
    directory.writeUInt32LE(1, start + 4);
    if (type === 3) directory.writeUInt16LE(value, start + 8);
    else directory.writeUInt32LE(value, start + 8);
  }
  return Buffer.concat(isLate ? [head, strip, directory] : [head, directory, strip]);
}

/** A GIF with a canvas of so many pixels in each direction, and so many frames that fill it in a few bytes. */
export function hugeGif(side: number, frames = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const place = Buffer.from('\x2c\0\0\0\0\0\0\0\0\0', 'latin1');
  place.writeUInt16LE(side, 5);
  place.writeUInt16LE(side, 7);
  // Two bits a code: clear, one pixel, end.
  const frame = Buffer.concat([
    Buffer.from('\x21\xf9\x04\0\0\0\0\0', 'latin1'),
    place,
    Buffer.from('\x02\x02\x44\x01\0', 'latin1'),
  ]);
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

/** A WebP that says it has a canvas of so many pixels in each direction; those it has, of one picture, are fewer. */
export function hugeWebp(side: number, small: Buffer): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X', 0, 'latin1');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(side - 1, 12, 3);
  canvas.writeUIntLE(side - 1, 15, 3);
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), canvas, small.subarray(12)]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** A ZIP, as Office documents are, whose first file has so many megabytes in a thousandth of them, and says that it has so many bytes. */
export function zipBomb(megabytes: number, said = megabytes * 1_048_576): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const content = Buffer.alloc(megabytes * 1_048_576, 'x');
  const packed = deflateRawSync(content, { level: 9 });
  // What the local header and the directory say of it: version, flags, method, time, hash, sizes, length of the name, nothing more.
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(said, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

/** Counts the bytes that are unpacked in this process while the job runs. */
export async function unpacked(job: () => Promise<unknown>): Promise<number> {
  const own = globalThis.DecompressionStream;
  let bytes = 0;
  class Counting {
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<BufferSource>;
    constructor(format: CompressionFormat) {
      const { readable, writable } = new own(format);
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length;
          controller.enqueue(chunk);
        },
      });
      this.writable = writable;
      this.readable = readable.pipeThrough(count);
    }
  }
  globalThis.DecompressionStream = Counting as typeof own;
  try {
    await job();
    return bytes;
  } finally {
    globalThis.DecompressionStream = own;
  }
}
