import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isTooOld, tooOld } from './restored.ts';

/**
 * Where whoever restores a database lays it, complete and checked; where the former one lies until a start has come to its end
 * with that; and where it is kept then.
 */
const [prepared, former, replaced] = ['restore/data.sqlite', 'restore/former.sqlite', 'replaced.sqlite'];
/** What is known of the one that lies ready. */
const note = 'restore/ready.json';
/** Of the files of a database; the database itself last. */
const endings = ['-wal', '-shm', ''];

type Log = (message: string) => void;

/**
 * Lets a prepared database take the place of `data.sqlite`, which lies aside until `confirmRestored` or `putFormerBack`. Nobody has
 * the folder open. Whoever is killed in the middle of it goes on with the next start. Returns whether a database is on trial.
 */
export function takeRestored(folder: string, log: Log): boolean {
  const [current, source, aside] = [join(folder, 'data.sqlite'), join(folder, prepared), join(folder, former)];
  if (existsSync(current) && existsSync(aside)) return true;
  const isBegun = endings.some((ending) => existsSync(aside + ending));
  if (!existsSync(source)) {
    // Putting it back was broken off.
    if (isBegun) move(aside, current);
    return false;
  }
  const { mtimeMs } = statSync(source);
  if (!isBegun && existsSync(current) && isTooOld(mtimeMs)) {
    log(tooOld(mtimeMs));
    return false;
  }
  move(current, aside);
  renameSync(source, current);
  rmSync(join(folder, note), { force: true });
  log('a restored database takes the place of the present one');
  return true;
}

/** The former one is kept, and those of before under their own times. */
export function confirmRestored(folder: string, log: Log): void {
  const [aside, kept] = [join(folder, former), join(folder, replaced)];
  if (existsSync(aside) && existsSync(kept)) {
    const name = freeName(folder, 'replaced', statSync(kept).mtimeMs);
    move(kept, join(folder, name));
    log(`the database that was kept as ${replaced} is now ${name}; remove it once nobody needs it`);
  }
  if (!existsSync(aside)) return;
  move(aside, kept);
  log(`a restored database is in use; the former one is kept as ${replaced}`);
}

/** Returns the name under which the restored one is kept; undefined where there is no former one. */
export function putFormerBack(folder: string): string | undefined {
  const [current, aside] = [join(folder, 'data.sqlite'), join(folder, former)];
  if (!existsSync(aside)) return undefined;
  const name = freeName(folder, 'refused', Date.now());
  move(current, join(folder, name));
  move(aside, current);
  return name;
}

/** Whoever is killed in the middle of it goes on where it was left. */
function move(from: string, to: string): void {
  for (const ending of endings) if (existsSync(from + ending)) renameSync(from + ending, to + ending);
}

/** `replaced-20260730-101500.sqlite`, by the clock of UTC. */
function freeName(folder: string, what: string, time: number): string {
  const moment = new Date(time).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  for (let count = 1; ; count += 1) {
    const name = `${what}-${moment}${count === 1 ? '' : `-${count}`}.sqlite`;
    if (!existsSync(join(folder, name))) return name;
  }
}
