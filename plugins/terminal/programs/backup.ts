import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { backupFolder, clearParts, dataFolder, main, moment, refusal, say, sizeText, tell } from './program.ts';
import { assertNotOlder, connection, run } from './postgres.ts';
import { flush, verify } from './sqliteFile.ts';

// A copy of the whole database in the storage of the plugin, while the server goes on. It has its name only once it was verified.
const url = process.env['DATABASE_URL']?.trim();
await main(async () => {
  mkdirSync(backupFolder, { recursive: true, mode: 0o700 });
  clearParts(backupFolder);
  const part = join(backupFolder, `${randomUUID()}.part`);
  try {
    const what = url ? await dump(url, part) : await copy(part);
    flush(part);
    const name = await ownName(url ? 'dump' : 'db');
    const file = join(backupFolder, name);
    renameSync(part, file);
    tell('terminalServer:backup.done', { name, size: sizeText(statSync(file).size), what });
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(part + ending, { force: true });
  }
});

/** That of this second, reserved, or of the next one that has no backup yet. */
async function ownName(ending: string): Promise<string> {
  for (;;) {
    const name = `${moment()}.${ending}`;
    try {
      closeSync(openSync(join(backupFolder, name), 'wx', 0o600));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await wait(100);
    }
  }
}

async function copy(part: string): Promise<string> {
  const source = join(dataFolder, 'data.sqlite');
  if (!existsSync(source)) throw refusal('terminalServer:backup.nothing');
  const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  try {
    await backup(database, part);
  } finally {
    database.close();
  }
  const tables = verify(part, (reason) => refusal('terminalServer:backup.damaged', { reason }));
  return say('terminalServer:backup.tables', { tables });
}

/** `pg_restore --list` reads the dump as a restore would, and fails where it is no whole one. */
async function dump(address: string, part: string): Promise<string> {
  await assertNotOlder('pg_dump', connection(address));
  await run('pg_dump', ['--format=custom', `--file=${part}`], connection(address));
  await run('pg_restore', ['--list', part], {});
  return 'pg_restore --list';
}
