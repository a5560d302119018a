import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { assertOurs, refusal } from './program.ts';
import type { Asked } from './tellCopy.ts';

/** Looks through all of the database and makes one file of it; returns how many tables it has. Throws when it is damaged or foreign. */
export function verify(file: string): number {
  const database = new DatabaseSync(file);
  try {
    // Beside a file in this mode there is no second one that could be missing later.
    database.exec('PRAGMA journal_mode=DELETE');
    const { integrity_check: state } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    if (state !== 'ok') throw refusal('terminalServer:backup.damaged', { reason: state });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const names = new Set(tables.map(({ name }) => name));
    assertOurs(names);
    return names.size;
  } finally {
    database.close();
  }
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
