import { readFileSync, statSync } from 'node:fs';
import { connection, query } from '../programs/postgres.ts';
import { readyFiles } from '../programs/program.ts';
import type { ReadyDatabase } from '../shared/protocol.ts';
import { isPostgres } from './backups.ts';
import { findProgram, projectFolder } from './environment.ts';

/** The restored database that lies ready for the next start, if there is one. */
export async function readyDatabase(): Promise<ReadyDatabase | undefined> {
  if (!isPostgres()) {
    const stat = statSync(readyFiles.database, { throwIfNoEntry: false });
    const note = (): string => readFileSync(readyFiles.note, 'utf8');
    return stat && { ...readNote(note, 'restore/data.sqlite'), time: Math.floor(stat.mtimeMs / 1000) };
  }
  // Without it nothing was laid ready from here.
  if (findProgram('psql', projectFolder, process.env) === undefined) return undefined;
  const place = connection(process.env['DATABASE_URL'] ?? '');
  const name = place['PGDATABASE'] ?? '';
  const row = await query(
    place,
    name,
    `SELECT '+' || coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database
     WHERE datname::text = current_database() || '_restored'`,
  ).catch(() => '');
  return row === '' ? undefined : readNote(() => row.slice(1), `${name}_restored`);
}

/** What `restore` has noted with it; what somebody has laid there by hand has the name of its place. */
function readNote(read: () => string, place: string): ReadyDatabase {
  try {
    const { file, time } = JSON.parse(read()) as Partial<ReadyDatabase>;
    return { file: file ?? place, time: typeof time === 'number' ? time : null };
  } catch {
    return { file: place, time: null };
  }
}
