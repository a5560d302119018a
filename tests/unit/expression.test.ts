import { describe, expect, it } from 'vitest';
import { arithmeticOf, f, modelOf, table } from '#resource';

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

describe('the arithmetic of an expression', () => {
  it.each<[sql: string, values: Record<string, unknown>, result: number | null]>([
    ['quantity * price', { quantity: 3, price: '1.25' }, 3.75],
    ['price * 1.1', { price: '0.05' }, 0.06],
    ['-(price - 2) / 4', { price: '-1.00' }, 0.75],
    ['price - -1', { price: '1' }, 2],
    ['1.005 * 1000 + a', { a: 0 }, 1005],
    ['a / b', { a: 1, b: 0 }, null],
    ['a + b', { a: 1, b: null }, null],
    ['a + b', { a: 1 }, null],
    ['a * b', { a: -1, b: '2.125' }, -2.13],
  ])('works out %s', (sql, values, result) => {
    expect(arithmeticOf(sql)?.work(values, 2)).toBe(result);
  });

  it.each(['a || b', 'ROUND(a)', 'CASE WHEN a = 1 THEN 2 END', 'a = 1', "'text'", 'a +', 'NOT a', ''])(
    'leaves %s to the database',
    (sql) => {
      expect(arithmeticOf(sql)).toBeUndefined();
    },
  );

  it('says which columns it is made of', () => {
    expect(arithmeticOf('a * (b + c)')?.columns).toEqual(['a', 'b', 'c']);
  });
});
