import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../src/server/database/database.ts';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { contains, searchCondition } from '../../src/server/database/search/searchCondition.ts';
import { eachDatabase } from '../support/databases.ts';

const column = (name: string) => ({ name, type: 'text', nullable: true, default: null }) as const;
const article = {
  name: 'article',
  columns: [column('title'), column('body')],
  indexes: [],
  searchColumns: ['title', 'body'],
};
const place = { table: 'article', columns: ['title', 'body'] };

interface Article {
  readonly id: number;
  readonly title: string | null;
  readonly body: string | null;
}

const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
const idsContaining = (rows: readonly Article[], word: string, columns: readonly (keyof Article)[]): number[] =>
  rows
    .filter((row) =>
      columns.some((name) => row[name] !== null && asciiLower(String(row[name])).includes(asciiLower(word))),
    )
    .map(({ id }) => id);

/** Few letters, so that words are found; with everything that has a meaning in LIKE, in FTS5 or in the index itself. */
const letter = fc.constantFrom(
  ...'aAbB',
  '数',
  '据',
  'é',
  'É',
  'ß',
  'İ',
  '😀',
  '%',
  '_',
  '\\',
  '"',
  "'",
  '*',
  ' ',
  '-',
  ':',
  '(',
  '{',
  '\n',
  '\ue020',
  '\ue0ff',
  '\ue2ff',
  '.',
);
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
const word = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));

eachDatabase((name, open) => {
  const filled = async (rows: readonly Omit<Article, 'id'>[]): Promise<{ database: Database; rows: Article[] }> => {
    const database = await open();
    await applySchema(database, [article], () => {});
    if (rows.length > 0)
      await database.write(({ db }) =>
        db
          .insertInto('article')
          .values([...rows])
          .execute(),
      );
    return {
      database,
      rows: (await database.read.selectFrom('article').selectAll().execute()) as unknown as Article[],
    };
  };
  const idsBy = async (database: Database, condition: ReturnType<typeof contains>): Promise<unknown[]> =>
    (await database.read.selectFrom('article').select('id').where(condition).orderBy('id').execute()).map(
      ({ id }) => id,
    );

  it('finds exactly the rows that contain the word, through the index and without', async () => {
    const texts = fc.sample(fc.record({ title: fc.option(text), body: text }), { numRuns: 300, seed: 7 });
    const { database, rows } = await filled(texts);
    const words = fc.sample(word, { numRuns: 300, seed: 11 });
    let found = 0;
    for (const each of words) {
      for (const columns of [['title', 'body'], ['title']] as const) {
        const expected = idsContaining(rows, each, columns);
        found += expected.length;
        const where = { table: 'article', columns };
        expect({ each, ids: await idsBy(database, contains(name, where, each)) }).toEqual({ each, ids: expected });
        expect({ each, ids: await idsBy(database, searchCondition(name, where, each)) }).toEqual({
          each,
          ids: expected,
        });
      }
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('follows every change of a row', async () => {
    const { database } = await filled([
      { title: '北京', body: 'one' },
      { title: '上海', body: 'two' },
    ]);
    const find = (each: string): Promise<unknown[]> => idsBy(database, searchCondition(name, place, each));
    expect(await find('北京')).toEqual([1]);
    await database.write(({ db }) => db.updateTable('article').set({ title: '南京' }).where('id', '=', 1).execute());
    expect([await find('北京'), await find('南京'), await find('one')]).toEqual([[], [1], [1]]);
    await database.write(({ db }) => db.updateTable('article').set({ title: null }).where('id', '=', 1).execute());
    expect([await find('南京'), await find('one')]).toEqual([[], [1]]);
    await database.write(({ db }) => db.deleteFrom('article').where('id', '=', 2).execute());
    expect(await find('two')).toEqual([]);
    await database
      .write(async ({ db }) => {
        await db.insertInto('article').values({ title: 'gone', body: null }).execute();
        throw new Error('no');
      })
      .catch(() => {});
    expect(await find('gone')).toEqual([]);
  });

  it('takes words that are longer than any text', async () => {
    const long = 'aB数'.repeat(20_000);
    const { database } = await filled([{ title: long, body: 'x' }]);
    expect(await idsBy(database, contains(name, place, long))).toEqual([1]);
    expect(await idsBy(database, contains(name, place, `${long}a!`))).toEqual([]);
    const some = long.slice(0, 300);
    expect(await idsBy(database, searchCondition(name, place, some))).toEqual([1]);
  });

  it('searches a table under another name in the query', async () => {
    const { database } = await filled([{ title: 'ab', body: null }]);
    const condition = searchCondition(name, { ...place, alias: 'a' }, 'AB');
    const { rows } =
      await sql`SELECT a.id FROM article AS a LEFT JOIN article AS b ON b.id = a.id + 1 WHERE ${condition}`.execute(
        database.read,
      );
    expect(rows).toEqual([{ id: 1 }]);
  });
});
