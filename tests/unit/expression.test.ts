import { describe, expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';

const declare = (sql: string) =>
  modelOf(
    table('article', {
      title: f.text(),
      price: f.money(),
      stock: f.int(),
      note: f.text(),
      result: f.computed<number>({ sql }),
    }).resource(),
  );

describe('an expression of a computed field', () => {
  it.each([
    '',
    'price *',
    '* price',
    'price price',
    '(price',
    'price)',
    'price; drop table article',
    'price -- comment',
    'price /* x */',
    '(select 1)',
    'select 1',
    "'open",
    '"price"',
    '`price`',
    'price = 1',
    'title + 1',
    'price || title',
    'note = stock',
    'load_extension(title)',
    'random()',
    'sqlite_version()',
    'abs()',
    'abs(1, 2)',
    'coalesce(title)',
    'coalesce(title, stock)',
    'article.price',
    'prise',
    '1e9',
    '0x10',
    '1.2345678',
    "title like 'a%'",
    '?',
    '$1',
    ':a',
    "'a\0'",
    '١',
    'case when price then 1 end',
    'case when price = 1 then 1',
    "case when price = 1 then 1 else 'x' end",
    'not 1',
    '(price = 1) = (stock = 1)',
    'constructor(1)',
    '1'.repeat(2000),
  ])('refuses %s', (sql) => {
    expect(() => declare(sql)).toThrow(/Field "result"/);
  });
});
