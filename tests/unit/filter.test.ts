import { describe, expect, it } from 'vitest';
import { bindOwn, f, matches, modelOf, operatorOf, operators, readFilter, table, whereFilter } from '#resource';

const row = { id: 1, title: 'Ab中', price: '10.50', hot: 0, labels: ['a'], note: null };
const model = modelOf(
  table('filter_sample', {
    title: f.text(),
    price: f.money(),
    hot: f.bool(),
    labels: f.tags(),
    note: f.text(),
  }).resource(),
);
const holds = (where: Record<string, unknown>): boolean => matches(bindOwn(whereFilter(where), model, new Map()), row);

describe('a Where', () => {
  it.each<[Record<string, unknown>, boolean]>([
    [{}, true],
    [{ id: 1 }, true],
    [{ id: 1, title: 'x' }, false],
    [{ id: undefined }, true],
    [{ or: [{ id: 2 }, { title: 'Ab中' }] }, true],
    [{ and: [{ id: 1 }, { or: [] }] }, false],
    [{ price: { gt: '9.00' } }, true],
    [{ price: { egt: '10.50', elt: '10.50' } }, true],
    [{ price: { lt: '9.00' } }, false],
    [{ price: { in: ['1.00', '10.50'] } }, true],
    [{ price: { notIn: ['10.50'] } }, false],
    [{ title: { contains: 'aB' } }, true],
    [{ title: { contains: 'É' } }, false],
    [{ title: { ne: null } }, true],
    [{ note: null }, true],
    [{ note: { isNull: true } }, true],
    [{ note: { isNull: false } }, false],
    [{ note: { ne: 'x' } }, true],
    [{ note: { notIn: ['x'] } }, true],
    [{ note: { in: [null] } }, false],
    [{ note: { gt: '' } }, false],
    [{ not: { id: 2 } }, true],
    [{ not: { id: 1, title: 'Ab中' } }, false],
    [{ hot: 0 }, true],
    [{ labels: ['a'] }, true],
  ])('%j is %s of a row', (where, wanted) => {
    expect(holds(where)).toBe(wanted);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ titel: 'x' }, /"titel", which is no column/],
    [{ title: { like: 'x' } }, /uses "like", which is no comparison/],
    [{ title: { constructor: 'x' } }, /uses "constructor"/],
    [{ title: { eq: undefined } }, /has no value for "eq"/],
    [{ title: { in: undefined } }, /has no value for "in"/],
  ])('that is wrong, %j, is an error that says so', (where, message) => {
    expect(() => holds(where)).toThrow(message);
  });
});

describe('the parameter filter', () => {
  it.each(operators)('takes %s', (operator) => {
    const condition = { field: 'a', operator, ...(operator.endsWith('NULL') ? {} : { value: 1 }) };
    expect(readFilter(JSON.stringify({ not: { or: [condition] } }))).toEqual({ not: { or: [condition] } });
  });
  it('takes operators as symbols and in any case', () => {
    expect(readFilter('{"field":"a","operator":">=","value":1}')).toMatchObject({ operator: 'egt' });
    expect(readFilter('{"operator":"not like","value":"x","field":"a"}')).toMatchObject({ operator: 'NOT LIKE' });
  });
});

describe('an operator', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'like it'])('is not %s', (name) => {
    expect(operatorOf(name)).toBeUndefined();
  });
  it.each([
    ['>=', 'egt'],
    [' like ', 'LIKE'],
  ])('%s is %s', (name, operator) => {
    expect(operatorOf(name)).toBe(operator);
  });
});
