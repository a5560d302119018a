import { beforeAll, expect, it } from 'vitest';
import type { Caller } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const ann = administrator();
const day = (text: string): number => Date.parse(`${text}T00:00:00+08:00`) / 1000;

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const list = async (query: Record<string, unknown>, caller: Caller = ann): Promise<unknown[]> =>
    (await fixture.gate.index(caller, fixture.model('article'), { limit: 100, order: 'id,asc', ...query })).list.map(
      (row) => row['title'],
    );
  const filter = (field: string, operator: string, val: unknown) => ({ search: [{ field, operator, val }] });

  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
    const { gate, model } = fixture;
    for (const name of ['News', 'Sport', 'Hidden']) await gate.add(ann, model('category'), { name });
    for (const name of ['one', 'two', 'three']) await gate.add(ann, model('tag'), { name });
    const rows = [
      {
        title: 'Alpha',
        category_id: 1,
        tag_ids: [1, 2],
        status: 'draft',
        price: '10.50',
        rate: 12.5,
        weight: 1.125,
        views: 5,
        hot: 1,
        labels: ['a', 'b'],
        colors: ['red'],
        day: '2024-02-28',
        seen_at: day('2024-02-28'),
        body: '<p>first</p>',
      },
      {
        title: 'beta',
        category_id: 2,
        tag_ids: [2],
        status: 'gone',
        price: '0.99',
        views: 50,
        labels: ['b'],
        colors: ['red', 'blue'],
        day: '2024-03-01',
        seen_at: day('2024-03-01'),
      },
      {
        title: '100%_\\中文标题',
        category_id: 3,
        tag_ids: [],
        price: '7',
        views: 500,
        hot: 0,
        labels: [],
        day: '2025-01-01',
        seen_at: day('2025-01-01'),
      },
      { title: 'Gamma', status: 'live', subtitle: 'x', price: '10.50', views: 5 },
    ];
    for (const row of rows) await gate.add(ann, model('article'), row);
  });

  const all = ['Alpha', 'beta', '100%_\\中文标题', 'Gamma'];
  const [alpha, beta, percent, gamma] = all;

  it.each<[string, Record<string, unknown>, (string | undefined)[]]>([
    ['eq', filter('title', 'eq', 'beta'), [beta]],
    ['= as a symbol', filter('views', '=', '50'), [beta]],
    ['ne holds for empty values', filter('category_id', 'ne', 1), [beta, percent, gamma]],
    ['<> as a symbol', filter('status', '<>', 'draft'), [beta, gamma]],
    ['gt', filter('views', 'gt', 50), [percent]],
    ['egt', filter('price', '>=', '10.5'), [alpha, gamma]],
    ['lt with decimals', filter('price', 'lt', '7.00'), [beta]],
    ['elt', filter('rate', 'elt', 12.5), [alpha]],
    ['gt of a decimal', filter('weight', 'gt', '1.124'), [alpha]],
    ['LIKE in any case', filter('title', 'LIKE', 'AM'), [gamma]],
    ['LIKE with wildcards as they are', filter('title', 'like', '%_\\'), [percent]],
    ['LIKE in Chinese', filter('title', 'LIKE', '文标'), [percent]],
    ['NOT LIKE', filter('title', 'NOT LIKE', 'a'), [percent]],
    ['NOT LIKE holds for empty values', filter('body', 'NOT LIKE', 'first'), [beta, percent, gamma]],
    ['STARTS WITH in any case', filter('title', 'STARTS WITH', 'AL'), [alpha]],
    ['STARTS WITH wildcards as they are', filter('title', 'starts with', '100%_\\'), [percent]],
    ['STARTS WITH what stands further on', filter('title', 'STARTS WITH', 'l'), []],
    ['ENDS WITH', filter('title', 'ENDS WITH', 'A'), [alpha, beta, gamma]],
    ['ENDS WITH in Chinese', filter('title', 'ENDS WITH', '标题'), [percent]],
    ['ENDS WITH what is longer', filter('title', 'ENDS WITH', 'xAlpha'), []],
    ['ENDS WITH of a related field', filter('category.name', 'ENDS WITH', 'T'), [beta]],
    ['IN as a list', filter('id', 'IN', ['1', '3']), [alpha, percent]],
    ['IN with commas', filter('id', 'IN', '1,4'), [alpha, gamma]],
    ['IN of nothing', filter('id', 'IN', ','), []],
    ['NOT IN', filter('category_id', 'NOT IN', [1, 2]), [percent, gamma]],
    ['RANGE of both', filter('views', 'RANGE', '5,50'), [alpha, beta, gamma]],
    ['RANGE from', filter('views', 'RANGE', '50,'), [beta, percent]],
    ['RANGE to', filter('views', 'RANGE', ',49'), [alpha, gamma]],
    ['RANGE of money', filter('price', 'RANGE', '1,10.49'), [percent]],
    ['NOT RANGE of both', filter('views', 'NOT RANGE', '5,50'), [percent]],
    ['NOT RANGE from', filter('views', 'NOT RANGE', '50,'), [alpha, gamma]],
    ['NOT RANGE to', filter('views', 'NOT RANGE', ',5'), [beta, percent]],
    ['RANGE of days', filter('day', 'RANGE', '2024-02-28,2024-12-31'), [alpha, beta]],
    ['RANGE of moments, a day to its end', filter('seen_at', 'RANGE', '2024-02-28,2024-03-01'), [alpha, beta]],
    ['RANGE of moments in seconds', filter('seen_at', 'RANGE', `${day('2024-03-01')},${day('2024-03-01')}`), [beta]],
    ['NULL', filter('category_id', 'NULL', true), [gamma]],
    ['NULL of a text', filter('body', 'NULL', true), [beta, percent, gamma]],
    ['NOT NULL', filter('day', 'NOT NULL', true), [alpha, beta, percent]],
    ['NULL of an empty list', filter('labels', 'NULL', ''), [percent, gamma]],
    ['NULL of relations', filter('tag_ids', 'NULL', true), [percent, gamma]],
    ['NOT NULL of relations', filter('tag_ids', 'NOT NULL', true), [alpha, beta]],
    ['FIND_IN_SET', filter('labels', 'FIND_IN_SET', 'b'), [alpha, beta]],
    ['FIND_IN_SET of several', filter('labels', 'FIND_IN_SET', ['a', 'b']), [alpha]],
    ['FIND_IN_SET of choices', filter('colors', 'FIND_IN_SET', 'blue'), [beta]],
    ['FIND_IN_SET of relations', filter('tag_ids', 'FIND_IN_SET', [1, 2]), [alpha]],
    ['a switch', filter('hot', 'eq', '1'), [alpha]],
    ['a switch that was never set is off', filter('hot', 'eq', 0), [beta, percent, gamma]],
    ['a related field', filter('category.name', 'LIKE', 'por'), [beta]],
    ['a related id', filter('category.id', 'eq', 2), [beta]],
    ['a computed field', filter('double', 'eq', '21'), [alpha, gamma]],
    [
      'several, AND-ed',
      {
        search: [
          { field: 'price', operator: 'eq', val: '10.50' },
          { field: 'status', operator: 'eq', val: 'live' },
        ],
      },
      [gamma],
    ],
    [
      'entries that lack a part are passed over',
      { search: [{ field: 'title', operator: 'eq' }, { field: 'title' }, { operator: 'eq', val: 1 }] },
      all,
    ],
    ['an index list as an object', { search: { 0: { field: 'title', operator: 'eq', val: 'beta' } } }, [beta]],
    ['quick search', { quickSearch: 'ALPHA' }, [alpha]],
    ['quick search by its older name', { quick_search: '标题' }, [percent]],
    ['quick search of one character', { quickSearch: '中' }, [percent]],
    ['quick search in any searched field', { quickSearch: 'irst' }, [alpha]],
    ['quick search that finds nothing', { quickSearch: 'nowhere' }, []],
    ['initValue', { initKey: 'id', initValue: ['4', 2] }, [beta, gamma]],
    ['initValue with commas and a table before the key', { initKey: 'article.id', initValue: '2,3' }, [beta, percent]],
    ['initValue of another key', { initKey: 'title', initValue: ['Gamma'] }, [gamma]],
    ['order downwards', { order: 'id,desc' }, all.toReversed()],
    ['order by several columns', { order: ['price,desc', 'title,desc'] }, [gamma, alpha, percent, beta]],
    ['order by several columns in one text', { order: 'price,asc;id,desc' }, [beta, percent, gamma, alpha]],
    ['order by a related column, empty first', { order: 'category.name' }, [gamma, percent, alpha, beta]],
    ['order by a related column, empty last', { order: 'category.name,desc' }, [beta, alpha, percent, gamma]],
    ['order with empty values first', { order: 'day,asc' }, [gamma, alpha, beta, percent]],
    ['order by a computed column', { order: 'double,asc' }, [beta, percent, alpha, gamma]],
    ['a page', { limit: 1, page: 2 }, [beta]],
    ['the last page, found from the end', { limit: 3, page: 2 }, [gamma]],
    ['a page behind the last', { page: 1e12 }, []],
    ['limit and page below one', { limit: 0, page: -3 }, [alpha]],
  ])('%s', async (_case, query, titles) => {
    expect(await list(query)).toEqual(titles);
  });

  it('counts what it finds, on every page', async () => {
    const answer = await fixture.gate.index(ann, fixture.model('article'), { quickSearch: 'a', limit: 1, page: 2 });
    expect(answer).toMatchObject({ total: 3, remark: '' });
    expect(answer.list).toHaveLength(1);
  });

  it('counts again after a row has come or gone', async () => {
    const total = async () => (await fixture.gate.index(ann, fixture.model('tag'), {})).total;
    expect(await total()).toBe(3);
    const { id } = await fixture.gate.add(ann, fixture.model('tag'), { name: 'four' });
    expect(await total()).toBe(4);
    await fixture.gate.del(ann, fixture.model('tag'), [id]);
    expect(await total()).toBe(3);
  });

  it('answers rows in wire format, related ones beside their ids', async () => {
    const { list: rows } = await fixture.gate.index(ann, fixture.model('article'), { initValue: '1' });
    expect(rows[0]).toMatchObject({
      id: 1,
      version: 1,
      title: 'Alpha',
      category_id: 1,
      category: { id: 1, name: 'News' },
      tag_ids: [1, 2],
      price: '10.50',
      rate: 12.5,
      weight: 1.125,
      hot: 1,
      labels: ['a', 'b'],
      colors: ['red'],
      day: '2024-02-28',
      seen_at: day('2024-02-28'),
      owner: 7,
      double: 21,
      body: '<p>first</p>',
      tag_ids_rows: [
        { id: 1, name: 'one' },
        { id: 2, name: 'two' },
      ],
    });
    expect(rows[0]).not.toHaveProperty('pin');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', filter('nope', 'eq', 1), 'rows:unknownField'],
    ['a secret field', filter('pin', 'eq', 1), 'rows:unknownField'],
    ['a related secret field', filter('category.secret_code', 'LIKE', 'a'), 'rows:unknownField'],
    ['a prototype key', filter('__proto__', 'eq', 1), 'rows:unknownField'],
    ['a path of more than 120 characters', filter(`${'a.'.repeat(60)}a`, 'eq', 1), 'rows:unknownField'],
    ['an unknown operator', filter('title', 'regexp', 'a'), 'rows:unknownOperator'],
    ['an operator in a list', filter('title', ['eq'] as never, 'a'), 'rows:unknownOperator'],
    ['an operator that the kind has not', filter('labels', 'gt', 'a'), 'rows:operatorOfField'],
    ['a word for a number', filter('views', 'eq', 'many'), 'rows:wrongOperand'],
    ['1e999', filter('views', 'eq', '1e999'), 'rows:wrongOperand'],
    ['NaN', filter('views', 'gt', 'NaN'), 'rows:wrongOperand'],
    ['hexadecimal', filter('views', 'gt', '0x10'), 'rows:wrongOperand'],
    ['an object for a value', filter('views', 'eq', { a: 1 }), 'rows:wrongOperand'],
    ['a day that does not exist', filter('day', 'eq', '2024-02-30'), 'rows:wrongOperand'],
    ['a range of three', filter('views', 'RANGE', '1,2,3'), 'rows:wrongRange'],
    ['a range of none', filter('views', 'RANGE', ','), 'rows:wrongRange'],
    [
      'too many values',
      filter(
        'id',
        'IN',
        Array.from({ length: 10_000 }, (_, at) => at + 1),
      ),
      'rows:tooManyValues',
    ],
    ['a filter that is a text', { search: ['title'] }, 'rows:wrongCondition'],
    ['an order of an unknown field', { order: 'nope,asc' }, 'rows:unknownField'],
    ['an order of a secret field', { order: 'pin' }, 'rows:unknownField'],
    ['an order with SQL in it', { order: '(select 1)' }, 'rows:wrongOrder'],
    ['an order with a statement behind it', { order: 'id;drop table x' }, 'rows:wrongOrder'],
    ['an order in no direction', { order: 'id,sideways' }, 'rows:wrongOrder'],
    ['an order by a list', { order: 'labels,asc' }, 'rows:notSortable'],
    ['100 orders', { order: Array.from({ length: 100 }, () => 'id,asc') }, 'rows:tooManyOrders'],
    ['a page that is a word', { page: 'abc' }, 'rows:wrongNumber'],
    ['a choice of rows that is neither yes nor no', { select: 'abc' }, 'rows:wrongFlag'],
    ['a tree that is neither wanted nor not', { isTree: ['1'] }, 'rows:wrongFlag'],
    ['a limit that is a list', { limit: ['1', '2'] }, 'rows:wrongNumber'],
    [
      'a page that is an object without a prototype',
      { page: Object.assign(Object.create(null), { a: '1' }) },
      'rows:wrongNumber',
    ],
    ['a limit that is an object with a text of its own', { limit: { toString: 1 } }, 'rows:wrongNumber'],
    ['a page that is a list of objects', { page: [{ toString: 1 }] }, 'rows:wrongNumber'],
    ['an unknown initKey', { initKey: 'nope', initValue: '1' }, 'rows:unknownField'],
    ['a secret initKey', { initKey: 'pin', initValue: '1' }, 'rows:unknownField'],
    ['a search that is an object', { quickSearch: { a: 1 } }, 'rows:wrongSearch'],
    ['NUL in a search', { quickSearch: 'a\0b' }, 'rows:wrongSearch'],
    ['a lone surrogate in a search', { quickSearch: '\ud800' }, 'rows:wrongSearch'],
  ])('refuses %s', async (_case, query, key) => {
    await expect(list(query)).rejects.toMatchObject({ name: 'Problem', key });
  });

  it.each(['page', 'limit'])('names the parameter that is no number: %s', (name) =>
    expect(list({ [name]: 'abc' })).rejects.toMatchObject({ params: { name, value: 'abc' } }),
  );

  it('finds and shows nothing of what the caller may not read', async () => {
    const bob = administrator(['content/article/index'], { id: 7 });
    expect(await list({}, bob)).toEqual(all);
    await expect(list(filter('note', 'eq', 'x'), bob)).rejects.toMatchObject({ key: 'rows:unknownField' });
    await expect(list({ order: 'note' }, bob)).rejects.toMatchObject({ key: 'rows:unknownField' });
    const { list: rows } = await fixture.gate.index(bob, fixture.model('article'), { order: 'id,asc' });
    expect(rows[0]).not.toHaveProperty('note');
    // A related row outside of the rule has no name, and cannot be found by it.
    expect(rows[2]).toMatchObject({ category_id: 3, category: null });
    expect(await list(filter('category.name', 'eq', 'Hidden'), bob)).toEqual([]);
    expect(await list({ order: 'category.name,asc' }, bob)).toEqual([percent, gamma, alpha, beta]);
  });

  it('shows rows outside of the rule to nobody', async () => {
    const eve = administrator(
      [
        'content/article/index',
        'content/article/edit',
        'content/article/del',
        'content/article/history',
        'content/article/restore',
      ],
      { id: 8 },
    );
    const article = fixture.model('article');
    const missing = { key: 'rows:notFound' };
    expect((await fixture.gate.index(eve, article, {})).total).toBe(0);
    expect(await list({ initValue: ['1'] }, eve)).toEqual([]);
    expect((await fixture.gate.select(eve, article, {})).total).toBe(0);
    await expect(fixture.gate.read(eve, article, 1)).rejects.toMatchObject(missing);
    await expect(fixture.gate.read(eve, article, 999)).rejects.toMatchObject(missing);
    await expect(fixture.gate.edit(eve, article, { id: 1, title: 'x' })).rejects.toMatchObject(missing);
    await expect(fixture.gate.history(eve, article, 1)).rejects.toMatchObject(missing);
    await expect(fixture.gate.del(eve, article, [1])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
  });
});
