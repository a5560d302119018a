import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { f, table } from '#resource';
import { definePlugin } from '#plugin';
import { system } from '../../src/server/table/createGate.ts';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type ServerOptions, type TestServer } from '../support/server.ts';

const order = table('sale', {
  title: f.text({ required: true }),
  amount: f.money({ default: '0', min: '-1000', currency: '¥' }),
  owner: f.int(),
  margin: f.decimal({ scale: 3 }),
  paid: f.bool(),
});
declare module '#resource' {
  interface Tables {
    sale: typeof order;
  }
}
const sale = order.resource({
  path: 'shop/sale',
  label: { 'zh-cn': '订单', en: 'Sales' },
  icon: 'fa fa-shopping-cart',
  traits: { trash: true },
  menu: { badge: { paid: 0 } },
  rows: { read: (caller) => caller.super || { owner: caller.id } },
  access: { margin: { read: (caller) => caller.super } },
  dashboard: [
    { label: { 'zh-cn': '已付', en: 'Paid' }, where: { paid: 1 } },
    { label: 'Turnover', icon: 'fa fa-money', sum: 'amount' },
    { label: 'Margin', sum: 'margin' },
    { label: 'Good ones', where: { or: [{ margin: { gt: 1 } }] } },
  ],
});
const quiet = table('quiet', { title: f.text({}) }).resource({ path: 'shop/quiet', dashboard: { label: 'Quiet' } });
const inner = table('inner', { title: f.text({}) }).resource({ path: 'shop/inner', dashboard: false });
const pageless = table('pageless', { title: f.text({}) }).resource({ path: 'shop/pageless', page: false });
const weather = definePlugin({
  name: 'weather',
  cards: [
    { label: { 'zh-cn': '天气', en: 'Weather' }, icon: 'fa fa-sun-o', value: () => '21.5' },
    { label: 'Own sales', node: 'shop/sale/index', value: (caller, host) => host.rows('sale', caller).count() },
    { label: 'Broken', value: () => Promise.reject(new Error('no weather today')) },
    { label: 'Nothing', value: () => undefined },
  ],
});

