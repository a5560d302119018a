import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks whether another one has ended. */
const pace = 200;

/** Does the work while nobody else does who takes the same file: those who come meanwhile wait. Whoever is killed lets go. */
export async function runExclusive<T>(file: string, waits: () => void, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    if (!isTaken(lock)) waits();
    while (!lock.isTransaction) if (!isTaken(lock)) await wait(pace);
    return await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
}
