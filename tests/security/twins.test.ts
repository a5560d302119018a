import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Caller } from '#resource';
import { administrator, openGate, type TestGate } from '../support/gate.ts';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';

const ann = administrator();
const actions = (path: string, ...names: string[]): string[] => names.map((name) => `${path}/${name}`);
// May list and change articles of their own, but reads neither `note` nor `pin` nor the rows of others.
const bob = administrator(
  [
    ...actions('content/article', 'index', 'add', 'edit', 'del', 'history', 'sortable', 'restore', 'destroy'),
    'content/tag/index',
    'content/category/index',
    'content/comment/index',
  ],
  { id: 9, username: 'bob' },
);

/** Fills a database; `hidden` is all that bob may not read. */
async function fill(
  fixture: TestGate,
  hidden: { note: string; pin: string; title: string; code: string; views: number },
): Promise<void> {
  const add = (name: string, body: Record<string, unknown>, caller: Caller = ann) =>
    fixture.gate.add(caller, fixture.model(name), body);
  await add('category', { name: 'News', secret_code: hidden.code });
  await add('category', { name: 'Hidden', secret_code: hidden.code });
  await add('tag', { name: 'one' });
  await add('article', { title: 'mine', category_id: 1, tag_ids: [1], price: '5' }, bob);
  await add('article', { title: 'mine too', category_id: 1 }, bob);
  const rows = fixture.gate.rowsOf(fixture.model('article'));
  await rows.edit(1, { note: hidden.note, pin: hidden.pin } as never);
  await rows.edit(2, { note: hidden.note, pin: hidden.pin } as never);
  await add('article', { title: hidden.title, category_id: 2, note: hidden.note, views: hidden.views });
  for (const id of [1, 2, 3]) await add('comment', { text: `on ${id}`, article_id: id });
  // Times are not what is compared.
  for (const table of ['article', 'category', 'tag', 'comment'])
    await sql`UPDATE ${sql.table(table)} SET create_time = 1, update_time = 1`
      .execute(fixture.database.read)
      .catch(() =>
        fixture.database.write(({ db }) =>
          sql`UPDATE ${sql.table(table)} SET create_time = 1, update_time = 1`.execute(db),
        ),
      );
}

const queries: Record<string, unknown>[] = [
  {},
  { page: 2, limit: 1 },
  { order: 'note,asc' },
  { order: 'pin' },
  { order: 'category.secret_code,asc' },
  { order: 'category.name,desc' },
  { order: 'views,desc' },
  { trash: 1 },
  ...['secret', 'quiet', 'mine', 'e'].flatMap((word) => [
    { quickSearch: word },
    { quick_search: word },
    ...['note', 'pin', 'title', 'category.name', 'category.secret_code', 'category.id'].flatMap((field) =>
      ['eq', 'LIKE', 'NOT LIKE', 'NULL', 'IN', 'gt'].map((operator) => ({ search: [{ field, operator, val: word }] })),
    ),
  ]),
  ...[1, 2, 3, 4].flatMap((id) => [
    { initValue: [id] },
    { initKey: 'note', initValue: [id] },
    { initKey: 'category_id', initValue: [id] },
  ]),
  { search: [{ field: 'views', operator: 'RANGE', val: '1,' }] },
  { search: [{ field: 'tag_ids', operator: 'NULL', val: 1 }] },
  { search: [{ field: 'double', operator: 'gt', val: 1 }] },
  ...['secret', 'quiet', 'mine', 'e'].flatMap((value) =>
    ['note', 'pin', 'title', 'category.name', 'category.cost', 'category.secret_code', 'tags.name'].flatMap((field) => [
      { filter: JSON.stringify({ field, operator: 'LIKE', value }) },
      { filter: JSON.stringify({ not: { or: [{ field, operator: 'LIKE', value }] } }) },
    ]),
  ),
  { isTree: 1 },
  { select: 1 },
];

const condition = (field: string): string => JSON.stringify({ field, operator: 'LIKE', value: 'e' });

