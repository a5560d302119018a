import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  describeOptions,
  f,
  table,
  textOf,
  type FieldManifest,
  type Filter,
  type Manifest,
  type Operator,
} from '#resource';
import { readListState, writeListState } from '../../src/web/table/listState.ts';

const { fields: declared } = table('state_sample', {
  title: f.text(),
  price: f.money(),
  status: f.enum({ draft: 'Draft', live: 'Live' }),
  day: f.date(),
  labels: f.tags(),
  page: f.int(),
});
const fields = Object.fromEntries(
  Object.entries(declared).map(([name, { kind, options }]) => [
    name,
    {
      name,
      kind: kind.kind,
      options: describeOptions(kind, options as never, (label) => textOf(label, 'en')),
      operators: kind.operators,
      sortable: true,
    } as unknown as FieldManifest,
  ]),
);
const manifest = {
  fields,
  actions: [],
  traits: { trash: false },
  views: [],
  list: { filters: Object.keys(fields), order: 'id,desc', pageSize: 10 },
} as unknown as Manifest;
const read = (text: string) => readListState(new URLSearchParams(text), manifest);

const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: fc.constantFrom('a', ' a ', '1', 'x,y', '中文', '[', 'true'),
  price: fc.constantFrom('1.00', '20.50', '1'),
  status: fc.constantFrom('draft', 'live', 'gone'),
  day: fc.constantFrom('2024-01-02', '2024-13-01'),
  labels: fc.constantFrom('a', '1'),
  page: fc.constantFrom(1, 2),
  'street.area.name': fc.constantFrom('a', '1'),
};
const operandOf = (operator: Operator, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  operator.endsWith('RANGE')
    ? fc.oneof(fc.tuple(value, value), fc.tuple(value, fc.constant(null)), fc.tuple(fc.constant(null), value))
    : operator.endsWith('IN')
      ? fc.array(value, { maxLength: 2 })
      : value;
const condition = fc
  .constantFrom(...Object.keys(values))
  .chain((field) =>
    fc
      .constantFrom(...((fields[field]?.operators ?? ['eq', 'LIKE', 'NULL']) as readonly Operator[]))
      .chain((operator) =>
        operator.endsWith('NULL')
          ? fc.constant<Filter>({ field, operator })
          : operandOf(operator, values[field]!).map((value): Filter => ({ field, operator, value })),
      ),
  );
const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: condition },
    { weight: 1, arbitrary: fc.array(tie('tree'), { maxLength: 3 }).map((and): Filter => ({ and })) },
    { weight: 1, arbitrary: fc.array(tie('tree'), { maxLength: 3 }).map((or): Filter => ({ or })) },
    { weight: 1, arbitrary: tie('tree').map((not): Filter => ({ not })) },
  ),
}));

/**
 * What must hold, in any order, as the server reads it: emptiness needs no value, and groups of all are the same as
 * their parts.
 */
const meaning = (parts: readonly Filter[]): string[] =>
  flat(parts)
    .map((part) =>
      JSON.stringify(part, (key, value: unknown) => (key === 'value' && value === true ? undefined : value)),
    )
    .toSorted();
const flat = (parts: readonly Filter[]): Filter[] => parts.flatMap((part) => ('and' in part ? flat(part.and) : [part]));

it('keeps every filter in the address', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (filter) => {
      const state = { ...read(''), filter };
      const { filter: found, unknown, unread } = read(String(writeListState(state, manifest)));
      expect(meaning(found)).toEqual(meaning(filter));
      expect([unknown, unread]).toEqual([[], undefined]);
    }),
    { numRuns: 2000, seed: 20_261_122 },
  );
});

it('writes plain filters by the names of their fields, and the rest as a tree', () => {
  const filter: Filter[] = [
    { field: 'title', operator: 'LIKE', value: 'a' },
    { field: 'title', operator: 'LIKE', value: 'b' },
    { field: 'price', operator: 'RANGE', value: ['1.00', null] },
    { field: 'day', operator: 'NULL' },
    { field: 'page', operator: 'eq', value: 2 },
  ];
  const search = writeListState({ ...read(''), filter }, manifest);
  expect([...search]).toEqual([
    ['title', 'a'],
    ['price[RANGE]', '1.00'],
    ['price[RANGE]', ''],
    ['day[NULL]', '1'],
    ['filter', JSON.stringify({ and: [filter[1], filter[4]] })],
  ]);
});

it.each([
  ['a[b=1', ['a[b']],
  ['titel=x&status=live', ['titel']],
  ['status[regexp]=x', ['status[regexp]']],
  ['order=titel,desc', ['titel']],
  ['__proto__=1', ['__proto__']],
])('names what it does not know of %s', (text, unknown) => {
  expect(read(text).unknown).toEqual(unknown);
});

it.each(['{', '[]', '{"xor":[]}', '{"field":"title","operator":"regexp","value":1}', '['.repeat(10_000)])(
  'keeps a parameter that is no filter for the server to judge (%#)',
  (text) => {
    const state = read(`filter=${encodeURIComponent(text)}&status=live`);
    expect(state).toMatchObject({ unread: text, filter: [{ field: 'status' }] });
    expect(writeListState(state, manifest).get('filter')).toBe(text);
  },
);

it('leaves paths that it does not know to the server', () => {
  expect(read('street.name=a&tags.name[LIKE]=b&order=street.name,desc')).toMatchObject({
    filter: [
      { field: 'street.name', operator: 'eq', value: 'a' },
      { field: 'tags.name', operator: 'LIKE', value: 'b' },
    ],
    order: [{ field: 'street.name', down: true }],
    unknown: [],
  });
});