interface Day {
  readonly day: string;
  readonly value: number;
}
interface Answer {
  readonly remark: string;
  readonly cards: readonly { label: string; icon: string; value: number | string; path?: string }[];
  readonly tables: readonly { label: string; path: string; rows: number }[];
  readonly changes?: readonly Day[];
  readonly signIns?: readonly Day[];
  readonly activity?: readonly { id: number; time: number; title: string; sentence?: readonly { text: string }[] }[];
}

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  async function serve(options: ServerOptions = {}): Promise<TestServer> {
    servers.push(
      await startServer(await place(), { resources: [sale, quiet, inner, pageless], plugins: [weather], ...options }),
    );
    return servers.at(-1)!;
  }
  const ask = async (server: TestServer, token: string, language = 'en') =>
    (await server.request('GET', '/api/admin/Dashboard/index', { token, headers: { 'think-lang': language } }))
      .json as unknown as { code: number; data: Answer };
  const card = ({ cards }: Answer, label: string) => cards.find((each) => each.label === label);
  async function person(server: TestServer, ...nodes: readonly string[]): Promise<{ id: number; token: string }> {
    const { gate } = server.app;
    const rules = await gate.rows('admin_rule').list({ name: { in: nodes } });
    expect(rules).toHaveLength(nodes.length);
    const group = await gate
      .rows('admin_group')
      .add({ name: `group ${nodes.join()}`, pid: 1, rule_ids: rules.map((rule) => rule.id) });
    const { id } = await gate
      .rows('admin')
      .add({ username: `person${group.id}`, nickname: 'P', password: 'Person-1', group_ids: [group.id] });
    return { id, token: await server.signIn(`person${group.id}`, 'Person-1') };
  }
  const entry = (server: TestServer, id: number, url: string, time: number) =>
    server.app.database.write(async ({ db, touch }) => {
      await sql`INSERT INTO admin_log (admin_id, username, title, url, create_time) VALUES (${id}, 'x', 'x', ${url}, ${time})`.execute(
        db,
      );
      touch('admin_log');
    });

  it('numbers menu entries by the rows that the caller sees', async () => {
    const server = await serve();
    const token = await server.signIn();
    const badges = async (who: string) =>
      (await server.request('GET', '/api/admin/Index/badges', { token: who })).json.data;
    const { id, token: own } = await person(server, 'shop/sale/index');
    const { token: stranger } = await person(server, 'shop/quiet/index');
    expect((await server.request('GET', '/api/admin/Index/index', { token })).json.data).toMatchObject({
      badges: true,
    });
    expect(await badges(token)).toEqual({});
    const rows = server.app.gate.rows('sale');
    for (const [owner, paid] of [
      [id, 0],
      [id, 1],
      [1, 0],
    ] as const)
      await rows.add({ title: 'x', owner, paid });
    // What was slow to count before, on a busy machine, is used again for a while.
    await expect
      .poll(() => Promise.all([badges(token), badges(own), badges(stranger)]))
      .toEqual([{ 'shop/sale': 2 }, { 'shop/sale': 1 }, {}]);
    expect((await server.request('GET', '/api/admin/Index/badges')).json.code).toBe(302);
  });

  it('counts and adds up what the caller sees, exactly', async () => {
    const server = await serve();
    const token = await server.signIn();
    const rows = server.app.gate.rows('sale');
    expect(await server.app.gate.figure(system, server.app.gate.models.get('sale')!, { sum: 'amount' as never })).toBe(
      '0.00',
    );
    for (const amount of ['9999999999999.99', '9999999999999.98', '0.05', '-0.30'])
      await rows.add({ title: 'a', amount, paid: amount.startsWith('9') ? 1 : 0, margin: 1.125 });
    const gone = await rows.add({ title: 'gone', amount: '5', margin: 1 });
    await rows.del([gone.id]);
    // A figure that was slow to count, on a busy machine, is used again for a while.
    await expect.poll(async () => card((await ask(server, token)).data, 'Turnover')!.value).toBe('19999999999999.72');
    const { data } = await ask(server, token);
    expect(card(data, 'Paid')).toEqual({ label: 'Paid', icon: 'fa fa-shopping-cart', value: 2, path: 'shop/sale' });
    expect(card(data, 'Turnover')).toEqual({
      label: 'Turnover',
      icon: 'fa fa-money',
      value: '19999999999999.72',
      prefix: '¥',
      path: 'shop/sale',
    });
    expect(card(data, 'Margin')!.value).toBe('4.500');
    expect(card(data, 'Good ones')!.value).toBe(4);
    expect(card(data, 'Active administrators')).toMatchObject({ value: 1, path: 'auth/admin' });
    expect(data.tables.find(({ path }) => path === 'shop/sale')).toEqual({
      label: 'Sales',
      path: 'shop/sale',
      rows: 4,
    });
    // Nobody looks for how the application keeps itself going, nor for what has no page.
    expect(data.tables.map(({ path }) => path)).toEqual(expect.arrayContaining(['auth/admin', 'shop/quiet']));
    for (const path of ['shop/inner', 'shop/pageless', 'auth/rule', 'auth/adminLog', 'auth/securityLog', 'crud/log'])
      expect(data.tables.map((each) => each.path)).not.toContain(path);
    expect(data.tables.map(({ rows: count }) => count)).toEqual(
      data.tables.map(({ rows: count }) => count).toSorted((one, other) => other - one),
    );
    expect(card((await ask(server, token, 'zh-cn')).data, '已付')!.value).toBe(2);
  });

  it('shows the cards of plugins, without the one that fails', async () => {
    const server = await serve();
    const { data } = await ask(server, await server.signIn());
    expect(card(data, 'Weather')).toEqual({ label: 'Weather', icon: 'fa fa-sun-o', value: '21.5' });
    expect(card(data, 'Own sales')!.value).toBe(0);
    expect(data.cards.some(({ label }) => label === 'Broken' || label === 'Nothing')).toBe(false);
    expect(server.logged.join('\n')).toContain('no weather today');
  });

  it('needs its node, and shows somebody of few rights their own rows only', async () => {
    const server = await serve();
    const rows = server.app.gate.rows('sale');
    const nobody = await person(server, 'shop/sale/index');
    const limited = await person(server, 'dashboard', 'dashboard/index', 'shop/sale', 'shop/sale/index');
    await rows.add({ title: 'mine', amount: '3', owner: limited.id, margin: 2, paid: 1 });
    await rows.add({ title: 'not mine', amount: '100', owner: 1, margin: 2, paid: 1 });
    expect((await ask(server, nobody.token)).code).toBe(401);
    expect((await server.request('GET', '/api/admin/Dashboard/index')).json.code).toBe(302);
    const { code, data } = await ask(server, limited.token);
    expect(code).toBe(1);
    expect(data).toEqual({
      remark: 'Only records you have access to are counted.',
      cards: [
        { label: 'Paid', icon: 'fa fa-shopping-cart', value: 1, path: 'shop/sale' },
        { label: 'Turnover', icon: 'fa fa-money', value: '3.00', prefix: '¥', path: 'shop/sale' },
        { label: 'Weather', icon: 'fa fa-sun-o', value: '21.5' },
        { label: 'Own sales', icon: '', value: 1 },
      ],
      tables: [{ label: 'Sales', path: 'shop/sale', rows: 1 }],
    });
    // Whoever sees more has asked in between.
    expect(card((await ask(server, await server.signIn())).data, 'Turnover')!.value).toBe('103.00');
    expect((await ask(server, limited.token)).data).toEqual(data);
  });

  it("counts changes and sign-ins by the days of the site, one's own for who may see no others", async () => {
    // 00:30 on 1 March 2026 in Shanghai is still February in UTC.
    const now = Date.UTC(2026, 1, 28, 16, 30) / 1000;
    const server = await serve({ now: () => now });
    const boss = await server.signIn();
    const limited = await person(server, 'dashboard/index', 'auth/adminLog/index');
    const hour = 3600;
    await entry(server, limited.id, '/admin/shop.sale/add', now - hour);
    await entry(server, 1, '/admin/shop.sale/edit', now - hour);
    await entry(server, 1, '/admin/Index/logout', now - hour);
    await entry(server, 1, '/admin/shop.sale/edit', now - 29 * 24 * hour);
    await entry(server, 1, '/admin/shop.sale/edit', now - 30 * 24 * hour);
    await expect
      .poll(async () => (await ask(server, boss)).data.signIns!.at(-1))
      .toEqual({ day: '2026-03-01', value: 2 });
    const { changes, signIns } = (await ask(server, boss)).data;
    expect(changes).toHaveLength(30);
    expect(changes!.filter(({ value }) => value > 0)).toEqual([
      { day: '2026-01-31', value: 1 },
      { day: '2026-02-28', value: 2 },
    ]);
    expect(signIns!.filter(({ value }) => value > 0)).toEqual([{ day: '2026-03-01', value: 2 }]);
    const own = (await ask(server, limited.token)).data;
    expect(own.changes!.filter(({ value }) => value > 0)).toEqual([{ day: '2026-02-28', value: 1 }]);
    expect(own.signIns!.at(-1)!.value).toBe(1);
    const { activity } = (await ask(server, boss)).data;
    expect(activity!.map(({ time }) => (now - time) / hour)).toEqual([30 * 24, 29 * 24, 1, 1]);
    expect(own.activity).toEqual([{ id: expect.any(Number), time: now - hour, title: 'x' }]);
  });

  it('tells what was done last, in words, to who may read the log', async () => {
    const server = await serve();
    const boss = await server.signIn();
    const body = { title: 'Lamp' };
    expect((await server.request('POST', '/api/admin/shop.sale/add', { token: boss, body })).json.code).toBe(1);
    const told = async () =>
      (await ask(server, boss)).data.activity!.map(({ sentence }) => sentence?.map(({ text }) => text).join(''));
    await expect.poll(told).toEqual(['admin added Lamp to Sales']);
    const stranger = await person(server, 'dashboard/index');
    expect((await ask(server, stranger.token)).data).not.toHaveProperty('activity');
  });

  it('keeps to the calendar where a day has 23 or 25 hours', async () => {
    // 25 October 2026: clocks in Berlin go back at three.
    const midnight = Date.UTC(2026, 9, 24, 22) / 1000;
    const server = await serve({ now: () => midnight + 40 * 3600, config: { timeZone: 'Europe/Berlin' } });
    const token = await server.signIn();
    for (const hours of [0, 24.5, 25.5]) await entry(server, 1, '/admin/x/y', midnight + hours * 3600);
    await expect
      .poll(async () => (await ask(server, token)).data.changes!.slice(-2))
      .toEqual([
        { day: '2026-10-25', value: 2 },
        { day: '2026-10-26', value: 1 },
      ]);
  });

  it('notes who has signed in, without what they signed in with', async () => {
    const server = await serve();
    await server.signIn();
    const entries = () => server.app.gate.rows('admin_log').list({ url: '/admin/Index/login' });
    await expect.poll(async () => (await entries()).length).toBe(1);
    expect((await entries())[0]).toMatchObject({
      admin_id: 1,
      username: 'admin',
      title: '登录',
      data: '{"username":"admin","password":"***"}',
    });
    await server.request('POST', '/api/admin/Index/login', { body: { username: 'admin', password: 'wrong one' } });
    expect(await entries()).toHaveLength(1);
  });

  it('is the first page of the menu', async () => {
    const server = await serve();
    const { json } = await server.request('GET', '/api/admin/Index/index', { token: await server.signIn() });
    expect((json.data['menus'] as unknown[])[0]).toMatchObject({
      name: 'dashboard',
      path: 'dashboard',
      title: 'Dashboard',
      children: [{ name: 'dashboard/index' }],
    });
  });
});
