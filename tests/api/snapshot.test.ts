import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withinBudget } from '../../src/server/database/bounded/withinBudget.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { mostSnapshots } from '../../src/server/database/snapshot.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((name, _open, place) => {
  const open = async (): Promise<Database> => {
    const database = await openDatabase(await place());
    await database.write(async ({ db }) => {
      await sql`CREATE TABLE thing (id integer PRIMARY KEY, name text NOT NULL)`.execute(db);
      await sql`INSERT INTO thing SELECT n, 'thing ' || n FROM (WITH RECURSIVE numbers(n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000) SELECT n FROM numbers) AS n`.execute(db);
    });
    return database;
  };
  const things = (database: Database, from = 0) =>
    sql<{ id: number }>`SELECT id, name FROM thing WHERE id > ${from} ORDER BY id DESC`.compile(database.read);
  const endless = (database: Database) =>
    sql<{ n: number }>`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000000)
      SELECT max(n) AS n FROM numbers ${sql.join([sql`WHERE 1 = 1`, ...withinBudget(name, 'numbers.n')], sql` AND `)}`.compile(
      database.read,
    );

  it('reads all rows in their order, some at a time, as they were when it was opened', async () => {
    const database = await open();
    const snapshot = await database.snapshot('ann');
    const pages = snapshot.pages(things(database, 10), 100);
    const first = await pages.next();
    await database.write(({ db }) => sql`UPDATE thing SET id = id + 10000 WHERE id < 500`.execute(db));
    const ids = (first.value ?? []).map(({ id }) => id);
    const sizes = [ids.length];
    for await (const page of pages) {
      sizes.push(page.length);
      ids.push(...page.map(({ id }) => id));
      const [{ n }] = (await snapshot.read(
        sql<{ n: number }>`SELECT count(*) AS n FROM thing WHERE id > 5000`.compile(database.read),
      )) as [{ n: number }];
      expect(n).toBe(0);
    }
    expect(sizes).toEqual([...Array.from({ length: 9 }, () => 100), 90]);
    expect(ids).toEqual(Array.from({ length: 990 }, (_, at) => 1000 - at));
    await snapshot.close();
    await database.close();
  });

  it('makes pages of few rows where these are large', async () => {
    const database = await open();
    const snapshot = await database.snapshot('ann');
    const large = sql<{ text: string }>`SELECT ${'x'.repeat(100_000)} AS text FROM thing WHERE id <= 30`;
    const sizes: number[] = [];
    for await (const page of snapshot.pages(large.compile(database.read), 10)) sizes.push(page.length);
    // PostgreSQL counts rows only.
    expect(Math.max(...sizes)).toBe(name === 'sqlite' ? 3 : 10);
    expect(sizes.reduce((sum, each) => sum + each)).toBe(30);
    await snapshot.close();
    await database.close();
  });

  it('ends what runs when it is closed', async () => {
    const database = await open();
    const snapshot = await database.snapshot('ann');
    const running = snapshot.pages(endless(database), 100).next();
    const refused = expect(running).rejects.toThrow();
    if (name === 'postgres')
      await expect
        .poll(async () => {
          const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
            WHERE query LIKE 'FETCH%' AND state = 'active' AND datname = current_database()`.execute(database.read);
          return Number(rows[0]!.n);
        })
        .toBe(1);
    await snapshot.close();
    await refused;
    await database.close();
  });

  it('has as many open as it may, and room again when one is closed; closing the database closes them', async () => {
    const database = await open();
    const all = await Promise.all(Array.from({ length: mostSnapshots }, (_, at) => database.snapshot(`${at % 2}`)));
    await expect(database.snapshot('eve')).rejects.toMatchObject({ key: 'database:crowded' });
    await all[0]!.close();
    await all[0]!.close();
    // Room for the first again, and no more for the second.
    await expect(database.snapshot('1')).rejects.toMatchObject({ key: 'database:crowded' });
    const next = await database.snapshot('0');
    await expect(database.snapshot('eve')).rejects.toMatchObject({ key: 'database:crowded' });
    const pages = next.pages(things(database), 10);
    await pages.next();
    await database.close();
    await expect(pages.next()).rejects.toThrow();
  });

  it('says that a query is wrong, and can go on', async () => {
    const database = await open();
    const snapshot = await database.snapshot('ann');
    await expect(snapshot.read(sql`SELECT nothing FROM thing`.compile(database.read))).rejects.toThrow(/nothing/);
    await snapshot.close();
    await database.close();
  });
});
