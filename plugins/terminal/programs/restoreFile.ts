import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clearParts, dataFolder, readyFiles, refusal, tell } from './program.ts';
import { flush, verify, withFile } from './sqliteFile.ts';
import { tellCopy, type Asked } from './tellCopy.ts';

/** SQLite: a verified copy lies where the next start looks for one. */
export async function restoreFile(source: string): Promise<void> {
  const { database: file, note } = readyFiles;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  clearParts(folder);
  const part = join(folder, `${randomUUID()}.part`);
  const [name, kept] = [basename(source), 'replaced.sqlite'];
  try {
    copyFileSync(source, part, constants.COPYFILE_FICLONE);
    const tables = verify(part, (reason) => refusal('terminalServer:restore.damaged', { name, reason }));
    await withFile(part, (copy) => tellAs(copy, { file: name, kept }));
    flush(part);
    writeFileSync(note, JSON.stringify({ file: name }));
    renameSync(part, file);
    tell('terminalServer:restore.ready', { name, tables, kept });
  } finally {
    for (const ending of ['', '-journal']) rmSync(part + ending, { force: true });
  }
}

/** The present one is asked who does this, where there is one that can be read. */
async function tellAs(copy: Asked, restore: Parameters<typeof tellCopy>[2]): Promise<void> {
  const present = join(dataFolder, 'data.sqlite');
  if (!existsSync(present)) return tellCopy(copy, undefined, restore);
  return withFile(present, (asked) => tellCopy(copy, asked, restore), true);
}
