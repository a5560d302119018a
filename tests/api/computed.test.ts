import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { f, loadValue, modelOf, table, type SqlParts, type SqlValue } from '#resource';
import type { Database } from '../../src/server/database/database.ts';
import { eachDatabase } from '../support/databases.ts';

const declare = (expression: string, scale: 0 | 2 | 4 | 'text') =>
  modelOf(
    table('article', {
      title: f.text(),
      price: f.money(),
      rate: f.percent(),
      stock: f.int(),
      note: f.text(),
      result: f.computed<number>({ sql: expression, scale }),
    }).resource(),
  );
const query = (parts: SqlParts) =>
  sql<SqlValue>`${sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.raw(part) : sql.ref(part.column))),
    sql.raw(''),
  )}`;

eachDatabase((_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.write(async ({ db }) => {
      await sql`create table article (id bigint, title text, price bigint, rate bigint, stock bigint, note text)`.execute(
        db,
      );
      await sql`insert into article values (1, 'O''Neil', 1235, 3333, 3, null), (2, '', 0, 0, 0, 'x')`.execute(db);
    });
  });

  /** What a computed field gives in the two rows. */
  async function compute(expression: string, scale: 0 | 2 | 4 | 'text'): Promise<unknown[]> {
    const { kind, options, sql: parts } = declare(expression, scale).fields.get('result')!;
    const rows = await database.read.selectFrom('article').select(query(parts!).as('result')).orderBy('id').execute();
    return rows.map(({ result }) => loadValue(kind, options, result));
  }

  it.each<[string, 0 | 2 | 4 | 'text', unknown[]]>([
    ['price * 0.3', 2, [3.71, 0]],
    ['price * stock', 2, [37.05, 0]],
    ['price * rate / 100', 4, [4.1163, 0]],
    ['1 + 2 * 3 - -4', 0, [11, 11]],
    ['(1 + 2) * 3', 0, [9, 9]],
    ['7 / 2', 2, [3.5, 3.5]],
    ['10 - 4 - 3', 0, [3, 3]],
    ['price / stock', 2, [4.12, null]],
    ["length('ab') / length('abcd')", 2, [0.5, 0.5]],
    ['1 / length(title)', 2, [0.17, null]],
    ["title || '--' || 'it''s'", 'text', ["O'Neil--it's", "--it's"]],
    ["coalesce(note, title, 'none')", 'text', ["O'Neil", 'x']],
    [
      "case when stock > 1 and not price = 0 then 'in' when note is not null then 'odd' else 'out' end",
      'text',
      ['in', 'odd'],
    ],
    ["CASE WHEN title = '' OR stock <= 0 THEN 1 END", 0, [null, 1]],
    ["nullif(trim(title), '')", 'text', ["O'Neil", null]],
    ["replace(title, 'O', '0')", 'text', ["0'Neil", '']],
    ['abs(0 - stock) + round(price)', 2, [15, 0]],
    ['id', 0, [1, 2]],
    ['stock * 999999999999999 * 1000', 2, [null, 0]],
  ])('%s', async (expression, scale, expected) => {
    expect(await compute(expression, scale)).toEqual(expected);
  });
});
