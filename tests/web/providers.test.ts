import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessControlOf, setAllowed } from '../../src/web/providers/accessControl.ts';
import { allowedIn } from '../../src/web/realms/allowed.ts';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { targetOf } from '../../src/web/realms/realm.ts';
import { realmAt } from '../../src/web/realms/registry.ts';
import { openTab } from '../support/browserTab.ts';
import { startRestServer, type RestServer } from '../support/restServer.ts';

const tab = openTab();
const rows = async () => (await import('../../src/web/providers/dataProvider.ts')).dataProviderOf(adminRealm);
const last = () => tab.server.heard.at(-1)!;

describe('rows of our own server', () => {
  it('are listed by page, orders, search and trash', async () => {
    tab.server.answer = () => ({ data: { list: [{ id: 1 }], total: 31 } });
    const answer = await (
      await rows()
    ).getList({
      resource: 'content/article',
      pagination: { currentPage: 3, pageSize: 10, mode: 'server' },
      sorters: [
        { field: 'category.name', order: 'asc' },
        { field: 'id', order: 'desc' },
      ],
      filters: [
        { field: 'title', operator: 'contains', value: '你好' },
        { field: 'price', operator: 'between', value: ['1', null] },
        { field: 'time', operator: 'nbetween', value: [1, 2] },
        { field: 'status', operator: 'in', value: ['draft', 'live'] },
        { field: 'cover', operator: 'null', value: '' },
        { field: 'id', operator: 'gte', value: 5 },
      ],
      meta: { quickSearch: '北京', view: 'trash' },
    });
    expect(answer).toEqual({ data: [{ id: 1 }], total: 31 });
    expect([last().method, last().path, last().query]).toEqual([
      'GET',
      '/api/admin/content.article/index',
      {
        page: '3',
        limit: '10',
        order: ['category.name,asc', 'id,desc'],
        quickSearch: '北京',
        trash: '1',
        search: [
          { field: 'title', operator: 'LIKE', val: '你好' },
          { field: 'price', operator: 'RANGE', val: '1,' },
          { field: 'time', operator: 'NOT RANGE', val: '1,2' },
          { field: 'status', operator: 'IN', val: ['draft', 'live'] },
          { field: 'cover', operator: 'NULL', val: '' },
          { field: 'id', operator: 'egt', val: '5' },
        ],
      },
    ]);
  });

  it('are filtered by groups too', async () => {
    tab.server.answer = () => ({ data: { list: [], total: 0 } });
    const title = { field: 'title', operator: 'contains', value: 'a' } as const;
    await (
      await rows()
    ).getList({
      resource: 'content/article',
      filters: [
        title,
        { operator: 'or', value: [title, { operator: 'and', value: [{ field: 'price', operator: 'lt', value: 5 }] }] },
      ],
    });
    const condition = { field: 'title', operator: 'LIKE', value: 'a' };
    expect(last().query).toMatchObject({ search: [{ field: 'title', operator: 'LIKE', val: 'a' }] });
    expect(JSON.parse(String(last().query['filter']))).toEqual({
      or: [condition, { and: [{ field: 'price', operator: 'lt', value: 5 }] }],
    });
  });

  it('of a tree come whole and count themselves', async () => {
    tab.server.answer = () => ({ data: { list: [{ id: 1, children: [] }, { id: 2 }] } });
    const { total } = await (await rows()).getList({ resource: 'auth/rule', pagination: { mode: 'off' }, meta: {} });
    expect([total, last().query]).toEqual([2, {}]);
  });

  it('are read, added, changed and deleted', async () => {
    tab.server.answer = () => ({ data: { row: { id: 7, version: 2 } } });
    const provider = await rows();
    expect((await provider.getOne({ resource: 'a', id: 7 })).data).toEqual({ id: 7, version: 2 });
    await provider.create({ resource: 'a', variables: { title: 'x' }, meta: { headers: { 'Idempotency-Key': 'k' } } });
    await provider.update({ resource: 'a', id: 7, variables: { version: 1, title: 'y' } });
    await provider.deleteOne({ resource: 'a', id: 7 });
    await provider.deleteMany!({ resource: 'a', ids: [7, 8] });
    expect(
      tab.server.heard.map(({ method, path, query, body, headers }) => [
        method,
        path,
        query,
        body,
        headers['idempotency-key'],
      ]),
    ).toEqual([
      ['GET', '/api/admin/a/edit', { id: '7' }, undefined, undefined],
      ['POST', '/api/admin/a/add', {}, { title: 'x' }, 'k'],
      ['POST', '/api/admin/a/edit', {}, { id: 7, version: 1, title: 'y' }, undefined],
      ['DELETE', '/api/admin/a/del', { ids: ['7'] }, undefined, undefined],
      ['DELETE', '/api/admin/a/del', { ids: ['7', '8'] }, undefined, undefined],
    ]);
  });

  it('that cannot be listed are told by the list alone', async () => {
    tab.server.answer = () => ({ code: 0, msg: '排序字段不存在' });
    await expect((await rows()).getList({ resource: 'a' })).rejects.toMatchObject({
      message: '排序字段不存在',
      code: 0,
    });
    expect(tab.shown).toEqual([]);
  });
});

