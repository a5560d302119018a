import type { Readable } from 'node:stream';
import type { Storage } from '#plugin';

/** Bytes of a piece at the most: what a killed server loses of an upload. */
export const pieceSize = 8_388_608;

const below = (uuid: string): string => `resumable/${uuid}/`;
/** Its name is the offset that it begins at. */
const keyOf = (uuid: string, start: number): string => `${below(uuid)}${String(start).padStart(14, '0')}`;

interface Piece {
  readonly key: string;
  readonly size: number;
}

/** The pieces of an upload, one after the other. What does not follow the one before is none: nobody was told that it is there. */
async function* piecesOf(storage: Storage, uuid: string): AsyncGenerator<Piece> {
  let end = 0;
  for await (const { key, size } of storage.list({ prefix: below(uuid) })) {
    if (key !== keyOf(uuid, end)) return;
    yield { key, size };
    end += size;
  }
}

/** How many bytes have come, and in how many pieces. */
export async function progressOf(storage: Storage, uuid: string): Promise<{ offset: number; count: number }> {
  let [offset, count] = [0, 0];
  for await (const { size } of piecesOf(storage, uuid)) {
    offset += size;
    count += 1;
  }
  return { offset, count };
}

/** The bytes of all pieces. */
export async function* bytesOf(storage: Storage, uuid: string): AsyncGenerator<Uint8Array> {
  for await (const { key } of piecesOf(storage, uuid)) {
    const stored = await storage.get(key);
    if (!stored) throw new Error(`The piece ${key} of an upload is gone.`);
    yield* stored.body as AsyncIterable<Uint8Array>;
  }
}

/**
 * Appends what comes, in pieces that are on the disk when the next one begins. What came before the body broke off is kept.
 * Returns the new offset. A second writer at the same offset is refused: each piece is put once.
 */
export async function append(storage: Storage, uuid: string, start: number, body: Readable): Promise<number> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let offset = start;
  let rest: Buffer | undefined;
  let broken: { readonly error: unknown } | undefined;
  let isOver = false;
  const next = async (): Promise<Buffer | undefined> => {
    try {
      const { value, done } = await source.next();
      isOver = done === true;
      return isOver ? undefined : (value as Buffer);
    } catch (error) {
      [broken, isOver] = [{ error }, true];
      return undefined;
    }
  };
  async function* piece(first: Buffer): AsyncGenerator<Buffer> {
    let left = pieceSize;
    for (let chunk: Buffer | undefined = first; chunk; chunk = left > 0 ? await next() : undefined) {
      yield chunk.subarray(0, left);
      if (chunk.length > left) rest = chunk.subarray(left);
      left -= Math.min(left, chunk.length);
    }
  }
  while (!isOver) {
    const first = rest ?? (await next());
    rest = undefined;
    if (first) offset += (await storage.put(keyOf(uuid, offset), piece(first), { limit: pieceSize })).size;
  }
  if (broken) throw broken.error;
  return offset;
}

/** Removes all pieces. */
export async function removePieces(storage: Storage, uuid: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list({ prefix: below(uuid) })) keys.push(key);
  for (const key of keys) await storage.delete(key);
}

/** The uploads that have pieces, each once. */
export async function* uploadsIn(storage: Storage): AsyncGenerator<string> {
  let last: string | undefined;
  for await (const { key } of storage.list({ prefix: 'resumable/' })) {
    const uuid = key.split('/')[1]!;
    if (uuid !== last) yield uuid;
    last = uuid;
  }
}
