import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, table, type FieldMap, type Resource } from '#resource';
import { applySchema, planSchema } from '../../../src/server/database/applySchema.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { sortKey } from '../../../src/server/database/pinyin/sortKey.ts';
import { plainText } from '../../../src/server/database/schema/sentence.ts';
import { withSortIndexes } from '../../../src/server/database/largeTables.ts';
import { administrator } from '../../support/gate.ts';
import { byPinyin, chineseNames } from '../../support/chineseNames.ts';
import { eachDatabase } from '../../support/databases.ts';
import { schemasOf, startVersion } from '../../support/versions.ts';

const guest = (fields: FieldMap): Resource => table('guest', fields).resource({ traits: { history: true } });
const ann = administrator();

/** What a version made that knew of no keys. */
const withoutKeys = (resources: readonly Resource[]) =>
  schemasOf(resources).map((schema) => ({
    ...schema,
    columns: schema.columns.filter(({ keyOf }) => keyOf === undefined),
    sortColumns: [],
  }));

eachDatabase((name, open) => {
  const planOf = async (database: Database, resources: readonly Resource[]) => {
    const { steps, refused } = await planSchema(database, schemasOf(resources));
    return { steps: steps.map(({ says }) => plainText(says)), refused: refused.map(plainText) };
  };
  const insert = (database: Database, texts: readonly (string | null)[], column = 'name') =>
    database.write(({ db }) =>
      sql`INSERT INTO guest (${sql.id(column)}, version)
        VALUES ${sql.join(texts.map((text) => sql`(${text}, 1)`))}`.execute(db),
    );
  const keysOf = async (database: Database, column: string, key = `_pinyin_${column}`) =>
    (
      await sql<{ text: unknown; key: unknown }>`
        SELECT ${sql.id(column)} AS text, ${sql.id(key)} AS key FROM guest ORDER BY id`.execute(database.read)
    ).rows;
  const assertKeys = async (database: Database, column: string): Promise<void> => {
    const rows = await keysOf(database, column);
    expect(rows.length).toBeGreaterThan(0);
    for (const { text, key } of rows) expect(key).toBe(typeof text === 'string' ? sortKey(text) : null);
  };
  const named = guest({ name: f.text() });

  it('come with the next start to the rows of a former version, and the plan says so', async () => {
    const database = await open();
    await applySchema(database, withoutKeys([named]), () => {});
    const names = chineseNames(2500);
    await insert(database, [null, ...names, '']);
    const plan = await planOf(database, [named]);
    expect(plan).toEqual({
      steps: ['guest: keep sort keys of name for lists by pinyin', 'guest: work out the sort keys of name'],
      refused: [],
    });
    const { gate } = await startVersion(database, [named]);
    await assertKeys(database, 'name');
    expect(await planOf(database, [named])).toEqual({ steps: [], refused: [] });
    const { list } = await gate.index(ann, gate.models.get('guest')!, { order: 'name,asc', limit: 1000, page: 2 });
    expect(list.map((row) => row['name'])).toEqual([null, '', ...names.toSorted(byPinyin)].slice(1000, 2000));
  });

  it('have the index of a large table, in place of the one that it had', async () => {
    const database = await open();
    const old = withoutKeys([named]).map((schema) => ({ ...schema, sortColumns: ['name'] }));
    await applySchema(database, old, () => {});
    const names = chineseNames(10_000);
    for (let from = 0; from < names.length; from += 5000) await insert(database, names.slice(from, from + 5000));
    await applySchema(database, await withSortIndexes(database, old), () => {});
    const wanted = await withSortIndexes(database, schemasOf([named]));
    const { steps, refused } = await planSchema(database, wanted);
    expect({ steps: steps.map(({ says }) => plainText(says)).toSorted(), refused }).toEqual({
      steps: [
        'guest: create an index on _pinyin_name',
        'guest: create an index on update_time',
        'guest: drop the index on name',
        'guest: keep sort keys of name for lists by pinyin',
        'guest: work out the sort keys of name',
      ],
      refused: [],
    });
    await applySchema(database, wanted, () => {});
    await assertKeys(database, 'name');
    if (name === 'postgres') await database.write(({ db }) => sql`ANALYZE guest`.execute(db));
    await sql`SELECT 1 FROM guest LIMIT 1`.execute(database.read);
    const query = `SELECT id FROM guest WHERE _pinyin_name IN ('x') AND name = 'x'`;
    const { rows } = await sql.raw(`EXPLAIN ${name === 'sqlite' ? 'QUERY PLAN ' : ''}${query}`).execute(database.read);
    expect(JSON.stringify(rows)).toContain('ix_guest__pinyin_name');
  });

  it('go without being missed, and come again', async () => {
    const database = await open();
    await startVersion(database, [named]);
    await insert(database, ['张', '阿']);
    const unsorted = guest({ name: f.text({ sort: false }) });
    expect(await planOf(database, [unsorted])).toEqual({
      steps: ['guest: keep no sort keys of name any more'],
      refused: [],
    });
    await startVersion(database, [unsorted]);
    await insert(database, ['曾']);
    await expect(keysOf(database, 'name')).rejects.toThrow();
    await startVersion(database, [named]);
    await assertKeys(database, 'name');
    expect(await keysOf(database, 'name')).toHaveLength(3);
  });

  it('follow a column that is renamed, converted, made of another kind, or filled', async () => {
    const database = await open();
    await startVersion(database, [guest({ name: f.text(), age: f.int(), town: f.text() })]);
    await insert(database, ['张', '阿', null]);
    await database.write(({ db }) => sql`UPDATE guest SET age = 30 + id WHERE id < 3`.execute(db));
    const renamed = guest({
      called: f.text({ renamedFrom: 'name' }),
      age: f.text(),
      town: f.text({ required: true, default: '北京' }),
    });
    const { steps, refused } = await planOf(database, [renamed]);
    expect(refused).toEqual([]);
    expect(steps.join('\n')).toContain('rename column name to called');
    expect(steps.join('\n')).not.toContain('_pinyin');
    await startVersion(database, [renamed]);
    expect((await keysOf(database, 'called')).map(({ key }) => key)).toEqual([sortKey('张'), sortKey('阿'), null]);
    expect((await keysOf(database, 'age')).map(({ key }) => key)).toEqual(['31', '32', null]);
    expect((await keysOf(database, 'town')).map(({ text }) => text)).toEqual(['北京', '北京', '北京']);
    await assertKeys(database, 'town');
    const { plan } = await startVersion(database, [renamed]);
    expect(plan.notes.map(plainText)).toEqual([expect.stringContaining(`renamedFrom: 'name'`)]);
    const converted = guest({
      called: f.text({ convert: (old: string) => (old === '阿' ? null : `${old}先生`) }),
      age: f.text(),
      town: f.text({ default: '上海' }),
    });
    await startVersion(database, [converted]);
    expect((await keysOf(database, 'called')).map(({ text }) => text)).toEqual(['张先生', null, null]);
    await insert(database, ['李'], 'called');
    expect((await keysOf(database, 'town')).at(-1)!.text).toBe('上海');
    for (const column of ['called', 'age', 'town']) await assertKeys(database, column);
    await database.write(({ db }) => sql`UPDATE guest SET called = ${'王'} WHERE id = 1`.execute(db));
    await assertKeys(database, 'called');
  });

  it('come and go with a text, of which alone the plan speaks', async () => {
    const database = await open();
    const plain = guest({ age: f.int() });
    await startVersion(database, [plain]);
    expect(await planOf(database, [guest({ age: f.int(), name: f.text() })])).toEqual({
      steps: ['guest: add column name (f.text)'],
      refused: [],
    });
    await startVersion(database, [guest({ age: f.int(), name: f.text() })]);
    await insert(database, ['张']);
    await assertKeys(database, 'name');
    expect((await planOf(database, [plain])).refused).toEqual([expect.stringContaining(`dropped: ['name']`)]);
    const given = table('guest', { age: f.int() }).resource({ traits: { history: true }, dropped: ['name'] });
    expect((await planOf(database, [given])).steps.filter((text) => text.startsWith('guest'))).toEqual([
      'guest: drop column name with its values',
    ]);
    await startVersion(database, [given]);
    for (const column of ['name', '_pinyin_name'])
      await expect(sql`SELECT ${sql.ref(`g.${column}`)} FROM guest AS g`.execute(database.read)).rejects.toThrow();
  });

  it('are kept of texts alone that lists are sorted by and people may read', async () => {
    const fields = {
      name: f.text(),
      bytes: f.text({ pinyin: false }),
      long: f.text({ max: 5000 }),
      hidden: f.text({ secret: true }),
      sealed: f.text({ encrypted: true }),
      code: f.text({ filter: false }),
      mail: f.email(),
      note: f.textarea(),
      age: f.int(),
    };
    const keysIn = (resource: Resource) =>
      schemasOf([resource])[0]!.columns.flatMap(({ keyOf }) => (keyOf === undefined ? [] : [keyOf]));
    expect(keysIn(guest(fields))).toEqual(['name']);
    const { sealed: _sealed, ...plain } = fields;
    expect(keysIn(table('guest', plain).resource({ appendOnly: true }))).toEqual([]);
  });
});
