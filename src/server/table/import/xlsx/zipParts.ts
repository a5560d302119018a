import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';

/** Parts of a file, and bytes of all that is read of it, unpacked. */
const most = { parts: 10_000, bytes: 1_073_741_824 } as const;

/** Bytes that are read at a time. */
const chunkSize = 65_536;

/** The parts of a ZIP file by their names. */
export class ZipParts {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #mostBytes: number;
  #read = 0;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>, mostBytes: number) {
    this.#file = file;
    this.#entries = entries;
    this.#mostBytes = mostBytes;
  }

  /** The one who has opened the file closes it. */
  static async of(handle: FileHandle, mostBytes: number = most.bytes): Promise<ZipParts> {
    const { size } = await handle.stat();
    const file = await fromRandomAccessReaderPromise(new HandleReader(handle), size, { autoClose: false });
    const entries = new Map<string, Entry>();
    for await (const entry of file.eachEntry()) {
      entries.set(entry.fileName, entry);
      if (entries.size > most.parts) throw new RangeError('Too many parts.');
    }
    return new ZipParts(file, entries, mostBytes);
  }

  /** The content of a part; throws, also while it is read, where there is none, it is damaged, or more of it than may be read. */
  async open(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (!entry) throw new TypeError(`The file has no part ${name}.`);
    let sum = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#read += chunk.length;
        sum = crc32(chunk, sum);
        done(this.#read > this.#mostBytes ? new RangeError('Too much is packed into the file.') : null, chunk);
      },
      flush: (done) => done(sum === entry.crc32 ? null : new RangeError('A part is not what was packed.')),
    });
    // What breaks the one ends the other; whoever reads is told.
    pipeline(await this.#file.openReadStreamPromise(entry), counted, () => {});
    return counted;
  }
}

/** Reads by a handle, whose `close` waits for what is being read. */
class HandleReader extends RandomAccessReader {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const size = Math.min(chunkSize, end - at);
      const { bytesRead, buffer } = await this.#handle.read(Buffer.allocUnsafe(size), 0, size, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}
