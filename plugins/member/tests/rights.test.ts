import { expect } from 'vitest';
import { definePlugin, type PluginHost, type PluginRoute } from '#plugin';
import { Code, Problem } from '#resource';
import { testPlugin } from '#test';
import { member } from '../server.ts';
import { configure, openCentre, Person, registration } from './people.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const }, now: () => now.value };
const aMinuteLater = (): void => void (now.value += 61);

/** Calls that wait while rights change: one needs a right to be called, the other asks for it when it writes. */
const gate = { reached: () => {}, open: Promise.resolve() };
const slowRoute = (url: string, node: string): PluginRoute => ({
  method: 'POST',
  url,
  realm: 'member',
  node,
  async handler({ caller }) {
    gate.reached();
    await gate.open;
    return slowHost!.transaction(caller, async ({ rows, caller: { id, may } }) => {
      if (!may('account/slow')) throw new Problem('server:forbidden', {}, { code: Code.forbidden });
      await rows('user', slowHost!.system).edit(id, { motto: 'written' });
    });
  },
});
const slow = definePlugin({
  name: 'slow',
  routes: [slowRoute('/account/slow', 'account/slow'), slowRoute('/account/asking', 'signed-in')],
  menu: [{ path: 'account/slow', realm: 'member', label: { 'zh-cn': '慢', en: 'Slow' } }],
  start(host) {
    slowHost = host;
  },
});
let slowHost: PluginHost | undefined;

testPlugin(
  'groups and rules decide what members may do, at the moment of the write',
  [member(), slow],
  async (server) => {
    await openCentre(server);
    const { gate: tables } = server.app;
    const [groups, rules, users] = [tables.rows('user_group'), tables.rows('user_rule'), tables.rows('user')];
    const [first] = await groups.list({});
    expect(first).toMatchObject({ name: '默认分组', is_super: 1, status: 1 });
    const ann = new Person(server, '203.0.113.1');
    await ann.register('ann');
    const menuOf = async () => {
      const { menus } = (await ann.get('/user/index')).data as { menus: { children?: { name: string }[] }[] };
      return menus.flatMap(({ children }) => (children ?? []).map(({ name }) => name));
    };
    expect(await menuOf()).toContain('account/slow');
    expect((await ann.post('/account/slow')).code).toBe(1);

    // A group with the profile only.
    const ruleId = async (name: string) => (await rules.list({ name }))[0]!.id;
    const few = await groups.add({ name: 'Few', rule_ids: [await ruleId('account/profile')] });
    await users.edit(1, { group_id: few.id });
    expect(await menuOf()).toEqual(['account/profile']);
    expect([(await ann.get('/account/profile')).code, (await ann.post('/account/slow')).code]).toEqual([1, 401]);
    // A rule that is disabled gives nothing, nor does a group.
    await rules.edit(await ruleId('account/profile'), { status: 0 });
    expect([await menuOf(), (await ann.get('/account/profile')).code]).toEqual([[], 401]);
    await rules.edit(await ruleId('account/profile'), { status: 1 });
    expect((await ann.get('/account/profile')).code).toBe(1);
    await groups.edit(few.id, { status: 0 });
    expect([await menuOf(), (await ann.get('/account/profile')).code]).toEqual([[], 401]);
    // Links, frames and entries of the other places, of whoever owns what is above them.
    await groups.edit(few.id, { status: 1, rule_ids: [await ruleId('account')] });
    const admin = await server.signIn();
    const add = async (body: Readonly<Record<string, unknown>>) =>
      (await server.request('POST', '/api/admin/user.rule/add', { token: admin, body })).json;
    const link = { type: 'menu', menu_type: 'link', title: 'Docs', name: 'docs', pid: await ruleId('account') };
    expect((await add(link)).data['errors']).toHaveProperty('url');
    expect((await add({ ...link, url: 'https://docs.example' })).code).toBe(1);
    expect(
      (await add({ type: 'nav', title: 'News', name: 'news', menu_type: 'iframe', url: 'https://news.example' })).code,
    ).toBe(1);
    expect(await menuOf()).toEqual(['docs']);
    await users.edit(1, { group_id: first!.id });
    const { rules: others } = (await ann.get('/user/index')).data as { rules: object[] };
    expect(others).toMatchObject([{ name: 'news', type: 'nav', menu_type: 'iframe', url: 'https://news.example' }]);

    // Who loses the right while a call waits writes nothing any more.
    await users.edit(1, { motto: 'before' });
    const takes = [
      [() => users.edit(1, { group_id: few.id }), () => users.edit(1, { group_id: first!.id })],
      [() => groups.edit(first!.id, { status: 0 }), () => groups.edit(first!.id, { status: 1 })],
    ] as const;
    const close = [() => users.edit(1, { status: 0 }), () => users.edit(1, { status: 1 })] as const;
    for (const [url, [take, give]] of [
      ...takes.map((each) => ['/account/slow', each] as const),
      ...takes.map((each) => ['/account/asking', each] as const),
      ['/account/asking', close] as const,
    ]) {
      const reached = new Promise<void>((resolve) => (gate.reached = resolve));
      const { promise, resolve: open } = Promise.withResolvers<void>();
      gate.open = promise;
      const waiting = ann.post(url);
      await reached;
      await take();
      open();
      expect((await waiting).code, url).not.toBe(1);
      expect((await users.get(1))!.motto).toBe('before');
      await give();
    }
    // A closed account's sessions are over, also once it is open again.
    expect((await ann.get('/user/index')).code).toBe(302);

    // The back office ends sessions, and deletes no group with members, nor what is made by itself.
    await ann.signIn('ann');
    const act = (url: string, body: object) =>
      server.request('POST', `/api/admin/${url}`, { token: admin, body: { ...body } });
    expect((await act('user.user/endSessions', { ids: [1] })).json.code).toBe(1);
    expect((await ann.get('/user/index')).code).toBe(302);
    const del = async (table: string, id: number) =>
      (await server.request('DELETE', `/api/admin/user.${table}/del`, { token: admin, query: { ids: [id] } })).json
        .code;
    expect(await del('group', first!.id)).toBe(0);
    expect(await del('rule', await ruleId('account/profile'))).toBe(0);
    expect(await del('group', few.id)).toBe(1);
    // A member's token opens nothing of the back office, nor an administrator's the centre.
    await ann.signIn('ann');
    const swapped = { headers: { batoken: ann.token!, 'ba-user-token': admin } };
    for (const url of [
      '/api/admin/Index/index',
      '/api/admin/user.user/index',
      '/api/user/index',
      '/api/account/profile',
    ])
      expect((await server.request('GET', url, swapped)).json.code, url).toBe(302);
    // Names and addresses are taken however they are written, in the back office too.
    const rows = { nickname: 'x', group_id: first!.id, password: 'Correct-Horse 9' };
    for (const [values, field] of [
      [{ ...rows, username: 'ANN' }, 'username'],
      [{ ...rows, username: 'other', email: 'ANN@EXAMPLE.com' }, 'email'],
    ] as const)
      expect((await act('user.user/add', values)).json.data['errors'], field).toHaveProperty(field);
  },
  options,
);

