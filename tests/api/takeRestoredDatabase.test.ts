import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openPostgres } from '../../src/server/database/openPostgres.ts';
import { createDatabase, dropDatabases } from '../support/clusterDatabases.ts';
import { testedDatabases } from '../support/databases.ts';

const cluster = inject('postgresUrl');
const made = new Set<string>();
let name = '';
let logged: string[] = [];
const open = (database = name) => openPostgres(`${cluster}/${database}`, (message) => logged.push(message));

/** A database that says so when it is asked who it is. */
async function make(database: string, says = database): Promise<void> {
  await createDatabase(cluster, database);
  made.add(database);
  const opened = await open(database);
  await sql`CREATE TABLE who AS SELECT ${sql.lit(says)}::text AS name`.execute(opened.read);
  await opened.close();
}
async function whoIs(database = name): Promise<string> {
  const opened = await open(database);
  const { rows } = await sql<{ name: string }>`SELECT name FROM who`.execute(opened.read);
  await opened.close();
  return rows[0]!.name;
}

describe.runIf(testedDatabases.includes('postgres'))('a database that was restored', () => {
  beforeEach(() => {
    name = `restored-${randomUUID()}`;
    logged = [];
  });
  afterAll(async () => {
    for (const database of made)
      for (const each of [database, `${database}_replaced`]) await dropDatabases(cluster, [each]).catch(() => {});
  });

  it('takes what was restored at the next start, and keeps what was there, and only the last of those', async () => {
    await make(name, 'now');
    await make(`${name}_restored`, 'before');
    await make(`${name}_replaced`, 'long ago');
    expect(await whoIs()).toBe('before');
    expect(logged).toEqual([`a restored database is in use; the former one is kept as ${name}_replaced`]);
    expect(await whoIs(`${name}_replaced`)).toBe('now');
    expect(await whoIs()).toBe('before');
    expect(logged).toHaveLength(1);
  });

  it('changes nothing while another instance is connected, and says so', async () => {
    await make(name, 'now');
    const other = await open();
    await make(`${name}_restored`, 'before');
    await make(`${name}_replaced`, 'long ago');
    await sql`SELECT 1`.execute(other.read);
    expect(await whoIs()).toBe('now');
    expect(logged).toEqual([expect.stringContaining('lies ready and was not taken: somebody is connected to')]);
    expect(await whoIs(`${name}_replaced`)).toBe('long ago');
    await other.close();
    expect(await whoIs()).toBe('before');
  });
});
