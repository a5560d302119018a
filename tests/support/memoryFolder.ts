import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Bytes that must be free: a run needs some hundred megabytes. */
const least = 3 * 2 ** 30;
const prefix = 'back-office-tests-';

/**
 * A folder in memory for the temporary files of this run, or undefined where there is none with room. Databases come and
 * go there by the hundred; on a disk they cost twice the time. It goes with the process; what killed runs have left goes now.
 */
export function memoryFolder(): string | undefined {
  if (!existsSync(memory)) return undefined;
  for (const name of readdirSync(memory)) if (isLeft(name)) remove(name);
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < least) return undefined;
  const name = prefix + process.pid;
  // PostgreSQL runs as another user where these tests run as root: it goes through here.
  mkdirSync(join(memory, name), { recursive: true, mode: 0o711 });
  process.once('exit', () => remove(name));
  return join(memory, name);
}

const remove = (name: string): void => rmSync(join(memory, name), { recursive: true, force: true });

/** Whether it belongs to a run that is no more. */
function isLeft(name: string): boolean {
  if (!name.startsWith(prefix)) return false;
  try {
    process.kill(Number(name.slice(prefix.length)), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