testPlugin(
  'registration is closed, by invitation, and with terms, as the settings say',
  [member()],
  async (server) => {
    await openCentre(server);
    const bob = new Person(server, '203.0.113.3');
    const form = async (name: string, more: object = {}) => {
      aMinuteLater();
      const captcha = await bob.code('user_register', `${name}@example.com`);
      return { ...registration(name, `${name}@example.com`, captcha), ...more };
    };
    const register = async (body: object) => bob.post('/user/checkIn', { ...body });
    // A code of before opens nothing.
    const early = await form('bob');
    await configure(server, { register_mode: 'closed' });
    expect(await register(early)).toMatchObject({ code: 0, msg: 'Sign-up is closed at the moment' });
    await configure(server, {
      register_mode: 'invitation',
      terms_version: '2026-11',
      terms_url: 'https://terms.example',
    });
    expect((await bob.get('/user/checkIn')).data).toMatchObject({
      register: 'invitation',
      terms: { version: '2026-11', url: 'https://terms.example' },
    });
    const invitations = server.app.gate.rows('user_invitation');
    const once = await invitations.add({});
    expect(once).toMatchObject({ uses_left: 1 });
    expect(once.code).toMatch(/^[A-Z0-9]{12}$/);
    const over = await invitations.add({ uses_left: 5, end_time: now.value - 1 });
    const off = await invitations.add({ uses_left: 5, status: 0 });
    const good = await form('bob', { terms: '2026-11', invitation: once.code!.toLowerCase() });
    for (const [change, field] of [
      [{ terms: '2025-01' }, 'terms'],
      [{ terms: undefined }, 'terms'],
      [{ invitation: undefined }, 'invitation'],
      [{ invitation: 'ABCDEFGHJKLM' }, 'invitation'],
      [{ invitation: off.code }, 'invitation'],
      [{ invitation: over.code }, 'invitation'],
    ] as const) {
      aMinuteLater();
      expect((await register({ ...good, ...change })).data.errors, JSON.stringify(change)).toHaveProperty(field);
    }
    expect(await server.app.gate.rows('user').count({})).toBe(0);
    // Of five who come with a code for one at the same moment, one gets in.
    const forms = [];
    for (const name of ['cat', 'dog', 'emu', 'fox', 'gnu'])
      forms.push(await form(name, { terms: '2026-11', invitation: once.code }));
    const answers = await Promise.all(forms.map(register));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    for (const { code, data } of answers) if (code !== 1) expect(data.errors).toHaveProperty('invitation');
    expect(await invitations.get(once.id)).toMatchObject({ uses_left: 0 });
    const [added] = await server.app.gate.rows('user').list({});
    expect(added).toMatchObject({ terms_version: '2026-11', terms_time: now.value, invitation_id: once.id });
  },
  options,
);

