import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const client = table('client', { phone: f.text({ required: true }), mark_ids: f.belongsToMany('mark') });
const mark = table('mark', { name: f.text({ required: true }), owner: f.int() });
const visit = table('visit', { note: f.text({}), client_id: f.belongsTo('client'), place_id: f.belongsTo('place') });
const place = table('place', { name: f.text({ required: true }) });
declare module '#resource' {
  interface Tables {
    client: typeof client;
    mark: typeof mark;
    visit: typeof visit;
    place: typeof place;
  }
}
const resources = [
  client.resource({
    path: 'crm/client',
    title: 'phone',
    traits: { history: true },
    access: { phone: { read: (caller) => caller.super } },
  }),
  mark.resource({ path: 'crm/mark', rows: { read: (caller) => caller.super || { owner: caller.id } } }),
  place.resource({ path: 'crm/place' }),
  // Where somebody was is not for everybody, though they may list places.
  visit.resource({
    path: 'crm/visit',
    list: { columns: ['note', 'place.name'] },
    access: { place_id: { read: (caller) => caller.super } },
  }),
];

eachDatabase((_name, _open, room) => {
  let server: TestServer;
  let admin: string;
  let worker: string;
  let workerId: number;
  const ask = async (
    token: string,
    method: string,
    url: string,
    asked: { body?: Record<string, unknown>; query?: Record<string, unknown> } = {},
  ) => (await server.request(method, `/api/admin/${url}`, { token, ...asked })).json;
  const rulesOf = async (...names: string[]): Promise<number[]> =>
    (await server.app.gate.rows('admin_rule').list({ name: { in: names } })).map(({ id }) => id);
  async function person(username: string, ...nodes: string[]): Promise<number> {
    const group = await server.app.gate
      .rows('admin_group')
      .add({ name: username, pid: 1, rule_ids: await rulesOf(...nodes) });
    return (
      await server.app.gate
        .rows('admin')
        .add({ username, nickname: username, password: 'Person-1', group_ids: [group.id] })
    ).id;
  }

  beforeAll(async () => {
    server = await startServer(await room(), { resources });
    admin = await server.signIn();
    workerId = await person(
      'worker',
      'crm/visit',
      'crm/visit/index',
      'crm/visit/add',
      'crm/client',
      'crm/client/index',
      'crm/client/history',
    );
    worker = await server.signIn('worker', 'Person-1');
    const theirs = await server.app.gate.rows('mark').add({ name: 'theirs', owner: 1 });
    const own = await server.app.gate.rows('mark').add({ name: 'own', owner: workerId });
    await server.app.gate.rows('client').add({ phone: '13800001111', mark_ids: [theirs.id, own.id] });
    await server.app.gate.rows('client').add({ phone: '13900002222', mark_ids: [theirs.id] });
  });
  afterAll(() => server.close());

  it('never names a row by a title that the caller may not read', async () => {
    const clerk = await person('clerk', 'crm/visit', 'crm/visit/index', 'crm/visit/add');
    expect(clerk).toBeGreaterThan(0);
    for (const token of [worker, await server.signIn('clerk', 'Person-1')]) {
      const answer = await ask(token, 'GET', 'crm.client/select', { query: { select: true } });
      expect([answer.code, JSON.stringify(answer.data).includes('13800001111')]).toEqual([1, false]);
      const found = await ask(token, 'GET', 'crm.client/select', { query: { select: true, quickSearch: '1380' } });
      expect(JSON.stringify(found.data)).toBe(
        JSON.stringify(
          (await ask(token, 'GET', 'crm.client/select', { query: { select: true, quickSearch: '9999' } })).data,
        ),
      );
    }
  });

  it('filters by related rows only as far as the caller sees them', async () => {
    const found = async (operator: string, val: unknown): Promise<number> =>
      (
        (await ask(worker, 'GET', 'crm.client/index', { query: { search: [{ field: 'mark_ids', operator, val }] } }))
          .data as unknown as { total: number }
      ).total;
    expect([await found('FIND_IN_SET', 1), await found('FIND_IN_SET', 2), await found('FIND_IN_SET', 999)]).toEqual([
      0, 1, 0,
    ]);
    expect([await found('NULL', true), await found('NOT NULL', true)]).toEqual([1, 1]);
    // What decides about the total belongs to another table.
    await server.app.gate.rows('mark').edit(1, { owner: workerId });
    expect([await found('NULL', true), await found('NOT NULL', true)]).toEqual([0, 2]);
    await server.app.gate.rows('mark').edit(1, { owner: 1 });
  });

  it('leads nobody to another table by a field that they may not read', async () => {
    const here = await server.app.gate.rows('place').add({ name: 'here' });
    await server.app.gate.rows('visit').add({ note: 'was here', place_id: here.id });
    await person('guard', 'crm/visit', 'crm/visit/index', 'crm/place', 'crm/place/index');
    const guard = await server.signIn('guard', 'Person-1');
    const asked = [
      ...['place_id', 'place.id', 'place.name', 'Place.name'].map((field) => ({
        search: [{ field, operator: 'eq', val: field.endsWith('name') ? 'here' : here.id }],
      })),
      { order: 'place.name,desc' },
      { initKey: 'place_id', initValue: [here.id] },
    ];
    for (const query of asked) {
      expect((await ask(admin, 'GET', 'crm.visit/index', { query })).code).toBe(1);
      for (const action of ['index', 'select'])
        expect((await ask(guard, 'GET', `crm.visit/${action}`, { query })).code, JSON.stringify(query)).toBe(0);
    }
    const shown = [await ask(guard, 'GET', 'crm.visit/index'), await ask(guard, 'GET', 'crm.visit/manifest')];
    expect(shown.map(({ code }) => code)).toEqual([1, 1]);
    expect(JSON.stringify(shown)).toContain('was here');
    expect(JSON.stringify(shown)).not.toMatch(/"place|"here"/);
  });

  it('leaves related rows out of the history that the caller may not see', async () => {
    const marks = async (token: string): Promise<unknown> => {
      const { data } = await ask(token, 'GET', 'crm.client/history', { query: { id: 1 } });
      const entries = (data as unknown as { list: { changes: Record<string, { after: unknown }> }[] }).list;
      return entries[0]!.changes['mark_ids']!.after;
    };
    expect([await marks(admin), await marks(worker)]).toEqual([[1, 2], [2]]);
  });

  it('lets nobody but super administrators change what everybody has in the menu', async () => {
    const { row: link } = (
      await ask(admin, 'POST', 'auth.rule/add', {
        body: { type: 'menu', menu_type: 'link', title: 'Ours', name: 'ours', url: 'https://example.com/' },
      })
    ).data as unknown as { row: { id: number } };
    const nodes = ['index', 'add', 'edit', 'del', 'sortable'].map((action) => `auth/rule/${action}`);
    await person('chief', 'auth', 'auth/rule', 'ours', ...nodes);
    const chief = await server.signIn('chief', 'Person-1');
    const [page] = await rulesOf('auth/rule');
    const before = await server.app.gate.rows('admin_rule').list();
    expect((await ask(chief, 'GET', 'auth.rule/edit', { query: { id: link.id } })).code).toBe(1);
    for (const id of [page, link.id]) {
      for (const change of [
        { title: 'Theirs' },
        { icon: 'fa fa-bug' },
        { remark: 'x' },
        { keepalive: 0 },
        { status: 0 },
        { path: 'elsewhere' },
        { menu_type: 'iframe', url: 'https://evil.example/' },
        { extend: 'add_rules_only' },
      ])
        expect((await ask(chief, 'POST', 'auth.rule/edit', { body: { id, ...change } })).code).toBe(401);
      expect((await ask(chief, 'DELETE', 'auth.rule/del', { query: { ids: [id] } })).code).toBe(401);
    }
    expect((await ask(chief, 'POST', 'auth.rule/sortable', { body: { id: link.id, targetId: page } })).code).toBe(401);
    expect((await ask(chief, 'POST', 'auth.rule/add', { body: { title: 'x', name: 'x/y' } })).code).toBe(401);
    expect((await ask(chief, 'GET', 'auth.rule/manifest')).data).toMatchObject({ actions: ['index'] });
    expect(await server.app.gate.rows('admin_rule').list()).toEqual(before);
    for (const change of [{ status: 0 }, { path: 'login' }, { path: 'loading/x' }])
      expect((await ask(admin, 'POST', 'auth.rule/edit', { body: { id: page, ...change } })).code).toBe(0);
    expect((await ask(admin, 'DELETE', 'auth.rule/del', { query: { ids: [link.id] } })).code).toBe(1);
  });

  it('refuses paths of menu entries that are none of a page, and names that would stand for one', async () => {
    const [page] = await rulesOf('auth/rule');
    const wrong = [
      '__proto__',
      'a/__proto__',
      'constructor',
      'prototype/x',
      '.',
      '..',
      '../index',
      'a/../b',
      'a/.',
      '/',
      '//',
      '/a',
      'a/',
      'a//b',
      'dashboard/',
      '?x=1',
      'a?x=1',
      'a#b',
      'a&b',
      'a b',
      'a%2fb',
      'loading',
      'iframe/x',
    ];
    for (const path of wrong) {
      expect((await ask(admin, 'POST', 'auth.rule/edit', { body: { id: page, path } })).data, path).toEqual({
        errors: { path: "The format isn't valid" },
      });
      expect(
        (await ask(admin, 'POST', 'auth.rule/add', { body: { type: 'menu', title: 'x', name: 'x/y', path } })).data,
        path,
      ).toEqual({ errors: { path: "The format isn't valid" } });
    }
    for (const name of ['a?x=1', 'a//b', 'a/', 'a/../b', 'constructor', 'login']) {
      expect(
        (await ask(admin, 'POST', 'auth.rule/add', { body: { type: 'menu', title: 'x', name } })).data,
        name,
      ).toEqual({ errors: { path: "The format isn't valid" } });
    }
    expect(await server.app.gate.rows('admin_rule').get(page!)).toMatchObject({ path: 'auth/rule' });
    for (const [at, path] of [
      'auth/rule',
      'x',
      'routine/adminInfo',
      'a-b/c_d.e/9',
      '...',
      'my.constructor',
      'loadings/x',
      '_proto_',
    ].entries()) {
      expect(
        await ask(admin, 'POST', 'auth.rule/add', {
          body: { type: 'menu', title: 'x', name: `fine/p${at}?x=1`, path },
        }),
        path,
      ).toMatchObject({ code: 1, data: { row: { path } } });
    }
    expect(
      await ask(admin, 'POST', 'auth.rule/add', { body: { type: 'button', title: 'x', name: 'fine/list?x=1' } }),
    ).toMatchObject({ code: 1 });
  });

  it('asks for the old password wherever one changes one’s own', async () => {
    expect(
      (await ask(admin, 'POST', 'auth.admin/edit', { body: { id: 1, password: 'Another-1' } })).data,
    ).toMatchObject({ errors: { password: expect.stringContaining('My profile') as string } });
    expect(
      (await ask(admin, 'POST', 'routine.AdminInfo/edit', { body: { password: 'Another-1' } })).data,
    ).toHaveProperty('errors.oldPassword');
  });

  it('does not bring sessions back when an account is switched off and on', async () => {
    await person('paused', 'crm/visit', 'crm/visit/index');
    const token = await server.signIn('paused', 'Person-1');
    const [account] = await server.app.gate.rows('admin').list({ username: 'paused' });
    for (const status of [0, 1])
      expect((await ask(admin, 'POST', 'auth.admin/edit', { body: { id: account!.id, status } })).code).toBe(1);
    expect((await ask(token, 'GET', 'Index/index')).code).toBe(302);
  });
});
