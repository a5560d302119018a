import fc from 'fast-check';
import { beforeAll, it } from 'vitest';
import { administrator, openGate, type TestGate } from '../support/gate.ts';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';

const names = [
  'title',
  'body',
  'category_id',
  'tag_ids',
  'status',
  'price',
  'rate',
  'weight',
  'views',
  'hot',
  'labels',
  'colors',
  'day',
  'seen_at',
  'subtitle',
  'owner',
  'pin',
  'note',
  'double',
  'id',
  'version',
  'weigh',
  'delete_time',
  'create_time',
  'category.name',
  'category.id',
  'tags.name',
  'tags.id',
  'category.cost',
  'pid',
  '__proto__',
  'constructor',
  '',
];
const operators = [
  'eq',
  'ne',
  'gt',
  'egt',
  'lt',
  'elt',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'RANGE',
  'NOT RANGE',
  'STARTS WITH',
  'ENDS WITH',
  'PERIOD',
  'NOT PERIOD',
  'NULL',
  'NOT NULL',
  'FIND_IN_SET',
  '=',
  '<>',
  'x',
];
const nasty = fc.constantFrom<unknown>(
  '',
  '0',
  '1',
  '-1',
  '1.5',
  '1e5',
  '1e999',
  'NaN',
  '0x10',
  '９',
  '9007199254740993',
  '99999999999999999999',
  ',',
  '1,2',
  ',1',
  '1,2,3',
  'draft',
  'live',
  '2024-02-29',
  '2024-02-30',
  '0000-00-00',
  '9999-12-31',
  '9999-12-31 23:59:59',
  "'; DROP TABLE article; --",
  '%',
  '_',
  '\\',
  '\\%',
  '"',
  "''",
  '\0',
  '\ud800',
  '😀',
  '\u202e',
  '<script>',
  '{"a":1}',
  '[]',
  '[1',
  'x'.repeat(3000),
  '中',
  '中文',
  0,
  1,
  -1,
  1.5,
  1e300,
  true,
  false,
  null,
  [],
  [1],
  ['a', 'b'],
  [[1]],
  {},
  { a: 1 },
  [null],
);
const value = fc.oneof(
  nasty,
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.double(),
  fc.array(nasty, { maxLength: 4 }),
);
const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      field: fc.oneof(fc.constantFrom(...names), value),
      operator: fc.oneof(fc.constantFrom(...operators), value),
      value,
    }),
    fc.record({ field: fc.constantFrom(...names), operator: fc.constantFrom(...operators), value }),
    fc.dictionary(fc.constantFrom('and', 'or', 'not', 'field', 'x'), fc.oneof(tie('filter'), value), { maxKeys: 2 }),
    fc.array(tie('filter'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('filter'), { maxLength: 3 }).map((or) => ({ or })),
    tie('filter').map((not) => ({ not })),
  ),
}));
const query = fc.record(
  {
    page: value,
    limit: value,
    order: fc.oneof(
      value,
      fc.tuple(fc.constantFrom(...names), fc.constantFrom('asc', 'desc', 'x')).map((parts) => parts.join(',')),
    ),
    quickSearch: value,
    trash: value,
    isTree: value,
    initKey: fc.oneof(fc.constantFrom(...names), value),
    initValue: value,
    initOperator: value,
    filter: fc.oneof(
      value,
      filter.map((each) => JSON.stringify(each)),
    ),
    search: fc.oneof(
      value,
      fc.array(
        fc.record({
          field: fc.oneof(fc.constantFrom(...names), value),
          operator: fc.oneof(fc.constantFrom(...operators), value),
          val: value,
        }),
        { maxLength: 3 },
      ),
    ),
  },
  { requiredKeys: [] },
);
/** One thing at a time: more of these get past the first refusal. */
const single = fc.oneof(
  fc
    .record({ field: fc.constantFrom(...names), operator: fc.constantFrom(...operators), val: value })
    .map((entry) => ({ search: [entry] })),
  fc.record({ initKey: fc.constantFrom(...names), initValue: value }),
  value.map((quickSearch) => ({ quickSearch })),
  filter.map((each) => ({ filter: JSON.stringify(each) })),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom('asc', 'desc')).map((order) => ({ order: order.join(',') })),
);
const one = fc
  .tuple(fc.constantFrom(...names), value)
  .map(([name, sent]) => ({
    title: 'fuzz',
    name: `n${Math.random()}`,
    text: 't',
    article_id: 1,
    password: 'Fuzz-123',
    [name]: sent,
  }));
const body = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 5 })), value, { maxKeys: 8 });
const id = fc.oneof(fc.integer({ min: -1, max: 8 }), value);

const ann = administrator();
const bob = administrator(
  ['index', 'add', 'edit', 'del', 'history', 'sortable', 'restore', 'destroy'].flatMap((action) => [
    `content/article/${action}`,
    `files/folder/${action}`,
  ]),
  { id: 9 },
);

eachDatabase((_name, open) => {
  let fixture: TestGate;
  /** Whatever is asked, the answer is rows or a `Problem`; anything else would be a 500. */
  const settle = async (job: () => unknown): Promise<void> => {
    try {
      await job();
    } catch (error) {
      if ((error as Error).name !== 'Problem' && (error as Error).name !== 'Invalid') throw error;
    }
  };
  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
    for (const name of ['News', 'Sport']) await fixture.gate.add(ann, fixture.model('category'), { name });
    await fixture.gate.add(ann, fixture.model('tag'), { name: 'one' });
    for (const title of ['a', 'b', 'c', 'd'])
      await fixture.gate.add(title < 'c' ? ann : bob, fixture.model('article'), {
        title,
        category_id: 1,
        tag_ids: [1],
        labels: ['x'],
        colors: ['red'],
      });
    for (const name of ['r', 's', 't']) await fixture.gate.add(ann, fixture.model('folder'), { name });
  });

  it.each(['article', 'folder', 'account', 'comment'])(
    'answers every query of %s with rows or a message',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(query, single), fc.boolean(), async (asked, delegated) => {
          const [caller, model] = [delegated ? bob : ann, fixture.model(name)];
          await settle(() => fixture.gate.index(caller, model, asked));
          await settle(() => fixture.gate.select(caller, model, asked));
        }),
        { numRuns: 400 },
      );
    },
  );

  it.each(['article', 'folder', 'account', 'comment'])(
    'answers every write of %s with a row or a message',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(body, one), id, id, fc.boolean(), async (sent, first, other, delegated) => {
          const [caller, model] = [delegated ? bob : ann, fixture.model(name)];
          await settle(() => fixture.gate.add(caller, model, sent));
          await settle(() => fixture.gate.edit(caller, model, { ...sent, id: first }));
          await settle(() => fixture.gate.sortable(caller, model, { id: first, targetId: other }));
          await settle(() => fixture.gate.read(caller, model, first));
          await settle(() => fixture.gate.history(caller, model, first));
          await settle(() => fixture.gate.del(caller, model, [first]));
          await settle(() => fixture.gate.restore(caller, model, [first, other]));
          await settle(() => fixture.gate.destroy(caller, model, [other]));
        }),
        { numRuns: 200 },
      );
    },
  );
});
