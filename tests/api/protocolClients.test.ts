import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { f, settings } from '#resource';
import { definePlugin } from '#plugin';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { password, startServer, type Asked, type TestServer } from '../support/server.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const parcels = settings('parcels', {
  parcels_by: f.enum({ post: 'Post', own: 'Own' }, { default: 'post', required: true }),
  parcels_depot: f.text({ required: true, when: { parcels_by: 'own' } }),
});
declare module '#resource' {
  interface SettingsGroups {
    parcels: typeof parcels;
  }
}

const posting = definePlugin({
  name: 'posting',
  settings: [parcels.group({ label: 'Parcels' })],
  routes: [
    {
      method: 'POST',
      url: '/admin/posting/send',
      node: 'signed-in',
      title: { 'zh-cn': '寄出包裹', en: 'Send a parcel' },
      handler: () => null,
    },
  ],
});

/** What clients of the protocol read, by the names and in the forms that they know. */
eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer(await place(), { resources: sampleTables, plugins: [posting] });
    token = await server.signIn();
    await addPerson(server.app.gate, 'reader', password, ['auth/adminLog/index', 'auth/admin/index']);
    await addPerson(server.app.gate, 'nobody', password, []);
  });
  afterAll(() => server.close());

  const call = async (method: string, url: string, asked: Asked = {}) =>
    (await server.request(method, `/api/admin/${url}`, { token, ...asked })).json;
  const listed = async (url: string, query: Record<string, unknown> = {}) => {
    const { code, msg, data } = await call('GET', `${url}/index`, { query: { isTree: 0, limit: 1000, ...query } });
    expect(code, msg).toBe(1);
    return data['list'] as Row[];
  };
  const where = (field: string, operator: string, val: unknown) => ({ search: [{ field, operator, val }] });

  describe('times under the names of the specification', () => {
    it.each([
      ['auth.admin', { createtime: 'create_time', lastlogintime: 'last_login_time', lastloginip: 'last_login_ip' }],
      ['auth.group', { createtime: 'create_time', updatetime: 'update_time' }],
      ['auth.rule', { createtime: 'create_time', updatetime: 'update_time' }],
      ['auth.adminLog', { createtime: 'create_time' }],
    ])('stand beside ours in rows of %s', async (url, names) => {
      // Entries of the log are written behind the answers.
      await expect.poll(async () => (await listed(url)).length).toBeGreaterThan(0);
      const [row] = await listed(url);
      for (const [alias, name] of Object.entries(names)) {
        expect(row, alias).toHaveProperty(alias);
        expect(row![alias], alias).toEqual(row![name]);
      }
      const whole = (await call('GET', `${url}/edit`, { query: { id: row!.id } })).data['row'] as Row;
      expect(whole['createtime']).toBe(whole['create_time']);
    });

    it('sort and filter, also of related rows', async () => {
      const ids = async (query: Record<string, unknown>) => (await listed('auth.admin', query)).map(({ id }) => id);
      const never = await ids(where('last_login_time', 'NULL', true));
      expect(never).toHaveLength(2);
      expect(await ids(where('lastlogintime', 'NULL', true))).toEqual(never);
      expect(await ids({ order: 'lastlogintime,desc' })).toEqual(await ids({ order: 'last_login_time,desc' }));
      expect(await listed('auth.adminLog', where('admin.lastlogintime', 'NULL', true))).toEqual([]);
      expect(await ids({ initKey: 'createtime', initValue: [1] })).toEqual([]);
    });

    it('come back with an edit and change nothing, and are no way to set a time', async () => {
      const { row } = (await call('GET', 'auth.admin/edit', { query: { id: 1 } })).data as { row: Row };
      const body = { ...row, createtime: 1, motto: 'seen' };
      expect(await call('POST', 'auth.admin/edit', { body })).toMatchObject({
        code: 1,
        data: { row: { motto: 'seen', create_time: row['create_time'], createtime: row['create_time'] } },
      });
    });

    it('are names of these tables only', async () => {
      expect(await call('GET', 'content.article/index', { query: { order: 'createtime,desc' } })).toMatchObject({
        code: 0,
        msg: expect.stringContaining('createtime') as string,
      });
    });
  });

  describe('the groups of an administrator under the names of the protocol', () => {
    const one = async (id: number) => (await call('GET', 'auth.admin/edit', { query: { id } })).data['row'] as Row;
    const save = (body: Row | Record<string, unknown>) => call('POST', 'auth.admin/edit', { body });
    const person = { nickname: 'Groups', password: 'Groups-123' };
    let groups: number[];
    beforeAll(async () => {
      const rows = server.app.gate.rows('admin_group');
      const first = await rows.add({ name: 'First', pid: 1 });
      groups = [first.id, (await rows.add({ name: 'Second', pid: 1 })).id];
    });

    it('are written by them, and stand in rows with their names', async () => {
      const [first, second] = groups as [number, number];
      const body = { ...person, username: 'grouped', group_arr: [String(first)], group_ids: [] };
      const added = await call('POST', 'auth.admin/add', { body });
      expect(added, added.msg).toMatchObject({ code: 1 });
      const { id } = added.data['row'] as Row;
      const listed = async () => (await call('GET', 'auth.admin/index', { query: { initValue: [id] } })).data['list'];
      const held = (ids: readonly number[], names: readonly string[]) => ({
        group_ids: ids,
        group_arr: ids,
        group_name_arr: names,
      });
      expect(await listed()).toMatchObject([held([first], ['First'])]);
      // Whole rows come back with one of the names changed.
      expect(await save({ ...(await one(id)), group_arr: [first, second] })).toMatchObject({ code: 1 });
      expect(await one(id)).toMatchObject(held([first, second], ['First', 'Second']));
      expect(await save({ ...(await one(id)), group_ids: [second] })).toMatchObject({ code: 1 });
      expect(await one(id)).toMatchObject(held([second], ['Second']));
      expect(await save({ id, group_arr: [first] })).toMatchObject({ code: 1 });
      expect(await save({ id, group_name_arr: ['Second'] })).toMatchObject({ code: 1 });
      expect(await one(id)).toMatchObject(held([first], ['First']));
      const search = { search: [{ field: 'group_name_arr', operator: 'eq', val: 'First' }] };
      expect((await call('GET', 'auth.admin/index', { query: search })).data['list']).toMatchObject([{ id }]);
    });

    it('are refused when both names say different things, and by who may not give them', async () => {
      const [first, second] = groups as [number, number];
      const body = { ...person, username: 'torn', group_arr: [first], group_ids: [second] };
      expect(await call('POST', 'auth.admin/add', { body })).toMatchObject({
        code: 0,
        data: { errors: { group_ids: expect.stringContaining('group_arr') as string } },
      });
      await addPerson(server.app.gate, 'adder', password, ['auth/admin/add']);
      const adder = await server.signIn('adder');
      const others = { ...person, username: 'risen', group_arr: [1] };
      expect(await call('POST', 'auth.admin/add', { token: adder, body: others })).toMatchObject({
        code: 0,
        data: { errors: { group_ids: expect.any(String) as string } },
      });
    });
  });

  it('menu rules are also found where some clients have them, with the rights of the table', async () => {
    const query = { isTree: 0, limit: 5 };
    const { list } = (await call('GET', 'auth.rule/index', { query })).data;
    expect((await call('GET', 'auth.Menu/index', { query })).data['list']).toEqual(list);
    expect(await call('GET', 'auth.menu/index', { token: await server.signIn('nobody') })).toMatchObject({ code: 401 });
  });

  it('a switch takes enable and disable', async () => {
    const { id } = (await listed('auth.admin', where('username', 'eq', 'nobody')))[0]!;
    const statusOf = async () =>
      ((await call('GET', 'auth.admin/edit', { query: { id } })).data['row'] as Row)['status'];
    expect(await call('POST', 'auth.admin/edit', { body: { id, status: 'disable' } })).toMatchObject({ code: 1 });
    expect(await statusOf()).toBe(0);
    expect((await listed('auth.admin', where('status', 'eq', 'disable'))).map((row) => row.id)).toEqual([id]);
    expect(await call('POST', 'auth.admin/edit', { body: { id, status: 'enable' } })).toMatchObject({ code: 1 });
    expect(await statusOf()).toBe(1);
    expect(await call('POST', 'auth.admin/edit', { body: { id, status: 'enabled' } })).toMatchObject({ code: 0 });
  });

  it('there is one database, which super administrators are told', async () => {
    const list = async (quickSearch?: string) =>
      (await call('GET', 'ajax/getDatabaseConnectionList', { query: { quickSearch } })).data['list'];
    expect(await list()).toEqual([{ type: '', database: '', key: '' }]);
    expect(await list('nothing')).toEqual([]);
    const nobody = await server.signIn('nobody');
    expect(await call('GET', 'ajax/getDatabaseConnectionList', { token: nobody })).toMatchObject({ code: 401 });
  });

  describe('LIKE', () => {
    it('looks into numbers as into texts', async () => {
      const ids: Record<string, number> = {};
      for (const price of ['12.50', '125.00', '0.12'])
        ids[price] = (
          (await call('POST', 'content.article/add', { body: { title: price, price } })).data['row'] as Row
        ).id;
      const prices = async (operator: string, val: unknown) =>
        (await listed('content.article', { ...where('price', operator, val), order: 'id,asc' })).map(
          (row) => row['price'],
        );
      expect(await prices('LIKE', '12')).toEqual(['12.50', '125.00', '0.12']);
      expect(await prices('LIKE', '12.5')).toEqual(['12.50']);
      expect(await prices('LIKE', '.50')).toEqual(['12.50']);
      expect(await prices('LIKE', 5)).toEqual(['12.50', '125.00']);
      expect(await prices('NOT LIKE', '.5')).toEqual(['125.00', '0.12']);
      expect(await prices('LIKE', '%')).toEqual([]);
      const id = ids['0.12']!;
      expect((await listed('content.article', where('id', 'LIKE', String(id)))).map((row) => row.id)).toContain(id);
      await expect.poll(() => listed('auth.adminLog', where('admin_id', 'LIKE', '1'))).not.toEqual([]);
    });

    it('is still refused where values are no numbers', async () => {
      expect(await call('GET', 'auth.admin/index', { query: where('status', 'LIKE', '1') })).toMatchObject({ code: 0 });
      expect(await call('GET', 'auth.admin/index', { query: where('create_time', 'LIKE', '1') })).toMatchObject({
        code: 0,
      });
    });
  });

  describe('the log of administrators', () => {
    it('tells what was sent as a text of JSON, to who may list it', async () => {
      const body = { name: 'noted', pid: 1 };
      await call('POST', 'auth.group/add', { body });
      const reader = await server.signIn('reader');
      const entries = async (title: string, as: string) =>
        (await call('GET', 'auth.adminLog/index', { token: as, query: where('title', 'eq', title) })).data[
          'list'
        ] as Row[];
      const detail = async (title: string, as: string) => {
        // Entries are written behind the answers.
        await expect.poll(async () => (await entries(title, as)).length).toBe(1);
        const [{ id } = { id: 0 }] = await entries(title, as);
        return ((await call('GET', 'auth.adminLog/edit', { token: as, query: { id } })).data['row'] as Row)['data'];
      };
      expect(await detail('Groups-New', token)).toBe('{"name":"noted","pid":1}');
      expect(await detail('Sign in', reader)).toMatch(/^\{.*"username":"reader"/);
    });

    it('calls what has no page by a title, in the language of the reader', async () => {
      await call('POST', 'ajax/clearCache', { body: { type: 'all' } });
      await call('POST', 'posting/send');
      const titles = async (language: string) =>
        (
          (await call('GET', 'auth.adminLog/index', { query: { limit: 1000 }, headers: { 'think-lang': language } }))
            .data['list'] as Row[]
        ).map(({ title }) => title);
      await expect.poll(() => titles('en')).toEqual(expect.arrayContaining(['Clear caches', 'Send a parcel']));
      expect(await titles('zh-cn')).toEqual(expect.arrayContaining(['清理缓存', '寄出包裹']));
    });
  });

  it('a setting that another one hides is not required', async () => {
    const ruleOf = async () => {
      const { list } = (await call('GET', 'routine.Config/index')).data as {
        list: Record<string, { list: { name: string; rule: string }[] }>;
      };
      return list['parcels']!.list.find(({ name }) => name === 'parcels_depot')!.rule;
    };
    expect(await ruleOf()).toBe('');
    const body = { parcels_by: 'own', parcels_depot: 'Shanghai' };
    expect(await call('POST', 'routine.Config/edit', { body })).toMatchObject({ code: 1 });
    expect(await ruleOf()).toBe('required');
  });

  it('an entry without a weight goes to the end of a tree, a row to the top of a list', async () => {
    const body = { type: 'menu', title: 'Ours', name: 'ours/page' };
    expect(await call('POST', 'auth.rule/add', { body })).toMatchObject({ code: 1 });
    expect((await listed('auth.rule')).at(-1)).toMatchObject({ title: 'Ours' });
    const { menus } = (await call('GET', 'Index/index')).data as { menus: { title: string; extend: string }[] };
    expect(menus.at(-1)).toMatchObject({ title: 'Ours' });
    await call('POST', 'content.article/add', { body: { title: 'newest' } });
    expect((await listed('content.article', { order: 'weigh,desc' }))[0]).toMatchObject({ title: 'newest' });
  });

  it('an administrator without any menu is told so, and who they are', async () => {
    const nobody = await server.signIn('nobody');
    expect(await call('GET', 'Index/index', { token: nobody })).toMatchObject({
      code: 0,
      msg: 'There is no page yet that you may open. Ask an administrator to give you permissions',
      data: { adminInfo: { username: 'nobody' }, menus: [{ name: 'routine/adminInfo' }] },
    });
    const reader = await server.signIn('reader');
    expect(await call('GET', 'Index/index', { token: reader })).toMatchObject({ code: 1 });
  });
});
