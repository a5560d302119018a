import { afterEach, expect, it } from 'vitest';
import { extend, f, fieldKind, settings, table, type FieldKind } from '#resource';
import { definePlugin, job } from '#plugin';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { guests } from '../support/guests.ts';
import { rating as stars } from '../support/ownKinds.ts';
import { startServer, type ServerOptions, type TestServer } from '../support/server.ts';

const shop = table('module_shop', { name: f.text({ required: true, label: { 'zh-cn': '店名', en: 'Name' } }) });
const shops = shop.resource({ path: 'module/shop', label: { 'zh-cn': '店铺', en: 'Shops' } });
const visit = table('module_visit', { shop_id: f.belongsTo('module_shop') });
const visits = visit.resource({ path: 'module/visit', label: 'Visits' });
declare module '#resource' {
  interface Tables {
    module_shop: typeof shop;
  }
}

// Nobody has a page of these: one has no name for people either.
const hidden = table('module_hidden', { name: f.text() }).resource({ page: false });
const named = table('module_named', { name: f.text() }).resource({ page: false, label: 'Notes' });

const shopPlugin = definePlugin({
  name: 'shop',
  version: '1.2.0',
  label: { 'zh-cn': '商店', en: 'Shop' },
  description: { 'zh-cn': '管理店铺。', en: 'Manages shops.' },
  resources: [shops, hidden, named],
  menu: [
    { path: 'module/report', label: { 'zh-cn': '报表', en: 'Report' } },
    { path: 'mine', realm: 'shopper', label: { 'zh-cn': '我的', en: 'Mine' } },
  ],
  settings: [settings('module_hours', { opens: f.time() }).group({ label: { 'zh-cn': '营业时间', en: 'Hours' } })],
  cards: [{ label: { 'zh-cn': '客流', en: 'Visitors' }, value: () => 7 }],
  jobs: [job({ name: 'count', run: () => {} })],
  commands: [
    { name: 'shop.close', label: { 'zh-cn': '打烊', en: 'Close' }, argv: ['true'], node: 'module/report/index' },
  ],
  routes: [{ method: 'GET', url: '/admin/module/report', node: 'module/report', handler: () => 'all is well' }],
});
const rating = definePlugin({ name: 'rating', extensions: [extend('module_shop', { stars: f.int() }).with({})] });
const guide = definePlugin({ name: 'guide', requires: ['shop'] });

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  const start = async (where: Place, options: ServerOptions = {}) => {
    const server = await startServer(where, { plugins: [shopPlugin], resources: [shops, hidden, named], ...options });
    servers.push(server);
    const token = await server.signIn();
    const get = async (url: string, headers = {}) => (await server.request('GET', url, { token, headers })).json;
    const post = async (url: string, body: object) =>
      (await server.request('POST', url, { token, body: { ...body } })).json;
    const modules = async () => {
      const { installed } = (await get('/api/admin/module/index')).data as {
        installed: { uid: string; state: number }[];
      };
      return Object.fromEntries(installed.map(({ uid, state }) => [uid, state]));
    };
    const turn = (uid: string, state: unknown) => post('/api/admin/module/changeState', { uid, state });
    return { server, get, post, modules, turn };
  };
  const end = async (server: TestServer): Promise<void> => {
    servers.splice(servers.indexOf(server), 1);
    await server.close();
  };

  it('shows what each plugin adds, in the language of who asks', async () => {
    const { get } = await start(await place());
    const { installed } = (await get('/api/admin/module/index', { 'think-lang': 'en' })).data as {
      installed: object[];
    };
    expect(installed).toContainEqual({
      uid: 'shop',
      folder: 'shop',
      title: 'Shop',
      intro: 'Manages shops.',
      version: '1.2.0',
      icon: '',
      requires: [],
      state: 1,
      wanted: true,
      failures: [],
      adds: {
        tables: [{ title: 'Shops', path: 'admin/module/shop' }, { title: 'Notes' }],
        // Whoever asks has no page in another realm.
        pages: [{ title: 'Report', path: 'admin/module/report' }, { title: 'Mine' }],
        settings: [{ title: 'Hours', path: 'admin/routine/config?group=module_hours' }],
        cards: ['Visitors'],
        commands: ['Close'],
        jobs: 1,
        kinds: [],
        realms: [],
        routes: 1,
      },
    });
  });

  it('calls kinds of fields and of accounts what people call them', async () => {
    const label = { 'zh-cn': '文件大小', en: 'Size of a file' };
    const size = { ...(stars.kind as unknown as FieldKind<number>), kind: 'fileSize', label };
    const kinds = definePlugin({ name: 'kinds', fields: [stars.kind, fieldKind<number>(size).kind] });
    const { get } = await start(await place(), { plugins: [kinds, guests], resources: guests.resources! });
    const added = async (language: string) => {
      const { installed } = (await get('/api/admin/module/index', { 'think-lang': language })).data as {
        installed: { adds: { kinds: string[]; realms: string[] } }[];
      };
      return installed.map(({ adds: { kinds: fields, realms } }) => [...fields, ...realms]);
    };
    expect(await added('en')).toEqual([['Rating', 'Size of a file'], ['Guest']]);
    expect(await added('zh-cn')).toEqual([['Rating', '文件大小'], ['Guest']]);
  });

  it('takes a plugin away with the next start, keeps its rows, and brings both back', async () => {
    const where = await place();
    let asked = 0;
    const first = await start(where, { restart: () => void (asked += 1) });
    await first.post('/api/admin/module.shop/add', { name: 'Corner' });
    expect((await first.turn('shop', 0)).code).toBe(1);
    expect(asked).toBe(1);
    // Until then it runs, and says that it will not.
    expect((await first.modules())['shop']).toBe(2);
    expect((await first.get('/api/admin/module/report')).data).toBe('all is well');
    await end(first.server);

    const second = await start(where);
    expect((await second.modules())['shop']).toBe(6);
    expect((await second.server.request('GET', '/api/admin/module/report')).status).toBe(404);
    expect((await second.get('/api/admin/module.shop/index')).code).toBe(0);
    const { menus } = (await second.get('/api/admin/Index/index')).data as { menus: unknown };
    expect(JSON.stringify(menus)).not.toContain('module/shop');
    expect((await second.turn('shop', 1)).code).toBe(1);
    await end(second.server);

    const third = await start(where);
    expect((await third.modules())['shop']).toBe(1);
    expect((await third.get('/api/admin/module.shop/index')).data['list']).toMatchObject([{ name: 'Corner' }]);
  });

  it('has in the log of the tables what a switch leaves unused, uses again, and has the next start do', async () => {
    const where = await place();
    const logOf = async (get: Awaited<ReturnType<typeof start>>['get']): Promise<string[]> => {
      const { data } = await get('/api/admin/crud.log/index?limit=100', { 'think-lang': 'en' });
      const rows = data['list'] as { state: string; change: string }[];
      return rows.map(({ state, change }) => `${state} ${change}`).filter((each) => each.includes('module_shop'));
    };
    const options = { plugins: [shopPlugin, rating], resources: [shops] };
    const first = await start(where, { ...options, plugins: [shopPlugin] });
    expect((await first.turn('shop', 0)).code).toBe(1);
    const [unused] = await logOf(first.get);
    expect(unused).toBe('applied module_shop: the plugin “Shop” was switched off: the table stays with its rows');
    expect((await first.turn('shop', 1)).code).toBe(1);
    const [used] = await logOf(first.get);
    expect(used).toBe('applied module_shop: the plugin “Shop” was switched on: the table is used again');
    await end(first.server);

    const second = await start(where, options);
    expect((await second.turn('rating', 0)).code).toBe(1);
    expect(await logOf(second.get)).toContain(
      'applied module_shop: the plugin “rating” was switched off: stars stay with their values',
    );
    await end(second.server);
    // A plugin that comes back with more is said to do more.
    const larger = definePlugin({
      name: 'rating',
      extensions: [extend('module_shop', { stars: f.int(), why: f.text() }).with({})],
    });
    const third = await start(where, { ...options, plugins: [shopPlugin, larger] });
    expect((await third.turn('rating', 1)).code).toBe(1);
    const planned = expect.stringMatching(/^planned module_shop: add column why/) as unknown;
    expect(await logOf(third.get)).toContainEqual(planned);
    await end(third.server);
    const fourth = await start(where, { ...options, plugins: [shopPlugin, larger] });
    const now = await logOf(fourth.get);
    expect(now).not.toContainEqual(planned);
    expect(now[0]).toMatch(/^applied module_shop: add column why/);
  });

  it('names what of a plugin could not be used', async () => {
    const greedy = definePlugin({
      name: 'greedy',
      routes: [{ method: 'GET', url: '/admin/module/index', node: 'everyone', handler: () => 'mine' }],
    });
    const { get } = await start(await place(), { plugins: [shopPlugin, greedy], resources: [shops], faults: 1 });
    const { installed } = (await get('/api/admin/module/index')).data as {
      installed: { uid: string; failures: string[] }[];
    };
    expect(Object.fromEntries(installed.map(({ uid, failures }) => [uid, failures]))).toMatchObject({
      shop: [],
      greedy: [expect.stringMatching(/GET \/api\/admin\/module\/index is taken/)],
    });
  });

  it('takes what a plugin adds to tables of others away with it, and brings it back', async () => {
    const where = await place();
    const options = { plugins: [shopPlugin, rating], resources: [shops] };
    const first = await start(where, options);
    expect(await first.turn('rating', 0)).toMatchObject({ code: 1, msg: '' });
    await end(first.server);
    const second = await start(where, options);
    expect(await second.modules()).toMatchObject({ shop: 1, rating: 6 });
    expect((await second.get('/api/admin/module.shop/manifest')).data['fields']).not.toHaveProperty('stars');
    expect((await second.turn('rating', 1)).code).toBe(1);
    await end(second.server);
    const { fields } = (await (await start(where, options)).get('/api/admin/module.shop/manifest')).data;
    expect(fields).toHaveProperty('stars');
  });

  it('does not take away what others stand on, and names them', async () => {
    const { modules, turn } = await start(await place(), { plugins: [shopPlugin, guide], resources: [shops, visits] });
    const { code, msg } = await turn('shop', 0);
    expect(code).toBe(0);
    expect(msg).toBe("It can't be switched off, because these need it: guide, Visits");
    expect((await modules())['shop']).toBe(1);
  });

  it('does not bring back what cannot be there, and says why', async () => {
    const where = await place();
    const options = { plugins: [shopPlugin, guide], resources: [shops] };
    const first = await start(where, options);
    expect((await first.turn('guide', false)).code).toBe(1);
    expect((await first.turn('shop', false)).code).toBe(1);
    const { code, msg } = await first.turn('guide', true);
    expect(code).toBe(0);
    expect(msg).toBe("It can't be switched on without these plugins: Shop");
    expect(await first.modules()).toMatchObject({ shop: 2, guide: 2 });
    await end(first.server);
    expect(await (await start(where, options)).modules()).toMatchObject({ shop: 6, guide: 6 });
  });

  it('does not bring back a table whose rows would be lost, and changes nothing', async () => {
    const where = await place();
    const first = await start(where);
    await first.post('/api/admin/module.shop/add', { name: 'Corner' });
    await first.turn('shop', 0);
    await end(first.server);
    const other = table('module_shop', { name: f.int() }).resource({ path: 'module/shop' });
    const plugin = { ...shopPlugin, resources: [other] };
    const second = await start(where, { plugins: [plugin], resources: [other] });
    const { code, msg } = await second.turn('shop', 1);
    expect(code).toBe(0);
    expect(msg).toContain('module_shop');
    expect((await second.modules())['shop']).toBe(6);
  });

  it.each([
    ['of no plugin', 'nothing', 1],
    ['to no state', 'shop', 'maybe'],
    ['of an inherited name', 'constructor', 0],
  ])('refuses a change %s', async (_what, uid, state) => {
    const { turn, modules } = await start(await place());
    expect((await turn(uid, state)).code).not.toBe(1);
    expect((await modules())['shop']).toBe(1);
  });

  it('asks for a right of its own, and puts the change into the security log', async () => {
    const { server, turn } = await start(await place());
    await addPerson(server.app.gate, 'looks', 'Looks-123', ['moduleStore/moduleStore/index']);
    const token = await server.signIn('looks', 'Looks-123');
    expect((await server.request('GET', '/api/admin/module/index', { token })).json.code).toBe(1);
    const body = { uid: 'shop', state: 0 };
    expect((await server.request('POST', '/api/admin/module/changeState', { token, body })).json.code).toBe(401);
    await turn('shop', 0);
    expect(await server.app.gate.rows('security_log').list({ kind: 'module' })).toMatchObject([
      { target: 'shop', outcome: 'success', detail: { state: 'off' } },
    ]);
  });
});
