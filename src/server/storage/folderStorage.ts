import { createHash, randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { Problem, sizeText } from '#resource';
import { assertKey, failingAs, type PutOptions, type Storage, type StoredFile } from '#plugin';
import { makeFolder } from '../shared/makeFolder.ts';
import { diskProblem, unavailable, unreadable } from './diskErrors.ts';
import { fileWriter } from './fileWriter.ts';
import { listFolder } from './listFolder.ts';
import { clearParts, partsIn } from './parts.ts';

/** Missing, or a folder where a file is asked for: there is no such file. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);
/** A folder that goes meanwhile, or something else in its place, is no fault of who sends a file. */
const misplaced = ['ENOENT', 'ENOTDIR', 'EEXIST'];

/** Files in a folder of the disk, each at its key. Nothing outside of it is reached, by links neither. */
export function folderStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, ...assertKey(key).split('/'));
  let isClear = false;
  return {
    async put(key, body, options) {
      const path = pathOf(key);
      let part: string | undefined;
      try {
        if (!isClear) clearParts(folder);
        isClear = true;
        part = join(partsIn(folder), randomUUID());
        const { hash, stored } = await writePart(part, key, body, options);
        await moveTo(folder, part, path, options.replace ?? false);
        return { ...stored, hash };
      } catch (error) {
        throw diskProblem(error, 'server:storageUnavailable', misplaced);
      } finally {
        // What is the matter has been said above.
        if (part !== undefined) await rm(part, { force: true }).catch(() => undefined);
      }
    },
    async get(key, { start = 0, end = Infinity } = {}) {
      const found = await openFile(folder, key, pathOf(key));
      if (!found) return undefined;
      const { file, stored } = found;
      const last = Math.min(end, stored.size - 1);
      if (start > last) {
        await file.close();
        return { ...stored, body: Readable.from([]) };
      }
      return { ...stored, body: failingAs(file.createReadStream({ start, end: last }), unreadable) };
    },
    async head(key) {
      const found = await openFile(folder, key, pathOf(key));
      await found?.file.close();
      return found?.stored;
    },
    async delete(key) {
      const path = pathOf(key);
      const found = await openFile(folder, key, path);
      if (!found) return false;
      await found.file.close();
      try {
        await rm(path);
        await syncFolder(dirname(path));
        return true;
      } catch (error) {
        if (absent.has(codeOf(error))) return false;
        throw diskProblem(error, 'server:storageReadOnly');
      }
    },
    list: (options = {}) => listFolder(folder, options),
  };
}

async function writePart(
  part: string,
  key: string,
  body: Readable | AsyncIterable<Uint8Array>,
  { limit, hash: algorithm = 'sha256', signal }: PutOptions,
): Promise<{ hash: string; stored: StoredFile }> {
  const hash = createHash(algorithm);
  const file = await open(part, 'wx');
  let size = 0;
  const writer = fileWriter(file);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      signal?.throwIfAborted();
      size += chunk.length;
      if (size > limit) throw new Problem('server:fileTooLarge', { limit: sizeText(limit) });
      hash.update(chunk);
      await writer.write(chunk);
    }
    signal?.throwIfAborted();
    await writer.end();
    await file.sync();
    return { hash: hash.digest('hex'), stored: storedOf(key, await file.stat()) };
  } finally {
    await writer.end().catch(() => undefined);
    await file.close();
  }
}

/** From here on the file is there, whole, and after a power cut too: its folder is on the disk as well. */
async function moveTo(root: string, part: string, path: string, replace: boolean): Promise<void> {
  await ownFolder(root, dirname(path));
  try {
    if (replace) await rename(part, path);
    else await link(part, path);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' || codeOf(error) === 'EISDIR' ? new Problem('server:fileTaken') : error;
  }
  for (let each = dirname(path); each.startsWith(root); each = dirname(each)) await syncFolder(each);
}

/** Makes the folder of a file, step by step: no step leads through a link, or through a file. */
async function ownFolder(root: string, folder: string): Promise<void> {
  makeFolder(root);
  let path = root;
  for (const name of folder
    .slice(root.length + 1)
    .split(sep)
    .filter(Boolean)) {
    path = join(path, name);
    await mkdir(path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    if (!(await lstat(path)).isDirectory()) throw new Problem('server:fileTaken');
  }
}

async function assertInside(root: string, folder: string): Promise<void> {
  const real = await realpath(root);
  if ((await realpath(folder)) !== join(real, folder.slice(root.length)).replace(/[/\\]$/, ''))
    throw unavailable('server:storageUnreadable', new Error(`A link below ${root} leads away from it.`));
}

interface OpenFile {
  readonly file: FileHandle;
  readonly stored: StoredFile;
}

async function openFile(root: string, key: string, path: string): Promise<OpenFile | undefined> {
  let file: FileHandle | undefined;
  try {
    await assertInside(root, dirname(path));
    // A pipe would keep whoever opens it waiting.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await file.stat();
    if (found.isFile()) return { file, stored: storedOf(key, found) };
  } catch (error) {
    await file?.close();
    if (absent.has(codeOf(error))) return undefined;
    throw unreadable(error);
  }
  await file.close();
  return undefined;
}

const storedOf = (key: string, { size, mtimeMs }: Stats): StoredFile => ({
  key,
  size,
  modified: Math.floor(mtimeMs / 1000),
});

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
