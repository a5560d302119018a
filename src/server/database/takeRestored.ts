import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where whoever restores a database lays it, complete and checked, and where the one goes that was there. */
const [prepared, replaced] = ['restore/data.sqlite', 'replaced.sqlite'];
/** Of the files of a database; the database itself last. */
const endings = ['-wal', '-shm', ''];

/**
 * Lets a prepared database take the place of `data.sqlite`, which is kept as `replaced.sqlite`. Nobody has the folder open. Whoever
 * is killed in the middle of it goes on with the next start.
 */
export function takeRestored(folder: string, log: (message: string) => void): void {
  const source = join(folder, prepared);
  if (!existsSync(source)) return;
  const [current, former] = [join(folder, 'data.sqlite'), join(folder, replaced)];
  // Without its last file, what is there belongs to a move that was broken off.
  if (existsSync(current) && existsSync(former)) for (const ending of endings) rmSync(former + ending, { force: true });
  for (const ending of endings) if (existsSync(current + ending)) renameSync(current + ending, former + ending);
  renameSync(source, current);
  log(`a restored database is in use; the former one is kept as ${replaced}`);
}
