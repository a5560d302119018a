import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backupFolder, main, refusal } from './program.ts';
import { restoreDump } from './restoreDump.ts';
import { restoreFile } from './restoreFile.ts';

// Lays a backup ready, verified: the next start lets it take the place of the database, which is kept.
await main(async () => {
  const url = process.env['DATABASE_URL']?.trim();
  const name = process.argv[2] ?? '';
  const source = join(backupFolder, basename(name));
  const isBackup = (url ? /^[\w-]+\.dump$/ : /^[\w-]+\.db$/).test(name);
  if (!isBackup || !existsSync(source)) throw refusal('terminalServer:restore.unknown', { name });
  await (url ? restoreDump(url, source) : restoreFile(source));
});
