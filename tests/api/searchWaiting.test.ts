import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applySchema } from '../../src/server/database/applySchema.ts';
import type { Database, Sql } from '../../src/server/database/database.ts';
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

/** Adds rows; gives those that the index does not have then. */
const add = (database: Database, ...titles: string[]): Promise<unknown[]> =>
  database.write(async ({ db, touch }) => {
    touch('note');
    await db
      .insertInto('note')
      .values(titles.map((title) => ({ title })))
      .execute();
    return waitingIn(db);
  });
const search = async (database: Database, word: string): Promise<unknown[]> =>
  (
    await database.read
      .selectFrom('note')
      .select('id')
      .where(searchCondition('sqlite', { table: 'note', columns: ['title'] }, word))
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
const waitingIn = async (db: Sql): Promise<unknown[]> =>
  (await sql<{ id: number }>`SELECT id FROM search_waiting`.execute(db)).rows.map(({ id }) => id);
const waiting = (database: Database): Promise<unknown[]> => waitingIn(database.read);

it('brings the index up to changed rows soon, and at once when somebody searches', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await applySchema(database, [note], () => {});
  expect(await add(database, 'one', 'two')).toEqual([1, 2]);
  expect(await search(database, 'tw')).toEqual([2]);
  expect(await waiting(database)).toEqual([]);
  await add(database, 'three');
  await expect.poll(() => waiting(database)).toEqual([]);
  expect(await search(database, 'thr')).toEqual([3]);
  await database.close();
});

it('finds what was written while searches and changes go on side by side', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await applySchema(database, [note], () => {});
  const found = await Promise.all(
    Array.from({ length: 50 }, async (_, place) => {
      await sleep(place % 7);
      await add(database, `word${place} `);
      return (await search(database, `word${place} `)).length;
    }),
  );
  expect(found).toEqual(Array.from({ length: 50 }, () => 1));
  await database.close();
});

it('finds after a restart what was changed and deleted just before it', async () => {
  const place = { dataDir: folder(), databaseUrl: undefined };
  const before = await openDatabase(place);
  await applySchema(before, [note], () => {});
  await add(before, 'one', 'two', 'three');
  expect(await search(before, 'o')).toEqual([1, 2]);
  await before.write(({ db }) => db.updateTable('note').set({ title: 'other' }).where('id', '=', 1).execute());
  await before.write(({ db }) => db.deleteFrom('note').where('id', '=', 2).execute());
  await before.close();
  const after = await openDatabase(place);
  expect([await search(after, 'one'), await search(after, 'oth'), await search(after, 'tw')]).toEqual([[], [1], []]);
  await after.close();
});

it('takes very many rows in portions, and forgets those of tables that are not searched any more', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await applySchema(database, [note], () => {});
  await database.write(async ({ db }) => {
    await sql`INSERT INTO note (title)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3500) SELECT 'row ' || i FROM n`.execute(
      db,
    );
    await sql`INSERT INTO search_waiting VALUES ('gone', 1)`.execute(db);
  });
  // Other writes come between the portions: some of them see a part of the rows waiting still.
  let isFound = false;
  const found = search(database, 'row 3499').finally(() => (isFound = true));
  const left: number[] = [];
  while (!isFound)
    left.push(
      await database.write(async ({ db }) => {
        const { rows } = await sql`SELECT id FROM search_waiting WHERE table_name = 'note'`.execute(db);
        return rows.length;
      }),
    );
  expect(left.filter((count) => count > 0 && count < 3500)).not.toEqual([]);
  expect(await found).toEqual([3499]);
  await add(database, 'row 9999');
  expect(await search(database, 'row 9999')).toEqual([3501]);
  expect(await waiting(database)).toEqual([]);
  await database.close();
});

it('goes on searching with what it knows where there is no room to write', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await applySchema(database, [note], () => {});
  await add(database, 'one');
  expect(await search(database, 'one')).toEqual([1]);
  await database.write(async ({ db, touch }) => {
    touch('note');
    await db
      .insertInto('note')
      .values(Array.from({ length: 400 }, (_, place) => ({ title: `${place} of many ${randomUUID()}` })))
      .execute();
    const {
      rows: [pages],
    } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
    await sql.raw(`PRAGMA max_page_count = ${pages!.page_count}`).execute(db);
  });
  await expect(add(database, ...Array.from({ length: 400 }, () => randomUUID()))).rejects.toThrow('unavailable');
  expect(await search(database, 'one')).toEqual([1]);
  await database.close();
});

it('renews the triggers of an older program, which wrote into the index themselves', async () => {
  const place = { dataDir: folder(), databaseUrl: undefined };
  const old = await openDatabase(place);
  await applySchema(old, [note], () => {});
  await old.write(async ({ db }) => {
    await sql`DROP TRIGGER search_note_insert`.execute(db);
    await sql`CREATE TRIGGER search_note_insert AFTER INSERT ON note
      BEGIN INSERT INTO search_note (rowid, title) VALUES (new.id, search_pairs(new.title)); END`.execute(db);
    await db.updateTable('schema_state').set({ value: '1' }).where('name', '=', 'format').execute();
  });
  await add(old, 'before');
  await old.close();
  const database = await openDatabase(place);
  await applySchema(database, [note], () => {});
  expect(await add(database, 'after')).toEqual([2]);
  expect([await search(database, 'before'), await search(database, 'after')]).toEqual([[1], [2]]);
  await database.close();
});

it('writes nothing of the index anew for rows that are deleted, and finds them no more', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await applySchema(database, [note], () => {});
  for (let group = 0; group < 5; group += 1)
    await add(database, ...Array.from({ length: 100 }, (_, at) => `word${group} number${at} ${'x'.repeat(at)}`));
  expect(await search(database, 'word')).toHaveLength(500);
  // What is not the state of all of it.
  const pages = async (): Promise<unknown[]> =>
    (await sql<{ id: number }>`SELECT id FROM search_note_data WHERE id > 10 ORDER BY id`.execute(database.read)).rows;
  const before = await pages();
  expect(before.length).toBeGreaterThan(0);
  await database.write(async ({ db, touch }) => {
    touch('note');
    await sql`DELETE FROM note WHERE id > 50`.execute(db);
  });
  expect(await search(database, 'word')).toHaveLength(50);
  expect(await pages()).toEqual(expect.arrayContaining(before));
  await database.close();
});