/** Everything that bob can ask and do, as text. */
async function everything({ gate, model }: TestGate): Promise<string[]> {
  const article = model('article');
  const answers: string[] = [];
  const note = async (job: () => unknown): Promise<void> => {
    try {
      answers.push(
        JSON.stringify((await job()) ?? null).replaceAll(/"(create_time|update_time|delete_time)":\d+/g, '"$1":0'),
      );
    } catch (error) {
      const { key, params, options, errors } = error as {
        key?: string;
        params?: unknown;
        options?: unknown;
        errors?: unknown;
      };
      expect(key, String(error)).toBeDefined();
      answers.push(
        JSON.stringify({ key, params, options, errors }).replaceAll(
          /"(create_time|update_time|delete_time)":\d+/g,
          '"$1":0',
        ),
      );
    }
  };
  for (const field of [
    'article.title',
    'article.note',
    'article.category.name',
    'article.category.secret_code',
    'article.tags.name',
  ])
    for (const value of ['secret', 'quiet', 'secret title', 'Hidden', 'mine', 'one'])
      for (const operator of ['eq', 'LIKE', 'NOT LIKE', 'NULL']) {
        const condition = { field, operator, value };
        await note(() => gate.index(bob, model('comment'), { filter: JSON.stringify(condition) }));
        await note(() => gate.index(bob, model('comment'), { filter: JSON.stringify({ not: condition }) }));
        await note(() => gate.index(bob, model('comment'), { order: field }));
      }
  for (const query of queries) {
    await note(() => gate.index(bob, article, query));
    await note(() => gate.select(bob, article, query));
    await note(() => gate.select(bob, model('category'), query));
  }
  await note(() => gate.manifest(bob, article, 'en'));
  for (const name of ['article', 'category', 'tag', 'comment']) {
    await note(() => gate.total(bob, model(name)));
    await note(() => gate.perDay(bob, model(name), [0, 86_400, 3e9], {}));
    for (const by of [
      'id',
      'title',
      'note',
      'pin',
      'views',
      'name',
      'category.name',
      'category.secret_code',
      'tags.name',
    ])
      for (const more of [{}, { sum: 'price', filter: condition('note') }])
        await note(() => gate.groups(bob, model(name), { by, ...more }));
    await note(() => gate.groups(bob, model(name), { by: 'delete_time', unit: 'month' }));
  }
  for (const figure of [
    {},
    { sum: 'price' },
    { sum: 'views' },
    { where: { note: 'secret' } },
    { where: { or: [{ note: { contains: 'secret' } }] } },
    { where: { title: 'mine' } },
  ])
    await note(() => gate.figure(bob, article, figure as never));
  for (const id of [1, 2, 3, 4, 99]) {
    await note(() => gate.read(bob, article, id));
    await note(() => gate.history(bob, article, id));
    await note(() => gate.edit(bob, article, { id, title: 'renamed' }));
    await note(() => gate.edit(bob, article, { id, note: 'x', pin: 'y' }));
    await note(() => gate.edit(bob, article, { id, category_id: 2 }));
    await note(() => gate.edit(bob, article, { id, version: 1, title: 'late' }));
    await note(() => gate.sortable(bob, article, { id, targetId: 3 }));
    await note(() => gate.sortable(bob, article, { id: 3, targetId: id }));
  }
  await note(() => gate.add(bob, article, { title: 'new', category_id: 2 }));
  await note(() => gate.add(bob, article, { title: 'new', category_id: 99 }));
  for (const ids of [[3], [1, 3], [2], [99]]) {
    await note(() => gate.del(bob, article, ids));
    await note(() => gate.restore(bob, article, ids));
    await note(() => gate.destroy(bob, article, ids));
  }
  return answers;
}

eachDatabase((_name, open) => {
  it('answers byte for byte the same over two databases that differ only in what the caller may not read', async () => {
    const [one, other] = [await openGate(await open(), sampleTables), await openGate(await open(), sampleTables)];
    await fill(one, { note: 'secret', pin: '1234', title: 'secret title', code: 'secret', views: 1 });
    await fill(other, { note: 'quiet', pin: '9999', title: 'quiet', code: 'quiet', views: 500 });
    // Whoever may see more has asked before: nothing of it may stay behind.
    for (const fixture of [one, other])
      for (const query of queries.slice(0, 12))
        await fixture.gate.index(ann, fixture.model('article'), query).catch(() => {});
    const [ours, theirs] = [await everything(one), await everything(other)];
    expect(ours.length).toBeGreaterThan(500);
    for (const [at, answer] of ours.entries()) expect(answer, `answer ${at}`).toBe(theirs[at]);
    expect(ours.join('\n')).not.toMatch(/secret title|1234/);
  });
});
