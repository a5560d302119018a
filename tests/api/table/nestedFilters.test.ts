import { beforeAll, expect, it } from 'vitest';
import type { Caller, Filter } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const ann = administrator();
/** Reads comments, their articles and categories, but of articles only those of owner 9, and no hidden category. */
const bob = administrator(['content/comment/index', 'content/article/index', 'content/category/index'], { id: 9 });
const without = (node: string): Caller =>
  administrator(
    ['content/comment/index', 'content/article/index', 'content/category/index', 'content/tag/index'].filter(
      (each) => each !== node,
    ),
    { id: 9 },
  );

const is = (field: string, value: unknown): Filter => ({ field, operator: 'eq', value });
const nested = (depth: number, inner: Filter): Filter => (depth === 0 ? inner : { not: nested(depth - 1, inner) });

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const ask = (query: Record<string, unknown>, caller: Caller = ann, table = 'comment') =>
    fixture.gate.index(caller, fixture.model(table), { limit: 100, order: 'id,asc', ...query });
  const found = async (filter: unknown, caller?: Caller, more: object = {}): Promise<unknown[]> =>
    (await ask({ filter: typeof filter === 'string' ? filter : JSON.stringify(filter), ...more }, caller)).list.map(
      (row) => row['text'],
    );

  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
    const { gate, model } = fixture;
    for (const name of ['News', 'Hidden']) await gate.add(ann, model('category'), { name, cost: 5 });
    for (const name of ['one', 'two']) await gate.add(ann, model('tag'), { name });
    const owned = { ...ann, id: 9 };
    await gate.add(owned, model('article'), { title: 'Ours', category_id: 1, tag_ids: [1, 2], price: '5', note: 'n' });
    await gate.add(owned, model('article'), { title: 'Odd', category_id: 2, tag_ids: [2] });
    await gate.add(ann, model('article'), { title: 'Theirs', category_id: 1, tag_ids: [1], price: '9' });
    for (const [text, article] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 1],
    ])
      await gate.add(ann, model('comment'), { text, article_id: article });
  });

  it('enters no more tables than a database plans in no time', async () => {
    const tags = (count: number, negate = false): Filter => ({
      and: Array.from({ length: count }, (_, at) => {
        const each = is('article.tags.name', `t${at}`);
        return negate ? { not: each } : each;
      }),
    });
    expect(await found(tags(20))).toEqual([]);
    expect(await found(tags(20, true))).toHaveLength(4);
    for (const filter of [tags(21), tags(21, true), { or: [tags(11), tags(10)] }])
      await expect(found(filter)).rejects.toMatchObject({ key: 'rows:tooManyTables', params: { limit: 40 } });
    const all = (ids: number[]) =>
      ask({ filter: JSON.stringify({ field: 'tag_ids', operator: 'FIND_IN_SET', value: ids }) }, ann, 'article');
    expect((await all(Array.from({ length: 40 }, (_, at) => at + 1))).total).toBe(0);
    await expect(all(Array.from({ length: 41 }, (_, at) => at + 1))).rejects.toMatchObject({
      key: 'rows:tooManyTables',
    });
    const without = (times: number) => {
      const and = Array.from({ length: times }, () => ({ field: 'tag_ids', operator: 'NULL' }));
      return ask({ filter: JSON.stringify({ and }) }, ann, 'article');
    };
    expect((await without(40)).total).toBe(0);
    await expect(without(41)).rejects.toMatchObject({ key: 'rows:tooManyTables' });
  });

  it('finds by rows on the way that the caller may see and not change', async () => {
    const edit = (status: string) => fixture.gate.edit(ann, fixture.model('article'), { id: 1, status });
    await edit('gone');
    expect(await found(is('article.title', 'Ours'), bob)).toEqual(['a', 'd']);
    await edit('draft');
  });

  it('leads as far for our own code, which asks and sorts by it', async () => {
    const { gate } = fixture;
    const rows = gate.rows('comment');
    expect((await rows.list({ 'article.category.name': 'Hidden' })).map(({ text }) => text)).toEqual(['b']);
    const sorted = await rows.list({}, { sort: 'article.category.name' as never });
    expect(sorted.map(({ text }) => text)[0]).toBe('b');
  });

  it('refuses a number that is too large to be one, whoever asked what before', async () => {
    const within = (from: string) => ask({ filter: `{"field":"id","operator":"RANGE","value":[${from},5]}` });
    for (const turn of [1, 2]) {
      await expect(within('1e999'), `turn ${turn}`).rejects.toMatchObject({ key: 'rows:wrongOperand' });
      expect((await within('null')).total).toBe(4);
    }
  });

  it.each<[string, Filter, string[]]>([
    ['one of several', { or: [is('text', 'a'), is('text', 'c')] }, ['a', 'c']],
    ['all of several', { and: [is('article_id', 1), is('text', 'd')] }, ['d']],
    ['the opposite', { not: is('text', 'a') }, ['b', 'c', 'd']],
    ['groups in groups', { and: [{ or: [is('text', 'a'), is('text', 'b')] }, { not: is('article_id', 1) }] }, ['b']],
    ['and of nothing', { and: [] }, ['a', 'b', 'c', 'd']],
    ['or of nothing', { or: [] }, []],
    ['the opposite of what an empty value is not', { not: is('editor_id', 1) }, ['a', 'b', 'c', 'd']],
    ['a related row', is('article.title', 'Ours'), ['a', 'd']],
    ['a row two relations away', is('article.category.name', 'News'), ['a', 'c', 'd']],
    ['a field there that no list shows', is('article.category.cost', '5'), ['a', 'b', 'c', 'd']],
    ['relations in camelCase', is('article.Category.name', 'News'), ['a', 'c', 'd']],
    ['one of several related rows', is('article.tags.name', 'two'), ['a', 'b', 'd']],
    ['another related row than that', { field: 'article.tags.name', operator: 'ne', value: 'two' }, ['a', 'c', 'd']],
    ['no such related row', { not: is('article.tags.name', 'two') }, ['c']],
    ['the ids of related rows', { field: 'article.tag_ids', operator: 'FIND_IN_SET', value: [1, 2] }, ['a', 'd']],
    ['a missing related row', { field: 'editor.name', operator: 'NULL' }, ['a', 'b', 'c', 'd']],
    ['an operator as a symbol', { field: 'article.price', operator: '>' as never, value: '5' }, ['c']],
  ])('finds %s', async (_case, filter, texts) => {
    expect(await found(filter)).toEqual(texts);
  });

  it('holds beside search[] and the quick search', async () => {
    const search = [{ field: 'article.title', operator: 'eq', val: 'Ours' }];
    expect(await found({ or: [is('text', 'a'), is('text', 'c')] }, ann, { search })).toEqual(['a']);
    const answer = await ask({ quickSearch: 'odd', filter: JSON.stringify(is('category.cost', 5)) }, ann, 'article');
    expect(answer).toMatchObject({ total: 1, list: [{ title: 'Odd' }] });
  });

  it('sorts by a field two relations away, page after page', async () => {
    const orders = { order: ['article.category.name,desc', 'id,asc'] };
    const pages = [1, 2, 3, 4].map((page) => ask({ ...orders, page, limit: 1 }));
    expect((await Promise.all(pages)).map(({ list }) => list[0]!['text'])).toEqual(['a', 'c', 'd', 'b']);
  });

  it('counts anew when a row two relations away has changed', async () => {
    const total = async (name: string) =>
      (await ask({ filter: JSON.stringify(is('article.category.name', name)) })).total;
    const tagged = async () => (await ask({ filter: JSON.stringify(is('article.tags.name', 'three')) })).total;
    expect([await total('Renamed'), await tagged()]).toEqual([0, 0]);
    await fixture.gate.edit(ann, fixture.model('category'), { id: 1, name: 'Renamed' });
    await fixture.gate.edit(ann, fixture.model('tag'), { id: 2, name: 'three' });
    expect([await total('Renamed'), await tagged()]).toEqual([3, 3]);
    await fixture.gate.edit(ann, fixture.model('category'), { id: 1, name: 'News' });
    await fixture.gate.edit(ann, fixture.model('tag'), { id: 2, name: 'two' });
    expect([await total('Renamed'), await tagged()]).toEqual([0, 0]);
  });

  it('finds nothing by rows on the way that the caller may not see', async () => {
    expect(await found(is('article.title', 'Theirs'), bob)).toEqual([]);
    expect(await found(is('article.category.name', 'News'), bob)).toEqual(['a', 'd']);
    expect(await found(is('article.category.name', 'Hidden'), bob)).toEqual([]);
    expect(await found({ field: 'article.category.cost', operator: 'NULL' }, bob)).toEqual(['b', 'c']);
    const { list } = await ask({ order: 'article.category.name,desc;id,asc' }, bob);
    expect(list.map((row) => row['text'])).toEqual(['a', 'd', 'b', 'c']);
  });

  it.each([
    ['article.note', bob],
    ['article.category.secret_code', bob],
    ['article.category.name', without('content/category/index')],
    ['article.category.name', without('content/article/index')],
    ['article.tags.name', bob],
    ['article.tags.id', bob],
    ['article.nothing.name', bob],
    ['nothing.category.name', bob],
    ['article.category.nothing', bob],
    ['article.title.name', bob],
    ['article.__proto__.name', bob],
    ['article.', bob],
    ['.article', bob],
  ] as const)('says of %s that there is no such field, in filter, order and initKey', async (field, caller) => {
    const refusal = { key: 'rows:unknownField', params: { field } };
    await expect(found({ not: is(field, 'x') }, caller)).rejects.toMatchObject(refusal);
    await expect(ask({ search: [{ field, operator: 'eq', val: 'x' }] }, caller)).rejects.toMatchObject(refusal);
    if (field.endsWith('.') || field.startsWith('.')) return;
    await expect(ask({ order: field }, caller)).rejects.toMatchObject(refusal);
  });

  it('shares no list between callers whose rights differ two relations away', async () => {
    const filter = is('article.category.name', 'News');
    expect(await found(filter, bob)).toEqual(['a', 'd']);
    await expect(found(filter, without('content/category/index'))).rejects.toMatchObject({ key: 'rows:unknownField' });
    expect(await found(is('article.category.name', 'Hidden'), ann)).toEqual(['b']);
    expect(await found(is('article.category.name', 'Hidden'), bob)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{"and":', 'rows:wrongCondition'],
    ['a list', [], 'rows:wrongCondition'],
    ['null', 'null', 'rows:wrongCondition'],
    ['an empty object', {}, 'rows:wrongCondition'],
    ['an unknown group', { xor: [] }, 'rows:wrongCondition'],
    ['a group that is no list', { and: {} }, 'rows:wrongCondition'],
    ['two groups in one', { and: [], or: [] }, 'rows:wrongCondition'],
    ['a condition with more in it', { ...(is('text', 'a') as object), or: [] }, 'rows:wrongCondition'],
    ['a condition without a field', { operator: 'eq', value: 1 }, 'rows:wrongCondition'],
    ['a condition without a value', { field: 'text', operator: 'eq' }, 'rows:wrongOperand'],
    ['an unknown operator', { field: 'text', operator: 'regexp', value: 'a' }, 'rows:unknownOperator'],
    [
      'an operator that the kind has not',
      { field: 'article_id', operator: 'FIND_IN_SET', value: 'a' },
      'rows:operatorOfField',
    ],
    ['a wrong value', is('article_id', 'x'), 'rows:wrongOperand'],
    ['a list for one value', is('text', ['a']), 'rows:wrongOperand'],
    ['a value in a value', is('text', [[['a']]]), 'rows:wrongOperand'],
    ['a prototype', '{"__proto__":[]}', 'rows:wrongCondition'],
    ['a hundred groups in each other', nested(100, is('text', 'a')), 'rows:filterTooDeep'],
    ['ten groups too many in each other', nested(10, is('text', 'a')), 'rows:filterTooDeep'],
    ['10,000 brackets', `${'['.repeat(10_000)}`, 'rows:wrongCondition'],
    ['10,000 lists in each other', `{"and":[${'['.repeat(5000)}${']'.repeat(5000)}]}`, 'rows:wrongCondition'],
    ['300 conditions', { or: Array.from({ length: 300 }, () => is('text', 'a')) }, 'rows:tooManyConditions'],
    ['10,000 conditions', { and: Array.from({ length: 10_000 }, () => is('text', 'a')) }, 'rows:filterTooLong'],
    ['30,000 characters', is('text', 'a'.repeat(30_000)), 'rows:filterTooLong'],
    ['a path of many relations', is('article.a.b.c.d.e.f.g', 'a'), 'rows:pathTooLong'],
    [
      'too many values',
      { field: 'id', operator: 'IN', value: Array.from({ length: 2000 }, () => 1) },
      'rows:tooManyValues',
    ],
  ])('refuses %s', async (_case, filter, key) => {
    await expect(found(filter)).rejects.toMatchObject({ name: 'Problem', key });
  });

  it('refuses 10,000 conditions in search[]', async () => {
    const search = Array.from({ length: 10_000 }, () => ({ field: 'text', operator: 'eq', val: 'a' }));
    await expect(ask({ search })).rejects.toMatchObject({ name: 'Problem', key: 'rows:tooManyConditions' });
  });

  it('takes groups as deep as it says', async () => {
    expect(await found(nested(8, is('text', 'a')))).toEqual(['a']);
    expect(await found(nested(9, is('text', 'a')))).toEqual(['b', 'c', 'd']);
  });

  it('refuses a filter that is no text', async () => {
    await expect(ask({ filter: { and: [] } })).rejects.toMatchObject({ key: 'rows:wrongCondition' });
  });

  it('sorts by no field of several related rows', async () => {
    await expect(ask({ order: 'article.tags.name' })).rejects.toMatchObject({ key: 'rows:notSortable' });
  });
});
