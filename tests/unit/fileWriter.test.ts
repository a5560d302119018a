import type { FileHandle } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fileWriter } from '../../src/server/storage/fileWriter.ts';

/** A file whose system takes at most so many bytes at a time, and fails when it is full. */
function slowFile(most: number, room = Infinity): { file: FileHandle; text(): string; calls(): number } {
  let bytes = Buffer.alloc(0);
  let calls = 0;
  const file = {
    async writev(chunks: readonly Uint8Array[]) {
      calls += 1;
      await new Promise(setImmediate);
      const taken = Buffer.concat(chunks).subarray(0, most);
      if (bytes.length + taken.length > room) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      bytes = Buffer.concat([bytes, taken]);
      return { bytesWritten: taken.length };
    },
    datasync: () => Promise.resolve(),
  };
  return { file: file as unknown as FileHandle, text: () => bytes.toString(), calls: () => calls };
}

it.each([1, 2, 5, 100])('writes everything in its order where the system takes %i bytes at a time', async (most) => {
  const { file, text } = slowFile(most);
  const writer = fileWriter(file);
  for (const piece of ['one ', 'two ', '', 'three ', 'four']) await writer.write(Buffer.from(piece));
  await writer.end();
  expect(text()).toBe('one two three four');
});

it('writes what has come meanwhile in one step, and lets no more than a megabyte wait', async () => {
  const { file, calls } = slowFile(Infinity);
  const writer = fileWriter(file);
  for (let n = 0; n < 8; n += 1) expect(writer.write(Buffer.alloc(65_536))).toBeUndefined();
  await writer.end();
  expect(calls()).toBe(2);
  void writer.write(Buffer.alloc(1));
  expect(writer.write(Buffer.alloc(2_000_000))).toBeInstanceOf(Promise);
  await writer.end();
});

it('fails with what the system says, at the next piece and at the end', async () => {
  const { file } = slowFile(Infinity, 4);
  const writer = fileWriter(file);
  void writer.write(Buffer.from('12345'));
  await expect(writer.end()).rejects.toThrow('full');
  await expect(writer.write(Buffer.from('6'))).rejects.toThrow('full');
});