describe('rows of another REST server', () => {
  let server: RestServer;
  let resource = '';
  beforeAll(async () => {
    server = await startRestServer([]);
    resource = `${server.address}/v1/articles`;
  });
  beforeEach(
    () =>
      void server.items.splice(
        0,
        Infinity,
        { id: 1, title: 'one' },
        { id: 2, title: 'two' },
        { id: 3, title: 'three' },
      ),
  );
  afterAll(() => server.close());
  const provider = async () => (await import('../../src/web/providers/dataProvider.ts')).restProvider;

  it('are listed, read one by one and many at once, added, changed and deleted', async () => {
    const rest = await provider();
    expect(await rest.getList({ resource, pagination: { currentPage: 2, pageSize: 2, mode: 'server' } })).toEqual({
      data: [{ id: 3, title: 'three' }],
      total: 3,
    });
    expect((await rest.getOne({ resource, id: 2 })).data).toEqual({ id: 2, title: 'two' });
    expect((await rest.getMany!({ resource, ids: [3, 1] })).data.map(({ id }) => id)).toEqual([1, 3]);
    expect((await rest.create({ resource, variables: { title: 'four' } })).data).toEqual({ id: 4, title: 'four' });
    expect((await rest.update({ resource, id: 4, variables: { title: 'vier' } })).data).toEqual({
      id: 4,
      title: 'vier',
    });
    await rest.deleteOne({ resource, id: 1 });
    expect(server.items.map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  it('take any call at a whole address, and never hear of our tokens', async () => {
    tab.store('adminInfo', { token: 'canary-of-a-token' });
    const rest = await provider();
    const found = await rest.custom!({
      url: resource,
      method: 'get',
      query: { title: 'two' },
      sorters: [{ field: 'id', order: 'desc' }],
    });
    expect(found.data).toEqual([{ id: 2, title: 'two' }]);
    expect((await rest.custom!({ url: `${resource}/2`, method: 'patch', payload: { title: 'zwei' } })).data).toEqual({
      id: 2,
      title: 'zwei',
    });
    expect(JSON.stringify(server.heard)).not.toContain('canary-of-a-token');
    expect(server.heard.length).toBeGreaterThan(0);
  });
});

describe('what an administrator may do', () => {
  it('follows from the buttons of the menus', async () => {
    setAllowed(
      adminRealm,
      allowedIn(adminRealm, [
        {
          type: 'menu_dir',
          name: 'content',
          children: [
            {
              type: 'menu',
              name: 'content/article',
              children: [
                { type: 'button', name: 'content/article/index' },
                { type: 'button', name: 'content/article/edit' },
                { type: 'button', name: 'content/article/export' },
              ],
            },
            { type: 'menu', name: 'content/tag' },
          ],
        },
      ]),
    );
    const can = async (resource: string, action: string) =>
      (await accessControlOf(adminRealm).can({ resource, action })).can;
    expect(
      await Promise.all(['list', 'edit', 'export', 'create', 'delete'].map((action) => can('content/article', action))),
    ).toEqual([true, true, true, false, false]);
    expect([await can('content/tag', 'list'), await can('content', 'list'), await can('auth/admin', 'edit')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is also what the list of allowed addresses names, whole or as a path of this site', async () => {
    const nodes = allowedIn(adminRealm, [{ type: 'menu', name: 'a', children: [{ type: 'button', name: 'a/edit' }] }]);
    const can = async (resource: string, action: string) =>
      (await accessControlOf(adminRealm).can({ resource, action })).can;
    setAllowed(adminRealm, nodes, [
      'https://office.example.com/admin/a/export',
      '/admin/b/index',
      'https://other.example.com/x?y=1',
      'no address: %%',
    ]);
    const asked: [string, string, boolean][] = [
      ['a', 'edit', true],
      ['a', 'export', true],
      ['a', 'del', false],
      ['b', 'list', true],
      ['b', 'edit', false],
      ['a', '/admin/b/index', true],
      ['', 'edit', false],
      ['', 'https://other.example.com/x?y=1', true],
      ['', 'https://other.example.com/x', false],
      ['', 'http://office.example.com/admin/a/export', false],
    ];
    for (const [resource, action, expected] of asked)
      expect(await can(resource, action), `${resource} ${action}`).toBe(expected);
    setAllowed(adminRealm, nodes);
    expect([await can('a', 'edit'), await can('a', 'export')]).toEqual([true, false]);
  });
});

describe('the realm', () => {
  it.each([
    ['/admin', '', 'admin'],
    ['/admin/x', '', 'admin'],
    ['/administrator', '', 'member'],
    ['/', '#/admin', 'admin'],
    ['/', '#/admin?x=1', 'admin'],
    ['/', '#/adminx', 'member'],
    ['/user/admin', '', 'member'],
    ['/user', '#admin', 'member'],
    ['/user', '#/admin', 'admin'],
    ['/ADMIN/x', '', 'admin'],
  ] as const)('of %s%s is %s', (path, hash, name) => {
    expect(realmAt(path, hash).name).toBe(name);
  });
});

describe('where signing in leads', () => {
  it.each(['/admin', '/admin/content/article', '/admin/content/article?page=2'])('may be %s', (to) =>
    expect(targetOf(adminRealm, to)).toBe(to),
  );
  it.each([
    '//evil.example/admin',
    'https://evil.example/admin',
    '/\\evil.example',
    'javascript:alert(1)',
    '/administrator',
    '/guest/shop/wish',
    '/admin/login?to=/admin',
    '/admin/x#y',
    undefined,
    ['/admin'],
  ])('is never %j', (to) => expect(targetOf(adminRealm, to)).toBeUndefined());
});
