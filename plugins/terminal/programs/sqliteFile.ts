import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { assertOurs } from './program.ts';
import type { Asked } from './tellCopy.ts';

/**
 * Looks through all of the database and makes one file of it; returns how many tables it has. Throws when it is foreign, or what
 * `damaged` makes of the reason.
 */
export function verify(file: string, damaged: (reason: string) => Error): number {
  const database = new DatabaseSync(file);
  try {
    const names = tablesOf(database, damaged);
    assertOurs(names);
    return names.size;
  } finally {
    database.close();
  }
}

function tablesOf(database: DatabaseSync, damaged: (reason: string) => Error): ReadonlySet<string> {
  let state: string;
  try {
    // Beside a file in this mode there is no second one that could be missing later.
    database.exec('PRAGMA journal_mode=DELETE');
    ({ integrity_check: state } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string });
    if (state === 'ok') {
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      return new Set(tables.map(({ name }) => String(name)));
    }
  } catch (error) {
    // SQLite does not get far enough to say where.
    state = (error as Error).message;
  }
  // Its first line only names the database.
  throw damaged(state.slice(state.lastIndexOf('\n') + 1));
}

/** Until it is on the disk. */
export function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Does the job with the file open. */
export async function withFile<T>(file: string, job: (asked: Asked) => Promise<T>, readOnly = false): Promise<T> {
  const database = new DatabaseSync(file, { readOnly, timeout: 10_000 });
  const ask = async (statement: string): Promise<string> =>
    (database.prepare(statement).all() as Record<string, unknown>[])
      .map((row) => String(Object.values(row)[0] ?? ''))
      .join('\n');
  try {
    return await job({ dialect: 'sqlite', ask });
  } finally {
    database.close();
  }
}
