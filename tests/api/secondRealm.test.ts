import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { f, table } from '#resource';
import { definePlugin } from '#plugin';
import { Tokens } from '../../src/server/session/tokens.ts';
import { eachDatabase, placesOn } from '../support/databases.ts';
import { guests } from '../support/guests.ts';
import { startServer, type TestServer } from '../support/server.ts';

const secret = 'Guest-123';
const wishes = '/api/guest/shop.wish';
/** Guests choose one for a wish of another kind; they may add them, and list none. */
const gift = table('gift', { name: f.text({ required: true }), cost: f.int() });
const letter = table('letter', { gift_id: f.belongsTo('gift') });
declare module '#resource' {
  interface Tables {
    gift: typeof gift;
    letter: typeof letter;
  }
}
const letters = [
  gift.resource({ path: 'shop/gift', realms: { guest: { actions: ['add'], read: ['name', 'cost'] } } }),
  letter.resource({
    path: 'shop/letter',
    realms: { guest: { actions: ['index', 'add'], read: ['gift_id'], write: ['gift_id'] } },
  }),
];

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let ids: { ada: number; bob: number };
  const rows = <N extends 'guest' | 'wish' | 'admin' | 'security_log'>(name: N) => server.app.gate.rows(name);
  const login = async (username: string, password = secret) =>
    (await server.request('POST', '/api/guest/session/login', { body: { username, password, keep: true } })).json;
  const tokenOf = async (username: string): Promise<string> =>
    ((await login(username)).data['userInfo'] as { token: string }).token;
  /** Has failed to sign in before, so that a device would be asked for more. */
  const guestCalledAdmin = async (): Promise<string> => {
    const { id, session_number: number } = (await rows('guest').list({ username: 'admin' }))[0]!;
    const tokens = new Tokens(
      server.app.database,
      () => Math.floor(Date.now() / 1000),
      () => {},
    );
    return (await tokens.issue({ realm: 'guest', accountId: id, number: number! }, false)).token;
  };
  const as = async (token: string, method: string, url: string, more: object = {}) =>
    (await server.request(method, url, { headers: { 'x-guest-token': token, 'think-lang': 'en' }, ...more })).json;

  beforeAll(async () => {
    server = await startServer(await place(), { plugins: [guests], resources: [...guests.resources!, ...letters] });
    const add = async (username: string): Promise<number> =>
      (await rows('guest').add({ username, password: secret })).id;
    ids = { ada: await add('ada'), bob: await add('bob') };
  });
  afterAll(() => server.close());

  // First, since what is equal within a minute is one entry.
  it('has what its callers try beyond their rights in the security log, and no mistakes', async () => {
    const token = await tokenOf('ada');
    const foreign = await rows('wish').add({ title: 'of bob', guest_id: ids.bob });
    const search = (field: string) => ({ query: { search: [{ field, operator: 'eq', val: '1' }] } });
    const before = (await rows('security_log').list({ kind: 'forbidden' })).length;
    for (const [method, action, more] of [
      ['POST', 'edit', { body: { id: foreign.id, title: 'taken' } }],
      ['DELETE', 'del', { query: { ids: [foreign.id] } }],
      ['POST', 'add', { body: { title: 'x', guest_id: ids.bob } }],
      ['GET', 'index', search('remark')],
      ['GET', 'index', search('no_such_field')],
      ['POST', 'add', { body: { title: '' } }],
      ['PUT', 'index', { body: {} }],
    ] as const)
      await as(token, method, `${wishes}/${action}`, more);
    const admin = await server.signIn();
    await as(admin, 'GET', `${wishes}/index`);
    await server.request('POST', `${wishes}/add`, {
      headers: { 'x-guest-token': token, origin: 'https://elsewhere.example' },
      body: { title: 'x' },
    });
    const reported = async () =>
      (await rows('security_log').list({ kind: 'forbidden' }, { sort: 'id' }))
        .slice(before)
        .map(({ username, target, detail }) => [username, target, (detail as { reason: string }).reason]);
    await expect.poll(reported).toEqual([
      ['guest/ada', '/guest/shop.wish/edit', 'rows:notFound'],
      ['guest/ada', '/guest/shop.wish/del', 'rows:noneDeleted'],
      ['guest/ada', '/guest/shop.wish/add', 'validate:unknownField'],
      ['guest/ada', '/guest/shop.wish/index', 'rows:unknownField'],
      ['admin', '/guest', 'session:notOf guest'],
      ['', '/guest/shop.wish/add', 'server:foreign'],
    ]);
    await rows('wish').del([foreign.id]);
  });

  it('signs in and out by calls, header and pages of its own', async () => {
    const answer = await login('ada');
    expect(answer).toMatchObject({
      code: 1,
      data: { routePath: '/guest', routeName: 'guest', userInfo: { id: ids.ada, username: 'ada' } },
    });
    const { token, refreshToken } = answer.data['userInfo'] as { token: string; refreshToken: string };
    expect((await as(token, 'GET', '/api/guest/me/index')).data).toEqual({
      realm: 'guest',
      id: ids.ada,
      username: 'ada',
      super: false,
    });
    expect(await as(token, 'GET', '/api/guest/session/login')).toMatchObject({ data: { routePath: '/guest' } });
    const refreshed = await server.request('POST', '/api/common/refreshToken', { body: { refreshToken } });
    expect(refreshed.json).toMatchObject({ code: 1, data: { type: 'guest-refresh' } });
    await as(token, 'POST', '/api/guest/session/logout', { body: {} });
    expect(await as(token, 'GET', '/api/guest/me/index')).toMatchObject({
      code: 302,
      data: { routePath: '/guest/login', routeName: 'guestLogin' },
    });
    expect((await rows('guest').get(ids.ada))!.last_login_ip).toBe('127.0.0.1');
    // Never as the administrator who has the same id.
    const reported = () => server.app.gate.rows('security_log').list({ username: 'guest/ada' });
    await expect
      .poll(async () => (await reported()).map(({ kind, admin_id: id }) => [kind, id]))
      .toEqual(
        expect.arrayContaining([
          ['sign_in', 0],
          ['sign_out', 0],
        ]),
      );
  });

  it('counts failures apart from those of an administrator of the same name', async () => {
    await rows('guest').add({ username: 'admin', password: secret });
    for (let turn = 0; turn < 4; turn += 1) await login('admin', 'wrong-password');
    expect((await login('admin', 'wrong-password')).data).toMatchObject({ captcha: true });
    expect(await server.signIn()).toMatch(/./);
  });

  it('has tokens that are good in it only, of accounts that are not closed', async () => {
    const [guestToken, adminToken] = [await tokenOf('bob'), await server.signIn()];
    const codeOf = async (url: string, headers: Record<string, string>): Promise<number> =>
      (await server.request('GET', url, { headers })).json.code;
    expect(await codeOf('/api/guest/me/index', { 'x-guest-token': guestToken })).toBe(1);
    for (const [url, headers] of [
      ['/api/guest/me/index', { 'x-guest-token': adminToken }],
      ['/api/guest/me/index', { batoken: adminToken }],
      ['/api/guest/me/index', { batoken: guestToken }],
      ['/api/admin/shop.wish/index', { batoken: guestToken }],
      ['/api/admin/shop.wish/index', { 'x-guest-token': guestToken }],
    ] as const)
      expect([url, headers, await codeOf(url, headers)]).toEqual([url, headers, 302]);
    await rows('guest').edit(ids.bob, { status: 0 });
    expect(await codeOf('/api/guest/me/index', { 'x-guest-token': guestToken })).toBe(302);
    expect((await login('bob')).code).toBe(0);
    await rows('guest').edit(ids.bob, { status: 1 });
    expect(await codeOf('/api/guest/me/index', { 'x-guest-token': guestToken })).toBe(302);
  });

  describe('a table that it serves', () => {
    it('shows its own rows and fields, and makes what is added its own', async () => {
      const [ada, bob] = [await tokenOf('ada'), await tokenOf('bob')];
      const foreign = await rows('wish').add({ title: 'of bob', remark: 'secret', guest_id: ids.bob });
      const added = await as(ada, 'POST', `${wishes}/add`, { body: { title: 'a kite' } });
      const { row } = added.data as { row: Record<string, unknown> };
      expect(row).toEqual({
        id: expect.any(Number),
        version: 1,
        title: 'a kite',
        price: 0,
        create_time: expect.any(Number),
        update_time: expect.any(Number),
      });
      expect((await rows('wish').get(row['id'] as number))!.guest_id).toBe(ids.ada);
      expect((await as(ada, 'GET', `${wishes}/index`)).data).toMatchObject({ total: 1, list: [{ title: 'a kite' }] });
      expect((await as(bob, 'GET', `${wishes}/index`)).data).toMatchObject({ total: 1, list: [{ title: 'of bob' }] });
      for (const [method, action, more] of [
        ['GET', 'edit', { query: { id: foreign.id } }],
        ['POST', 'edit', { body: { id: foreign.id, title: 'taken' } }],
        ['DELETE', 'del', { query: { ids: [foreign.id] } }],
      ] as const)
        expect([action, (await as(ada, method, `${wishes}/${action}`, more)).code]).toEqual([action, 0]);
      expect(await rows('wish').get(foreign.id)).toMatchObject({ title: 'of bob' });
      expect((await as(bob, 'POST', `${wishes}/edit`, { body: { id: foreign.id, title: 'mine' } })).code).toBe(1);
    });

    it.each([
      ['a field that is not theirs', { title: 'x', remark: 'y' }],
      ['a field that they may not set', { title: 'x', price: 5 }],
      ['another owner', { title: 'x', guest_id: 2 }],
    ])('refuses %s', async (_, body) => {
      const before = await rows('wish').count();
      const { code } = await as(await tokenOf('ada'), 'POST', `${wishes}/add`, { body });
      // A field that is read but not set is the server's, whatever a client sends back.
      if ('price' in body) expect(await rows('wish').count({ price: 5 })).toBe(0);
      else expect([code, await rows('wish').count()]).toEqual([0, before]);
    });

    it('takes one key of two accounts with the same id for two additions', async () => {
      expect(ids.ada).toBe(1);
      const [guest, admin] = [await tokenOf('ada'), await server.signIn()];
      const add = async (url: string, body: object, headers: Record<string, string>) =>
        (
          await server.request('POST', url, {
            body: { ...body },
            headers: { ...headers, 'idempotency-key': 'one key' },
          })
        ).json;
      const answers = [
        await add(`${wishes}/add`, { title: 'mine' }, { 'x-guest-token': guest }),
        await add('/api/admin/shop.wish/add', { title: 'mine', guest_id: ids.ada }, { batoken: admin }),
        await add(`${wishes}/add`, { title: 'mine' }, { 'x-guest-token': guest }),
      ];
      const [first, second, again] = answers.map(({ data }) => (data as { row: { id: number } }).row.id);
      expect([first === second, first === again]).toEqual([false, true]);
    });

    it('tells nothing of other fields by filters, orders or the manifest', async () => {
      const token = await tokenOf('ada');
      const ask = async (query: object) => (await as(token, 'GET', `${wishes}/index`, { query })).code;
      expect(await ask({ search: [{ field: 'title', operator: 'LIKE', val: 'kite' }] })).toBe(1);
      for (const field of ['remark', 'guest_id', 'guest_id.username', 'guest.username'])
        expect([field, await ask({ search: [{ field, operator: 'eq', val: '1' }] })]).toEqual([field, 0]);
      expect(await ask({ order: 'remark,asc' })).toBe(0);
      const manifest = JSON.stringify((await as(token, 'GET', `${wishes}/manifest`)).data);
      expect(manifest).toContain('"api":"/guest/shop.wish/"');
      expect(manifest).not.toMatch(/"remark":\{|guest_id/);
    });

    it('tells in its history whose realm somebody is of', async () => {
      if ((await rows('guest').count({ username: 'admin' })) === 0)
        await rows('guest').add({ username: 'admin', password: secret });
      const { row } = (await as(await guestCalledAdmin(), 'POST', `${wishes}/add`, { body: { title: 'mine' } }))
        .data as { row: { id: number } };
      const token = await server.signIn();
      await server.request('POST', '/api/admin/shop.wish/edit', { token, body: { id: row.id, price: 3 } });
      const { list } = (await server.request('GET', '/api/admin/shop.wish/history', { token, query: { id: row.id } }))
        .json.data as { list: { username: string; realm: string }[] };
      expect(list.map(({ username, realm }) => [username, realm])).toEqual([
        ['admin', 'admin'],
        ['guest/admin', 'guest'],
      ]);
    });

    it('names rows to choose from, and shows nothing else of those that it may not list', async () => {
      await server.app.database.write(async ({ db, touch }) => {
        await sql`INSERT INTO gift (name, cost, version, create_time, update_time) VALUES ('Bike', 99, 1, 0, 0)`.execute(
          db,
        );
        touch('gift');
      });
      const token = await tokenOf('ada');
      const select = (query = {}) =>
        as(token, 'GET', '/api/guest/shop.gift/select', { query: { select: true, ...query } });
      const [bike] = (await select()).data['list'] as object[];
      expect(bike).toMatchObject({ name: 'Bike' });
      expect(bike).not.toHaveProperty('cost');
      expect((await select({ search: [{ field: 'cost', operator: 'eq', val: 99 }] })).code).toBe(0);
      expect((await as(token, 'GET', '/api/guest/shop.gift/index')).code).toBe(401);
    });

    it('has no more actions than it names, and other tables have none', async () => {
      const token = await tokenOf('ada');
      const codes = async (path: string) => [
        (await as(token, 'GET', `/api/guest/${path}/index`)).code,
        (await as(token, 'GET', `/api/guest/${path}/select`)).code,
        (await as(token, 'GET', `/api/guest/${path}/edit`, { query: { id: 1 } })).code,
      ];
      for (const path of ['auth.admin', 'auth.rule', 'shop.guest'])
        expect([path, await codes(path)]).toEqual([path, expect.not.arrayContaining([1])]);
      const own = (await rows('wish').list({ guest_id: ids.ada }))[0]!;
      expect((await as(token, 'GET', `${wishes}/history`, { query: { id: own.id } })).code).toBe(401);
    });
  });
});

