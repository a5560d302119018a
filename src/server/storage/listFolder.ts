import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredFile } from '#plugin';
import { unreadable } from './diskErrors.ts';

interface Range {
  readonly prefix?: string;
  readonly after?: string;
}

/** The files below `folder`, one folder in memory at a time, in the order of their keys. */
export async function* listFolder(folder: string, range: Range, under = ''): AsyncIterable<StoredFile> {
  for (const entry of await entriesIn(join(folder, under))) {
    const key = `${under}${entry.name}`;
    if (entry.isDirectory()) {
      if (mayHold(`${key}/`, range)) yield* listFolder(folder, range, `${key}/`);
    } else if (
      entry.isFile() &&
      key.startsWith(range.prefix ?? '') &&
      !(range.after !== undefined && key <= range.after)
    ) {
      const file = await unlessGone(lstat(join(folder, key)));
      if (file) yield { key, size: file.size, modified: Math.floor(file.mtimeMs / 1000) };
    }
  }
}

/** Folders stand where their keys do: `a/b` after `a-b`. What begins with a dot is ours. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
  const placeOf = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** What is deleted meanwhile is not listed. What cannot be read is told: who asks would take it for gone. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(error);
  }
}

function mayHold(under: string, { prefix = '', after }: Range): boolean {
  if (!(under.startsWith(prefix) || prefix.startsWith(under))) return false;
  return after === undefined || after.startsWith(under) || under > after;
}
