import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Of each header: that sizes follow the content, and that names are UTF-8; deflated; the first day that the format knows. */
const flags = 0x0808;
const deflated = 8;
const firstDay = 0x0021;
const version = 20;
/** Sizes and places have four bytes. */
const largest = 0xffff_ffff;

interface Written extends Pick<ZipEntry, 'name'> {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** A ZIP file as it is made, entry after entry, with nothing held of what is sent. No library at hand makes one of streams. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let place = 0;
  for await (const { name, content } of entries) {
    const at = place;
    const sums = { crc: 0, size: 0 };
    let packed = 0;
    const head = Buffer.concat([signed(0x0403_4b50), fields(name), Buffer.from(name)]);
    yield head;
    const deflate = createDeflateRaw({ level: 3 });
    // What breaks the one ends the other, and the loop below throws it.
    pipeline(Readable.from(summed(content, sums), { objectMode: false }), deflate, () => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    const sizes = { name, ...sums, packed, at };
    yield Buffer.concat([signed(0x0807_4b50), sizesOf(sizes)]);
    place += head.length + packed + 16;
    if (place > largest || sums.size > largest) throw new Error('The ZIP file is too large.');
    written.push(sizes);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield Buffer.concat([directory, endOf(written.length, directory.length, place)]);
}

async function* summed(content: ZipEntry['content'], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

/** What a local header and the directory have in common. */
function fields(
  name: string,
  { crc, packed, size }: Omit<Written, 'name' | 'at'> = { crc: 0, packed: 0, size: 0 },
): Buffer {
  const bytes = Buffer.alloc(26);
  [version, flags, deflated, 0, firstDay].forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  sizesOf({ crc, packed, size }).copy(bytes, 10);
  bytes.writeUInt16LE(Buffer.byteLength(name), 22);
  return bytes;
}

function sizesOf({ crc, packed, size }: Omit<Written, 'name' | 'at'>): Buffer {
  const bytes = Buffer.alloc(12);
  [crc, packed, size].forEach((value, at) => bytes.writeUInt32LE(value, at * 4));
  return bytes;
}

function directoryEntry(written: Written): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(version);
  // No comment, one disk, no attributes; then where the entry stands.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(written.at, 10);
  return Buffer.concat([signed(0x0201_4b50), made, fields(written.name, written), rest, Buffer.from(written.name)]);
}

function endOf(count: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(18);
  bytes.writeUInt16LE(count, 4);
  bytes.writeUInt16LE(count, 6);
  bytes.writeUInt32LE(size, 8);
  bytes.writeUInt32LE(at, 12);
  return Buffer.concat([signed(0x0605_4b50), bytes]);
}