/** Accounts that would never be closed: every text but an empty one counts as open. */
const enumMember = table('enum_member', {
  username: f.text({ required: true, unique: true }),
  password: f.password({ required: true }),
  status: f.enum({ active: 'Active', disabled: 'Disabled' }, { default: 'active' }),
  session_number: f.int({ readonly: true, default: 1 }),
  last_login_time: f.datetime({ readonly: true }),
  last_login_ip: f.text({ readonly: true }),
}).resource({ path: 'shop/enumMember' });
const below = (base: string) => ({ base, signIn: `${base}/session/login`, signOut: `${base}/session/logout` });

describe('a realm that cannot be', () => {
  const place = placesOn('sqlite');
  it.each<[object, string]>([
    [{ base: '/admin' }, '"admin" has the same'],
    [{ name: 'system' }, 'neither "visitor" nor "system"'],
    [{ base: 'guest' }, 'base "guest" must be one segment'],
    [{ signIn: '/admin/session/login' }, 'must be below /guest'],
    [{ twoStep: '/guest/twoStep' }, 'twoStep: its table "guest" needs "two_step", a readonly f.bool'],
    [{ accounts: 'nobody' }, 'there is no table "nobody"'],
    [{ accounts: 'wish' }, 'has no column "username"'],
    [{ tokenHeader: 'batoken' }, '"admin" has the same'],
    [below('/aDMIN'), 'base "/aDMIN" must be one segment in small letters'],
    [below('/api'), 'base "/api" is one of the server'],
    [below('/assets'), 'base "/assets" is one of the server'],
    ...[
      'cookie',
      'host',
      'origin',
      'content-type',
      'user-agent',
      'sec-fetch-site',
      'accept-language',
      'think-lang',
    ].map((tokenHeader): [object, string] => [{ tokenHeader }, `tokenHeader "${tokenHeader}" is a header of`]),
    [{ accounts: 'enum_member' }, 'the "status" of its table "enum_member" must be an f.bool'],
  ])('is named: %j', async (change, fault) => {
    const wrong = definePlugin({ ...guests, realms: [{ ...guests.realms![0]!, ...change } as never], routes: [] });
    const server = await startServer(await place(), {
      plugins: [wrong],
      resources: [...guests.resources!, enumMember],
      faults: 1,
    });
    expect(server.app.faults.join('\n')).toContain(fault);
    expect((await server.request('GET', '/api/admin/Index/login')).json.code).toBe(1);
    await server.close();
  });
});
