import { expect, it } from 'vitest';
import { StatementNames } from '../../src/server/database/postgres/statementNames.ts';

const named = (names: StatementNames, text: string) => Array.from({ length: 9 }, () => names.nameOf(text)).at(-1);

it('names what runs again and again', () => {
  const names = new StatementNames();
  expect(names.nameOf('SELECT 1')).toBeUndefined();
  expect(named(names, 'SELECT 1')).toMatch(/^q[\da-f]{24}$/);
  expect(named(names, 'SELECT 2')).not.toBe(named(names, 'SELECT 1'));
  names.forget('SELECT 1');
  expect(names.nameOf('SELECT 1')).toBeUndefined();
});

it('never keeps a plan for a search: the best one depends on the word', () => {
  const text =
    'SELECT * FROM "article" AS "t" WHERE search_pairs("t"."title") @> $1::text[] ORDER BY "t"."id" DESC LIMIT 10';
  expect(named(new StatementNames(), text)).toBeUndefined();
});
