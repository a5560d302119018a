import type { Readable } from 'node:stream';
import { Problem } from '#resource';
import { Pace } from './pace.ts';
import { headSize } from './sniff.ts';

/** Pieces of 64 kB are hashed in a tenth of a millisecond. */
const pieces = new Pace(2);

/** The beginning of a body, whatever its length, and all of it: as long as that is within the limit, and fails otherwise. */
export async function headOf(
  body: Readable,
  limit: number,
): Promise<{ readonly head: Buffer; readonly whole: AsyncIterable<Uint8Array> }> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  while (size < headSize) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  const head = Buffer.concat(first).subarray(0, headSize);
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (size > limit) throw tooLarge();
    yield* first;
    let sent = size;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      sent += next.value.length;
      if (sent > limit) throw tooLarge();
      await pieces.pass();
      yield next.value;
    }
  }
  return { head, whole: whole() };
}

const tooLarge = (): Problem => new Problem('upload:check.size');
