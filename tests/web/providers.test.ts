import { describe, expect, it } from 'vitest';
import { areaOf } from '../../src/web/http/session.ts';
import { accessControlProvider, authNodesOf, setAuthNode } from '../../src/web/providers/accessControl.ts';
import { openTab } from '../support/browserTab.ts';

const tab = openTab();
const rows = async () => (await import('../../src/web/providers/dataProvider.ts')).dataProvider;
const last = () => tab.server.heard.at(-1)!;

describe('rows of our own server', () => {
  it('are listed by page, orders, search and trash', async () => {
    tab.server.answer = () => ({ data: { list: [{ id: 1 }], total: 31 } });
    const answer = await (await rows()).getList({
      resource: 'content/article',
      pagination: { currentPage: 3, pageSize: 10, mode: 'server' },
      sorters: [{ field: 'category.name', order: 'asc' }, { field: 'id', order: 'desc' }],
      filters: [
        { field: 'title', operator: 'contains', value: '你好' }, { field: 'price', operator: 'between', value: ['1', null] }, { field: 'time', operator: 'nbetween', value: [1, 2] },
        { field: 'status', operator: 'in', value: ['draft', 'live'] }, { field: 'cover', operator: 'null', value: '' }, { field: 'id', operator: 'gte', value: 5 },
      ],
      meta: { quickSearch: '北京', trash: true },
    });
    expect(answer).toEqual({ data: [{ id: 1 }], total: 31 });
    expect([last().method, last().path, last().query]).toEqual(['GET', '/api/admin/content.article/index', {
      page: '3', limit: '10', order: ['category.name,asc', 'id,desc'], quickSearch: '北京', trash: '1',
      search: [
        { field: 'title', operator: 'LIKE', val: '你好' }, { field: 'price', operator: 'RANGE', val: '1,' }, { field: 'time', operator: 'NOT RANGE', val: '1,2' },
        { field: 'status', operator: 'IN', val: ['draft', 'live'] }, { field: 'cover', operator: 'NULL', val: '' }, { field: 'id', operator: 'egt', val: '5' },
      ],
    }]);
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
    expect(tab.server.heard.map(({ method, path, query, body, headers }) => [method, path, query, body, headers['idempotency-key']])).toEqual([
      ['GET', '/api/admin/a/edit', { id: '7' }, undefined, undefined],
      ['POST', '/api/admin/a/add', {}, { title: 'x' }, 'k'],
      ['POST', '/api/admin/a/edit', {}, { id: 7, version: 1, title: 'y' }, undefined],
      ['DELETE', '/api/admin/a/del', { ids: ['7'] }, undefined, undefined],
      ['DELETE', '/api/admin/a/del', { ids: ['7', '8'] }, undefined, undefined],
    ]);
  });

  it('that cannot be listed are told by the list alone', async () => {
    tab.server.answer = () => ({ code: 0, msg: '排序字段不存在' });
    await expect((await rows()).getList({ resource: 'a' })).rejects.toMatchObject({ message: '排序字段不存在', code: 0 });
    expect(tab.shown).toEqual([]);
  });
});

describe('what an administrator may do', () => {
  it('follows from the buttons of the menus', async () => {
    setAuthNode(authNodesOf([
      { type: 'menu_dir', name: 'content', children: [
        { type: 'menu', name: 'content/article', children: [{ type: 'button', name: 'content/article/index' }, { type: 'button', name: 'content/article/edit' }, { type: 'button', name: 'content/article/export' }] },
        { type: 'menu', name: 'content/tag' },
      ] },
    ]));
    const can = async (resource: string, action: string) => (await accessControlProvider.can({ resource, action })).can;
    expect(await Promise.all(['list', 'edit', 'export', 'create', 'delete'].map((action) => can('content/article', action)))).toEqual([true, true, true, false, false]);
    expect([await can('content/tag', 'list'), await can('content', 'list'), await can('auth/admin', 'edit')]).toEqual([false, false, false]);
  });
});

describe('the area', () => {
  it.each([
    ['/admin', '', 'admin'], ['/admin/x', '', 'admin'], ['/administrator', '', 'member'], ['/', '#/admin', 'admin'], ['/', '#/admin?x=1', 'admin'],
    ['/', '#/adminx', 'member'], ['/user/admin', '', 'member'], ['/user', '#admin', 'member'],
  ] as const)('of %s%s is that of %s', (path, hash, area) => {
    expect(areaOf(path, hash)).toBe(area);
  });
});