testPlugin(
  'everybody learns of the site, visitors of what is for them, and members of theirs',
  [member()],
  async (server) => {
    await openCentre(server);
    const rules = server.app.gate.rows('user_rule');
    const add = (name: string, values: object) =>
      rules.add({ name, title: name, path: name, menu_type: 'link', url: 'https://example.com', ...values } as never);
    const nav = await add('help', { type: 'nav', no_login_valid: 1 });
    await add('shop', { type: 'nav' });
    await add('draft', { type: 'nav', no_login_valid: 1, status: 0 });
    await add('links', { type: 'menu', no_login_valid: 1 });
    await add('help/ask', { type: 'button', no_login_valid: 1, pid: nav.id });
    const visitor = new Person(server, '203.0.113.9');
    const seen = await visitor.get('/index/index', { requiredLogin: 0 });
    expect(seen).toMatchObject({
      code: 1,
      data: { openMemberCenter: true, userInfo: [], menus: [], site: { siteName: 'Ai Chat' } },
    });
    expect(seen.data['rules']).toMatchObject([
      { type: 'nav', name: 'help', url: 'https://example.com', children: [{ type: 'button', name: 'help/ask' }] },
    ]);
    expect((seen.data['rules'] as object[]).length).toBe(1);
    expect((await visitor.get('/index/index', { requiredLogin: 1 })).code).toBe(302);
    // A token of the back office is none here.
    const token = await server.signIn();
    const asAdmin = await server.request('GET', '/api/index/index', { token, headers: { 'ba-user-token': token } });
    expect(asAdmin.json).toMatchObject({ code: 1, data: { userInfo: [] } });
    const ann = new Person(server);
    await ann.register('ann');
    const own = (await ann.get('/index/index', { requiredLogin: 1 })).data;
    expect(own).toMatchObject({ userInfo: { username: 'ann' }, openMemberCenter: true });
    expect((own['menus'] as { name: string }[]).map(({ name }) => name)).toContain('account');
    expect((own['rules'] as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['help', 'shop']),
    );
    // Who has come with a token is told what became of it, here as everywhere.
    const wanted = async (token: string) => {
      visitor.token = token;
      const answers = [
        await visitor.get('/index/index', { requiredLogin: 1 }),
        await visitor.post('/Ems/send', { email: 'ann@example.com', event: 'user_email_verify' }),
        await visitor.get('/user/index'),
      ];
      return answers.map(({ code, msg }) => [code, msg]);
    };
    const all = (answer: readonly unknown[]) => [answer, answer, answer];
    expect(await wanted('a-token-that-nobody-has')).toEqual(
      all([302, 'Your session is no longer valid. Please sign in again']),
    );
    now.value += 86_401;
    expect(await wanted(ann.token!)).toEqual(all([409, 'Your session has expired']));
    expect((await visitor.get('/index/index')).data).toMatchObject({ userInfo: [] });
    await configure(server, { open_member_center: 0 });
    expect((await visitor.get('/index/index')).data).toMatchObject({ openMemberCenter: false, rules: [] });
  },
  options,
);
