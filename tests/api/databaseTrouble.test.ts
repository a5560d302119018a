import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { temporaryFolder } from '../support/databases.ts';
import { startPostgres, type RunningPostgres } from '../support/postgres.ts';

const folder = temporaryFolder();
const servers: RunningPostgres[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));
const unavailable = { key: 'database:unavailable', options: { status: 503 } };

const makeNote = (database: Database): Promise<unknown> =>
  database.restructure(({ db }) => sql`CREATE TABLE note (body text NOT NULL)`.execute(db));
const add = (database: Database): Promise<unknown> =>
  database.write(({ db }) =>
    db
      .insertInto('note')
      .values({ body: 'x'.repeat(10_000) })
      .execute(),
  );
const count = async (database: Database): Promise<unknown> =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM note`.execute(database.read)).rows[0]?.n;

it('says so when SQLite has no room, keeps what it acknowledged, and goes on when there is room again', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await makeNote(database);
  const limitPages = (pages: number): Promise<unknown> =>
    database.write(({ db }) => sql`PRAGMA max_page_count = ${sql.lit(pages)}`.execute(db));
  await limitPages(60);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => add(database)));
  const failed = results.filter((result) => result.status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  for (const { reason } of failed) expect(reason).toMatchObject(unavailable);
  expect(await count(database)).toBe(results.length - failed.length);
  await limitPages(100_000);
  await add(database);
  expect(await count(database)).toBe(results.length - failed.length + 1);
  await database.close();
});

it('says so while PostgreSQL is away, and goes on by itself when it is back', async () => {
  const server = await startPostgres();
  servers.push(server);
  const database = await openDatabase({ dataDir: folder(), databaseUrl: `${server.url}/postgres` });
  await makeNote(database);
  await Promise.all(Array.from({ length: 8 }, () => add(database)));
  const cut = add(database).then(() => database.write(({ db }) => sql`SELECT pg_sleep(20)`.execute(db)));
  const cutOff = expect(cut).rejects.toMatchObject(unavailable);
  const sleeping = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
  await expect.poll(async () => (await sleeping.execute(database.read)).rows.length).toBe(1);
  await server.restart(async () => {
    await expect(add(database)).rejects.toMatchObject(unavailable);
    await expect(count(database)).rejects.toMatchObject(unavailable);
  });
  await cutOff;
  await add(database);
  expect(await count(database)).toBe(10);
  await database.close();
});

it('runs a job of PostgreSQL again that met a deadlock', async () => {
  const server = await startPostgres();
  servers.push(server);
  const database = await openDatabase({ dataDir: folder(), databaseUrl: `${server.url}/postgres` });
  await database.restructure(({ db }) =>
    sql`CREATE TABLE pair AS SELECT id, 0 AS n FROM generate_series(1, 2) AS id`.execute(db),
  );
  const both = (first: number, second: number): Promise<void> =>
    database.write(async ({ db }) => {
      for (const id of [first, second]) {
        await sql`UPDATE pair SET n = n + 1 WHERE id = ${id}`.execute(db);
        await sql`SELECT pg_sleep(0.05)`.execute(db);
      }
    });
  await Promise.all([both(1, 2), both(2, 1), both(1, 2), both(2, 1)]);
  expect((await sql`SELECT n FROM pair`.execute(database.read)).rows).toEqual([{ n: 4 }, { n: 4 }]);
  await database.close();
});
