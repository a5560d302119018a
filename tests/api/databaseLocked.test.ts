import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applySchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { searchCondition } from '../../src/server/database/search/searchCondition.ts';
import { temporaryFolder } from '../support/databases.ts';

const folder = temporaryFolder();
const note = {
  name: 'note',
  columns: [{ name: 'title', type: 'text', nullable: true, default: null }],
  indexes: [],
  searchColumns: ['title'],
} as const;

const open = async (): Promise<{ database: Database; file: string }> => {
  const dataDir = folder();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await applySchema(database, [note], () => {});
  await add(database, 'first');
  return { database, file: join(dataDir, 'data.sqlite') };
};
const add = (database: Database, title: string): Promise<unknown> =>
  database.write(({ db, touch }) => {
    touch('note');
    return db.insertInto('note').values({ title }).execute();
  });
const count = async (database: Database): Promise<unknown> =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM note`.execute(database.read)).rows[0]!.n;
const search = async (database: Database, word: string): Promise<unknown[]> =>
  await database.read
    .selectFrom('note')
    .select('id')
    .where(searchCondition('sqlite', { table: 'note', columns: ['title'] }, word))
    .execute();

/** Another program takes the lock and keeps it until it is told. */
async function hold(file: string, begin: string): Promise<{ release(): Promise<unknown> }> {
  const script = fileURLToPath(new URL('../support/holdLock.ts', import.meta.url));
  const child = spawn(process.execPath, [script, file, begin], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return {
    release() {
      child.stdin.end();
      return ended;
    },
  };
}

it.each(['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE'])(
  'reads while another program holds %s, and writes after',
  async (begin) => {
    const { database, file } = await open();
    await search(database, 'first');
    const { release } = await hold(file, begin);
    const written = Promise.all([add(database, 'second'), add(database, 'third')]);
    for (let run = 0; run < 20; run += 1) {
      await nextTurn();
      expect(await count(database)).toBe(1);
    }
    expect(await search(database, 'fir')).toHaveLength(1);
    await release();
    await written;
    expect(await count(database)).toBe(3);
    expect(await search(database, 'third')).toHaveLength(1);
    await database.close();
  },
);

it('searches with what the index knows while another program holds the lock', async () => {
  const { database, file } = await open();
  await search(database, 'first');
  await add(database, 'second');
  const { release } = await hold(file, 'BEGIN IMMEDIATE');
  expect(await search(database, 'first')).toHaveLength(1);
  await release();
  expect(await search(database, 'second')).toHaveLength(1);
  await database.close();
});

it('says that it cannot write when another program keeps the lock, and writes again when it is free', async () => {
  const { database, file } = await open();
  const { release } = await hold(file, 'BEGIN IMMEDIATE');
  const refused = await Promise.allSettled([
    add(database, 'lost'),
    database.restructure(({ db }) => sql`CREATE TABLE other (id integer)`.execute(db)),
  ]);
  for (const result of refused)
    expect(result).toMatchObject({ reason: { key: 'database:unavailable', options: { status: 503 } } });
  expect(await count(database)).toBe(1);
  await release();
  await add(database, 'kept');
  expect(await count(database)).toBe(2);
  await database.close();
});
