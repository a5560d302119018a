import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openPostgres } from '../../src/server/database/openPostgres.ts';
import { loadMessages } from '../../src/server/shared/messages.ts';
import { endTrial, RestoredRefused } from '../../src/server/start/endTrial.ts';
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
      for (const ending of ['', '_former', '_replaced', '_replaced_2', '_refused'])
        await dropDatabases(cluster, [database + ending]).catch(() => {});
  });

  it('takes what was restored at the next start, and keeps what was there once that has come to its end', async () => {
    await make(name, 'now');
    await make(`${name}_restored`, 'before');
    await make(`${name}_replaced`, 'long ago');
    // Until then each start finds it on trial.
    for (const isOpen of [true, true]) {
      const opened = await open();
      expect(await opened.trial?.isOpen()).toBe(isOpen);
      await opened.close();
    }
    const opened = await open();
    await opened.trial!.confirm();
    expect(await opened.trial!.isOpen()).toBe(false);
    await opened.close();
    expect(logged).toEqual([
      'a restored database takes the place of the present one',
      `the database that was kept as ${name}_replaced is now ${name}_replaced_2; remove it once nobody needs it`,
      `a restored database is in use; the former one is kept as ${name}_replaced`,
    ]);
    expect(await whoIs(`${name}_replaced`)).toBe('now');
    expect(await whoIs(`${name}_replaced_2`)).toBe('long ago');
    expect(await whoIs()).toBe('before');
    expect(logged).toHaveLength(3);
  });

  it('puts the former one back, whoever is connected, and only once', async () => {
    await make(name, 'now');
    await make(`${name}_restored`, 'before');
    const [opened, other] = [await open(), await open()];
    expect(await opened.trial!.putBack()).toBe(`${name}_refused`);
    // The start of the other one, which has lost its connection, begins anew.
    const error = new Error('terminated');
    const parts = { messages: loadMessages('/nowhere'), log: pino({ level: 'silent' }), isAssembled: false };
    expect(await endTrial(other, error, parts)).toEqual(new RestoredRefused(''));
    expect(await whoIs()).toBe('now');
    expect(await whoIs(`${name}_refused`)).toBe('before');
  });

  it('puts the former one back where the restored one cannot even be opened', async () => {
    await make(name, 'now');
    await createDatabase(cluster, `${name}_restored`);
    const client = new pg.Client({ connectionString: `${cluster}/${name}_restored` });
    await client.connect();
    // The table of the change counters cannot be made beside it.
    await client.query("CREATE TYPE table_change AS ENUM ('other')");
    await client.end();
    await expect(open()).rejects.toThrow();
    expect(logged.at(-1)).toContain(`can't be used and is kept as ${name}_refused`);
    expect(await whoIs()).toBe('now');
  });

  it('takes it once whoever has just left is gone', async () => {
    await make(name, 'now');
    await make(`${name}_restored`, 'before');
    const last = new pg.Client({ connectionString: `${cluster}/${name}` });
    await last.connect();
    // It leaves while the start waits for it.
    const leaving = sleep(300).then(() => last.end());
    expect(await whoIs()).toBe('before');
    await leaving;
  });

  it('takes none that was prepared more than a day ago', async () => {
    await make(name, 'now');
    await make(`${name}_restored`, 'before');
    const prepared = (hours: number) =>
      sql`COMMENT ON DATABASE ${sql.ref(`${name}_restored`)} IS ${sql.lit(
        JSON.stringify({ time: Math.floor(Date.now() / 1000) - hours * 3600 }),
      )}`;
    const opened = await open(`${name}_restored`);
    await prepared(25).execute(opened.read);
    expect(await whoIs()).toBe('now');
    expect(logged).toEqual([expect.stringContaining('was not taken: more than 24 hours ago')]);
    await prepared(23).execute(opened.read);
    await opened.close();
    expect(await whoIs()).toBe('before');
  });

  it('changes nothing while another instance is connected, and says so', async () => {
    await make(name, 'now');
    const other = await open();
    await make(`${name}_restored`, 'before');
    await sql`SELECT 1`.execute(other.read);
    expect(await whoIs()).toBe('now');
    expect(logged).toEqual([expect.stringContaining('lies ready and was not taken: somebody is connected to')]);
    await other.close();
    expect(await whoIs()).toBe('before');
  });
});
