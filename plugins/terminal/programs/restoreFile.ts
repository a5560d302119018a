import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clearParts, dataFolder, tell } from './program.ts';
import { flush, verify } from './sqliteFile.ts';

/** SQLite: a verified copy lies where the next start looks for one. */
export function restoreFile(source: string): void {
  const folder = join(dataFolder, 'restore');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  clearParts(folder);
  const [file, part] = [join(folder, 'data.sqlite'), join(folder, `${randomUUID()}.part`)];
  try {
    copyFileSync(source, part, constants.COPYFILE_FICLONE);
    const tables = verify(part);
    flush(part);
    renameSync(part, file);
    tell('terminalServer:restore.ready', { name: basename(source), tables, kept: 'replaced.sqlite' });
  } finally {
    rmSync(part, { force: true });
  }
}
