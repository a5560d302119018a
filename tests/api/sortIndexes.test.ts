import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import { withSortIndexes } from '../../src/server/database/largeTables.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { administrator, openGate } from '../support/gate.ts';
import { eachDatabase } from '../support/databases.ts';
import { plainText } from '../../src/server/database/schema/sentence.ts';

const fields = {
  name: f.text(),
  amount: f.int(),
  plain: f.text({ index: false }),
  bytes: f.text({ pinyin: false }),
  long: f.text({ max: 5000 }),
  unsorted: f.text({ sort: false }),
  body: f.textarea(),
  unseen: f.int(),
  code: f.text({ unique: true }),
  secret: f.text({ secret: true }),
};
const columns = ['name', 'amount', 'plain', 'bytes', 'long', 'unsorted', 'body', 'code', 'update_time'] as const;
const resource = table('crowd', fields).resource({ path: 'test/crowd', traits: { trash: true }, list: { columns } });
const wanted = tablesOf([modelOf(resource)]);
const ann = administrator();

const add = (database: Database, first: number, last: number): Promise<unknown> => {
  const numbers =
    database.dialect === 'sqlite'
      ? sql`(WITH RECURSIVE numbers(n) AS (
          SELECT ${sql.lit(first)} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(last)}) SELECT n FROM numbers)`
      : sql`(SELECT n FROM generate_series(${sql.lit(first)}, ${sql.lit(last)}) AS n)`;
  return database.write(({ db, touch }) => {
    touch('crowd');
    return sql`INSERT INTO crowd (name, amount, code, version)
      SELECT CASE WHEN n % 3 = 0 THEN NULL ELSE 'name ' || n % 100 END, n % 7, 'c' || n, 1 FROM ${numbers} AS numbers`.execute(
      db,
    );
  });
};
const apply = async (database: Database): Promise<readonly string[]> => {
  const tables = await withSortIndexes(database, wanted);
  const { steps } = await planSchema(database, tables);
  await applySchema(database, tables, () => {});
  return steps.map(({ says }) => plainText(says));
};

eachDatabase((name, open) => {
  it('indexes what a list offers to sort by once the table is large, and says so in the plan', async () => {
    const database = await open();
    await apply(database);
    await add(database, 1, 9_999);
    expect(await apply(database)).toEqual([]);
    await add(database, 10_000, 10_000);
    expect(await apply(database)).toEqual(
      ['_pinyin_name', 'amount', 'bytes', '_pinyin_code', 'update_time'].map(
        (column) => `crowd: create an index on ${column}`,
      ),
    );
    expect(await apply(database)).toEqual([]);
    await database.write(({ db }) => sql`DELETE FROM crowd WHERE id > 100`.execute(db));
    expect(await apply(database)).toEqual([]);
  });

  it('keeps those indexes when the table is renamed', async () => {
    const database = await open();
    await apply(database);
    await add(database, 1, 10_000);
    await apply(database);
    const renamed = table('people', fields, { renamedFrom: 'crowd' }).resource({
      path: 'test/people',
      traits: { trash: true },
      list: { columns },
    });
    const tables = await withSortIndexes(database, tablesOf([modelOf(renamed)]));
    const { steps, refused } = await planSchema(database, tables);
    expect({ steps: steps.map(({ says }) => plainText(says)), refused }).toEqual({
      steps: ['people: rename the table crowd'],
      refused: [],
    });
  });

  it('leaves out a column whose rows hold more than an index takes, but not the keys of such texts', async () => {
    const database = await open();
    await apply(database);
    await add(database, 1, 10_000);
    const long = 'x'.repeat(9000);
    await database.write(({ db }) => sql`UPDATE crowd SET name = ${long}, bytes = ${long} WHERE id = 7`.execute(db));
    expect(await apply(database)).toEqual(
      ['_pinyin_name', 'amount', '_pinyin_code', 'update_time'].map((column) => `crowd: create an index on ${column}`),
    );
  });

  it('sorts by the index, with empty values and equal ones, in both directions', async () => {
    const database = await open();
    const { gate, model } = await openGate(database, [resource]);
    await add(database, 1, 10_000);
    const list = async (order: string) =>
      (await gate.index(ann, model('crowd'), { order, page: 400, limit: 10 })).list.map(({ id }) => id);
    const before = [await list('name,asc'), await list('name,desc')];
    await apply(database);
    if (name === 'postgres') await database.write(({ db }) => sql`ANALYZE crowd`.execute(db));
    expect([await list('name,asc'), await list('name,desc')]).toEqual(before);
    // An explanation alone does not see that the schema has changed.
    await sql`SELECT 1 FROM crowd LIMIT 1`.execute(database.read);
    for (const order of name === 'sqlite'
      ? ['_pinyin_name, id', '_pinyin_name DESC, id DESC']
      : ['_pinyin_name NULLS FIRST, id', '_pinyin_name DESC NULLS LAST, id DESC']) {
      const query = `SELECT * FROM crowd WHERE ${name === 'sqlite' ? '+' : ''}delete_time IS NULL ORDER BY ${order} LIMIT 10`;
      const { rows } = await sql
        .raw(`EXPLAIN ${name === 'sqlite' ? 'QUERY PLAN ' : ''}${query}`)
        .execute(database.read);
      expect(JSON.stringify(rows)).toContain('ix_crowd__pinyin_name');
      expect(JSON.stringify(rows)).not.toMatch(/TEMP B-TREE|Sort/);
    }
  });
});
