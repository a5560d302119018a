import { basename } from 'node:path';
import { lockOrRefuse } from './lock.ts';
import { connection, query, quotedName, quotedText, run } from './postgres.ts';
import { assertOurs, refusal, restoreLock, tell } from './program.ts';
import { tellCopy, type Asked } from './tellCopy.ts';

/** Bytes that PostgreSQL keeps of a name. */
const longestName = 63;

/** PostgreSQL: a database of its own beside the present one, verified; the next start lets both change their names. */
export async function restoreDump(url: string, source: string): Promise<void> {
  const place = connection(url);
  const name = place['PGDATABASE'] ?? '';
  const [ready, part] = [`${name}_restored`, `${name}_restoring`];
  const [file, kept] = [basename(source), `${name}_replaced`];
  if (Buffer.byteLength(`${name}_replaced_99`) > longestName)
    throw refusal('terminalServer:restore.longName', { name });
  await assertMayCreate(place, name, file);
  // Both would use the same name.
  const lock = lockOrRefuse(restoreLock, 'terminalServer:restore.running');
  const drop = (database: string): string => `DROP DATABASE IF EXISTS ${quotedName(database)}`;
  try {
    await query(place, name, drop(part), await creation(place, name, part));
    await run('pg_restore', ['--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${part}`, source], place);
    const tables = await tablesOf(place, part);
    const asked = (database: string): Asked => ({ dialect: 'postgres', ask: (text) => query(place, database, text) });
    await tellCopy(asked(part), asked(name), { file, kept });
    const note = JSON.stringify({ file, time: Math.floor(Date.now() / 1000) });
    await query(
      place,
      name,
      `COMMENT ON DATABASE ${quotedName(part)} IS ${quotedText(note)}`,
      drop(ready),
      `ALTER DATABASE ${quotedName(part)} RENAME TO ${quotedName(ready)}`,
    );
    tell('terminalServer:restore.ready', { name: file, tables, kept });
  } finally {
    await query(place, name, drop(part));
    lock.close();
  }
}

type Place = Readonly<Record<string, string>>;

/** A role that may not create databases, or to which this one does not belong, cannot change their names either. */
async function assertMayCreate(place: Place, name: string, file: string): Promise<void> {
  const answer = await query(
    place,
    name,
    `SELECT rolsuper OR (rolcreatedb AND pg_has_role(datdba, 'MEMBER')), rolname
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  const [may, role] = answer.split('|');
  if (may !== 't') throw refusal('terminalServer:restore.role', { role, name, file });
}

/** With the character set and the order of the present one. */
async function creation(place: Place, name: string, made: string): Promise<string> {
  const locales = await query(
    place,
    name,
    `SELECT format('ENCODING %L LC_COLLATE %L LC_CTYPE %L', pg_encoding_to_char(encoding), datcollate, datctype)
     FROM pg_database WHERE datname = ${quotedText(name)}`,
  );
  return `CREATE DATABASE ${quotedName(made)} TEMPLATE template0 ${locales}`;
}

async function tablesOf(place: Place, database: string): Promise<number> {
  const names = await query(place, database, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
  const tables = new Set(names.split('\n'));
  assertOurs(tables);
  return tables.size;
}
