import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isBackupName } from '../server/backupNames.ts';
import { backupFolder, main, refusal } from './program.ts';
import { restoreDump } from './restoreDump.ts';
import { restoreFile } from './restoreFile.ts';

// Lays a backup ready, verified: the next start lets it take the place of the database, which is kept.
await main(async () => {
  const url = process.env['DATABASE_URL']?.trim();
  const name = process.argv[2] ?? '';
  const source = join(backupFolder, basename(name));
  // Neither a folder nor what a link leads to.
  const isBackup =
    isBackupName(name, url !== undefined && url !== '') && lstatSync(source, { throwIfNoEntry: false })?.isFile();
  if (!isBackup) throw refusal('terminalServer:restore.unknown', { name });
  await (url ? restoreDump(url, source) : restoreFile(source));
});
