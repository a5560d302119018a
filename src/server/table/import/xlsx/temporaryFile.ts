import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes what comes into a file that has no name any more, so that nothing of it stays, however the process ends. */
export async function temporaryFile(bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const path = join(tmpdir(), `import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    for await (const part of bytes) await file.write(part);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
