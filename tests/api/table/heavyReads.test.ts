import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import type { Database } from '../../../src/server/database/database.ts';
import { keyColumn } from '../../../src/server/database/pinyin/names.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const place = table('heavy_place', { name: f.text(), kind: f.text({ index: false }) });
const wide = table('heavy_wide', Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`text_${at}`, f.text()])));
const branch = table('heavy_branch', { name: f.text() });
const resources = [
  place.resource({ path: 'test/place' }),
  wide.resource({ path: 'test/wide' }),
  branch.resource({ path: 'test/branch', traits: { tree: true } }),
];
const rows = 150_000;

/** Columns for these texts, and the keys that they are sorted by: small Latin letters and faces are their own. */
const withKeys = (names: readonly string[]) =>
  sql.join([...names, ...names.map(keyColumn)].map((name) => sql.ref(name)));

/** Numbers from 1, as a table. */
const numbers = (dialect: Database['dialect'], last: number) =>
  dialect === 'sqlite'
    ? sql`(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(last)}) SELECT n FROM numbers)`
    : sql`(SELECT n FROM generate_series(1, ${sql.lit(last)}) AS n)`;

eachDatabase((name, open) => {
  let fixture: TestGate;
  const people = ['ann', 'ben', 'cid', 'dan', 'ed', 'fay', 'gus', 'hal'].map((username, at) =>
    administrator('all', { id: at + 10, username }),
  );
  const eve = administrator('all', { id: 7, username: 'eve' });
  const list = (caller = eve, query = {}, table = 'heavy_place') =>
    fixture.gate.index(caller, fixture.model(table), query);
  const like = (val: string) => ({ search: [{ field: 'kind', operator: 'LIKE', val }] });

  beforeAll(async () => {
    fixture = await openGate(await open(), resources);
    const texts = Array.from({ length: 8 }, (_, at) => `text_${at}`);
    const face = '👩'.repeat(255);
    const faces = (count: number) => sql.join(Array.from({ length: count }, () => sql`${sql.lit(face)}`));
    // With the keys, as the gate writes rows: the database would need ten seconds to find them out.
    await fixture.database.write(async ({ db }) => {
      await sql`INSERT INTO heavy_place (${withKeys(['name', 'kind'])}, version)
        SELECT 'place ' || n % 1000, 'kind ' || n, 'place ' || n % 1000, 'kind ' || n, 1
        FROM ${numbers(name, rows)} AS numbers`.execute(db);
      await sql`INSERT INTO heavy_wide (${withKeys(texts)}, version)
        SELECT ${faces(16)}, 1 FROM ${numbers(name, 1000)} AS numbers`.execute(db);
      await sql`INSERT INTO heavy_branch (${withKeys(['name'])}, version)
        SELECT ${faces(2)}, 1 FROM ${numbers(name, 6000)} AS numbers`.execute(db);
    });
  });

  it('answers others while people look through all rows', async () => {
    const ended: string[] = [];
    const heavy = people.map(async (caller, at) => {
      const { list: found, total } = await list(caller, like(`${at}9999`));
      ended.push(caller.username);
      return [found.length, total];
    });
    // Few, so that they end early on any machine; where they waited for who looks through all rows, they would be the last.
    for (let id = 1; id <= 5; id += 1)
      expect(await fixture.gate.read(eve, fixture.model('heavy_place'), id)).toMatchObject({ id });
    ended.push(eve.username);
    for (const [found, total] of await Promise.all(heavy))
      expect([found, total]).toEqual([Math.min(total as number, 10), total]);
    expect(ended.indexOf('eve')).toBeLessThan(people.length);
  });

  it('finds and sorts the same beside the others as at once', async () => {
    expect(await list(eve, like('kind 1234'))).toMatchObject({ total: 111 });
    const { list: found } = await list(eve, { ...like('kind 1234'), order: 'kind,desc', limit: 3 });
    expect(found.map((row) => row['kind'])).toEqual(['kind 123499', 'kind 123498', 'kind 123497']);
    const last = await list(eve, { order: 'kind,asc', page: rows / 10 });
    expect(last.list.at(-1)).toMatchObject({ kind: 'kind 99999' });
  });

  it('counts a row that was added just before', async () => {
    const before = (await list(eve, like('kind'))).total!;
    const { id } = await fixture.gate.add(eve, fixture.model('heavy_place'), {
      name: 'new',
      kind: 'a kind of its own',
    });
    expect(await list(eve, like('kind'))).toMatchObject({
      total: before + 1,
      list: [{ id }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(
      await fixture.gate.figure(eve, fixture.model('heavy_place'), { where: { kind: { contains: 'kind' } } as never }),
    ).toBe(before + 1);
  });

  it('refuses a page that is too large, and gives a smaller one', async () => {
    await expect(list(eve, { limit: 1000 }, 'heavy_wide')).rejects.toMatchObject({ key: 'database:answerTooLarge' });
    expect((await list(eve, { limit: 100 }, 'heavy_wide')).list).toHaveLength(100);
  });

  it('refuses a tree that is too large, and gives pages of it', async () => {
    await expect(list(eve, {}, 'heavy_branch')).rejects.toMatchObject({ key: 'database:answerTooLarge' });
    await expect(fixture.gate.select(eve, fixture.model('heavy_branch'), {})).rejects.toMatchObject({
      key: 'database:answerTooLarge',
    });
    expect((await list(eve, { isTree: 'false' }, 'heavy_branch')).total).toBe(6000);
  });
});
