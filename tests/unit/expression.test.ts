import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { f, loadValue, modelOf, table, type SqlParts, type SqlValue } from '#resource';

const database = new DatabaseSync(':memory:');
database.exec(`create table article (id integer, title text, price integer, rate integer, stock integer, note text);
  insert into article values (1, 'O''Neil', 1235, 3333, 3, null), (2, '', 0, 0, 0, 'x')`);
afterAll(() => database.close());

const sqlOf = (parts: SqlParts): string => parts.map((part) => (typeof part === 'string' ? part : `"${part.column}"`)).join('');

/** What a computed field gives in the two rows. */
function compute(sql: string, scale: 0 | 2 | 4 | 'text' = 2): unknown[] {
  const model = modelOf(table('article', {
    title: f.text(), price: f.money(), rate: f.percent(), stock: f.int(), note: f.text(), result: f.computed<number>({ sql, scale }),
  }).resource());
  const { kind, options, sql: parts } = model.fields.get('result')!;
  const rows = database.prepare(`select ${sqlOf(parts!)} as result from article order by id`).all() as { result: SqlValue }[];
  return rows.map(({ result }) => loadValue(kind, options, result));
}

describe('an expression of a computed field', () => {
  it.each<[string, 0 | 2 | 4 | 'text', unknown[]]>([
    ['price * 0.3', 2, [3.71, 0]],
    ['price * stock', 2, [37.05, 0]],
    ['price * rate / 100', 4, [4.1163, 0]],
    ['1 + 2 * 3 - -4', 0, [11, 11]],
    ['(1 + 2) * 3', 0, [9, 9]],
    ['7 / 2', 2, [3.5, 3.5]],
    ['10 - 4 - 3', 0, [3, 3]],
    ['price / stock', 2, [4.12, null]],
    ['length(title) / length(title)', 2, [1, null]],
    ["title || '--' || 'it''s'", 'text', ["O'Neil--it's", "--it's"]],
    ["coalesce(note, title, 'none')", 'text', ["O'Neil", 'x']],
    ["case when stock > 1 and not price = 0 then 'in' when note is not null then 'odd' else 'out' end", 'text', ['in', 'odd']],
    ["CASE WHEN title = '' OR stock <= 0 THEN 1 END", 0, [null, 1]],
    ["nullif(trim(title), '')", 'text', ["O'Neil", null]],
    ["replace(title, 'O', '0')", 'text', ["0'Neil", '']],
    ['abs(0 - stock) + round(price)', 2, [15, 0]],
    ['id', 0, [1, 2]],
    ['stock * 999999999999999 * 1000', 2, [null, 0]],
  ])('%s', (sql, scale, expected) => {
    expect(compute(sql, scale)).toEqual(expected);
  });

  it.each([
    '', 'price *', '* price', 'price price', '(price', 'price)', 'price; drop table article', 'price -- comment', 'price /* x */', '(select 1)', 'select 1',
    "'open", '"price"', '`price`', 'price = 1', 'title + 1', 'price || title', 'note = stock', 'load_extension(title)', 'random()', 'sqlite_version()', 'abs()',
    'abs(1, 2)', 'coalesce(title)', 'coalesce(title, stock)', 'article.price', 'prise', '1e9', '0x10', '1.2345678', "title like 'a%'", '?', '$1', ':a', "''''", "'a\0'", '١',
    'case when price then 1 end', 'case when price = 1 then 1', "case when price = 1 then 1 else 'x' end", 'not 1', '(price = 1) = (stock = 1)', 'constructor(1)', '1'.repeat(2000),
  ].filter((sql) => sql !== "''''"))('refuses %s', (sql) => {
    expect(() => compute(sql)).toThrow(/Field "result"/);
  });
});
