import { isBackupName } from './backupNames.ts';
import type { TerminalParts } from './parts.ts';

/** Whether this instance keeps its data in PostgreSQL. */
export const isPostgres = (): boolean => (process.env['DATABASE_URL']?.trim() ?? '') !== '';

/** Backups that can be restored here, the latest first. */
export async function backupsOf({ host }: TerminalParts): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of host.storage.list({ prefix: 'backups/' })) {
    const name = key.slice('backups/'.length);
    if (isBackupName(name, isPostgres())) names.push(name);
  }
  return names.toReversed();
}
