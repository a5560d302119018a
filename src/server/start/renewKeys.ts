import { sql } from 'kysely';
import { settingTable, type RawGroup } from '../settings/storedGroup.ts';
import { renewMails } from '../mail/renewMails.ts';
import type { Sealer } from '../shared/sealer.ts';
import { unsealTables } from '../database/appendOnly.ts';
import type { Database, Sql } from '../database/database.ts';
import { readState } from '../database/schema/schemaState.ts';

/** Rows in one transaction. */
const batch = 100;

/** A column whose values are encrypted; `about` is what they are bound to. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly about: string;
}

/**
 * Encrypts anew, some rows at a time, what an older key has encrypted: fields of all tables that the database has, of
 * plugins too that are not there, settings, and mails that wait or were given up. A row that somebody writes meanwhile stays as they wrote it. Begun again
 * after a kill it goes on with what is left. Tables may be changed afterwards whose rows are only ever added:
 * `sealTables` follows.
 */
export async function renewKeys(
  database: Database,
  { renew }: Pick<Sealer, 'renew'>,
  log: (message: string) => void,
): Promise<void> {
  const columns = await sealedColumns(database);
  if (columns.length > 0) await database.write(({ db }) => unsealTables(db, database.dialect));
  for (const each of columns) {
    const count = await renewColumn(database, each, renew);
    if (count > 0) log(`${each.table}.${each.column}: ${count} values are encrypted with the new key now`);
  }
  const count = await renewSettings(database, renew);
  if (count > 0) log(`settings: ${count} secrets are encrypted with the new key now`);
  const mails = await renewMails(database, renew);
  if (mails > 0) log(`mails: ${mails} that wait or were given up are encrypted with the new key now`);
}

async function sealedColumns({ read, dialect }: Database): Promise<SealedColumn[]> {
  const { tables } = await readState(read, dialect);
  return tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name: column, encoding }) =>
      encoding?.as === 'sealed' ? [{ table, column, about: encoding.about! }] : [],
    ),
  );
}

async function renewColumn(
  database: Database,
  { table, column, about }: SealedColumn,
  renew: Sealer['renew'],
): Promise<number> {
  const [from, value] = [sql.table(table), sql.ref(column)];
  let count = 0;
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number; sealed: string }>`SELECT id, ${value} AS sealed FROM ${from}
      WHERE id > ${last} AND ${value} IS NOT NULL ORDER BY id LIMIT ${sql.lit(batch)}`.execute(database.read);
    if (rows.length === 0) return count;
    last = Number(rows.at(-1)!.id);
    const renewed = rows.flatMap(({ id, sealed }) => {
      const fresh = renew(String(sealed), about);
      return fresh === undefined ? [] : [{ id, sealed, fresh }];
    });
    if (renewed.length === 0) continue;
    await database.write(async ({ db, touch }) => {
      for (const { id, sealed, fresh } of renewed)
        await sql`UPDATE ${from} SET ${value} = ${fresh} WHERE id = ${id} AND ${value} = ${sealed}`.execute(db);
      touch(table);
    });
    count += renewed.length;
  }
}

async function renewSettings(database: Database, renew: Sealer['renew']): Promise<number> {
  const groups = await sql<
    Pick<RawGroup, 'name' | 'value'>
  >`SELECT name, value FROM ${sql.table(settingTable)}`.execute(database.read);
  let count = 0;
  for (const { name, value } of groups.rows) {
    const fresh = Object.entries(JSON.parse(value) as Record<string, unknown>).map(([field, kept]) => {
      const renewed = typeof kept === 'string' ? renew(kept, `${name}.${field}`) : undefined;
      count += Number(renewed !== undefined);
      return [field, renewed ?? kept];
    });
    const text = JSON.stringify(Object.fromEntries(fresh));
    if (text === value) continue;
    await database.write(async ({ db, touch }) => {
      await writeGroup(db, name, value, text);
      touch(settingTable);
    });
  }
  return count;
}

const writeGroup = (db: Sql, name: string, before: string, after: string): Promise<unknown> =>
  sql`UPDATE ${sql.table(settingTable)} SET value = ${after} WHERE name = ${name} AND value = ${before}`.execute(db);
