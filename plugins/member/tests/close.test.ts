import { sql } from 'kysely';
import { expect } from 'vitest';
import { loopback, testPlugin, type TestServer } from '#test';
import { member } from '../server.ts';
import { forgetSignIns } from '../server/tables/signIn.ts';
import { books } from './books.ts';
import { takeTexts } from './gateway.ts';
import { openCentre, password, Person } from './people.ts';
import { refuseClosing } from './refuseClosing.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const, fetchPrivate: [loopback] }, now: () => now.value };
const tables = ['user', 'user_sign_in', 'user_check_in', 'user_address', 'user_score_log', 'user_money_log'] as const;

async function stored({ app }: TestServer): Promise<Record<string, Record<string, unknown>[]>> {
  const read = async (name: string) =>
    (await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)} ORDER BY id`.execute(app.database.read)).rows;
  return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await read(name)] as const)));
}

/** Ann with something in every table, and Bob, whose is none of it. */
async function annAndBob(server: TestServer): Promise<{ ann: Person; bob: Person }> {
  await openCentre(server);
  const [ann, bob] = [new Person(server, '203.0.113.1'), new Person(server, '203.0.113.2')];
  await ann.register('ann');
  now.value += 61;
  await bob.register('bob');
  const { gate } = server.app;
  for (const [id, person] of [ann, bob].entries()) {
    expect((await person.post('/account/checkIn')).code).toBe(1);
    const values = {
      name: `Home of ${id + 1}`,
      mobile: '13800138000',
      area: ['44', '4403', '440305'],
      address: 'Street 1',
    };
    await gate.rows('user_address').add({ user_id: id + 1, ...values } as never);
    await gate.rows('user_money_log').add({ user_id: id + 1, money: '5', memo: 'gift' });
  }
  await ann.post('/account/profile', { nickname: '小安', motto: 'Motto-Canary', birthday: '1990-02-03' });
  return { ann, bob };
}

testPlugin(
  'members take along what is kept of them, without secrets and without what is of others',
  [member()],
  async (server) => {
    const { ann } = await annAndBob(server);
    const answer = await server.request('GET', '/api/account/export', { headers: ann.headers });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
    const data = JSON.parse(answer.text) as { account: object; tables: Record<string, object[]> };
    expect(data.account).toEqual({ realm: 'member', id: 1 });
    expect(data.tables).toMatchObject({
      user: [{ username: 'ann', nickname: '小安', email: 'ann@example.com', motto: 'Motto-Canary', money: '5.00' }],
      user_sign_in: [{ ip: '203.0.113.1' }],
      user_check_in: [{ points: 5 }],
      user_address: [{ name: 'Home of 1' }],
      user_money_log: [{ money: '5.00', memo: 'gift' }],
      user_score_log: [{ score: 5 }],
    });
    expect(answer.text).not.toMatch(/argon2|bob|Home of 2|203\.0\.113\.2/);
    // What they were sent would tell which addresses that they have typed have an account.
    expect(data.tables).not.toHaveProperty('user_outbox');
    // Nothing that the server keeps for itself, nor who else was at it.
    expect(answer.text).not.toMatch(/"(?:code|key|operator|name_key|session_number|undeclared)":(?!null)/);
    expect((await new Person(server).get('/account/export')).code).toBe(302);
    // Whose group does not have the page of the profile.
    await server.app.gate.rows('user_group').edit(1, { is_super: 0, rule_ids: [] });
    expect((await ann.get('/account/export')).code).toBe(401);
  },
  options,
);

const lateBook = books();
testPlugin(
  'a closed account keeps nothing that comes late: no sign-in, no message, no session, no second step',
  lateBook.plugins,
  async (server) => {
    const { ann } = await annAndBob(server);
    const { host } = lateBook;
    now.value += 61;
    expect((await ann.post('/account/twoStepBegin', { password })).code).toBe(1);
    expect((await ann.post('/account/close', { password })).code).toBe(1);
    const of = async (name: string): Promise<unknown[]> =>
      (
        await sql`SELECT * FROM ${sql.table(name)} WHERE realm = 'member' AND account_id = 1`.execute(
          server.app.database.read,
        )
      ).rows;
    expect(await of('session_token')).toEqual([]);
    expect(await of('two_step')).toEqual([]);
    // What the sign-in that had begun before would write.
    const rows = host.rows('user', host.system);
    await rows.edit(1, { last_login_time: now.value, last_login_ip: '203.0.113.1' });
    expect(await rows.get(1)).toMatchObject({ last_login_time: null, last_login_ip: null, status: 0, closed: 1 });
    const late = { user_id: 1, ip: '203.0.113.1', useragent: '' };
    await expect(host.rows('user_sign_in', host.system).add(late)).rejects.toThrow('memberServer:accountClosed');
    const message = {
      channel: 'email',
      event: 'user_email_verify',
      target: 'ann@example.com',
      state: 'kept',
      member_id: 1,
    };
    await expect(host.rows('user_outbox', host.system).add(message as never)).rejects.toThrow(
      'memberServer:accountClosed',
    );
  },
  options,
);

testPlugin(
  'members close their account for good: what says who they were is gone, the books stay',
  [member()],
  async (server) => {
    const { ann, bob } = await annAndBob(server);
    const before = await stored(server);
    for (const [body, field] of [
      [{}, 'password'],
      [{ password: 7 }, 'password'],
      [{ password: 'Wrong-Horse 1' }, 'password'],
    ] as const)
      expect((await ann.post('/account/close', body)).data.errors, JSON.stringify(body)).toHaveProperty(field);
    expect((await ann.post('/account/close')).msg).toBe("Password can't be empty");
    expect((await new Person(server).post('/account/close', { password })).code).toBe(302);
    expect(await stored(server)).toEqual(before);
    // A wrong password is no changed one.
    await expect
      .poll(async () =>
        (await server.app.gate.rows('security_log').list({ outcome: 'failed' })).map(({ kind }) => kind),
      )
      .toEqual(['password_check']);
    const phone = new Person(server, '203.0.113.9');
    await phone.signIn('ann');

    expect(await ann.post('/account/close', { password })).toMatchObject({ code: 1, data: null });
    expect([(await ann.get('/user/index')).code, (await phone.get('/user/index')).code]).toEqual([302, 302]);
    const after = await stored(server);
    expect(after['user']![0]).toMatchObject({
      username: 'closed-1',
      name_key: 'closed-1',
      closed: 1,
      nickname: '—',
      ...Object.fromEntries(
        ['email', 'mobile', 'avatar', 'birthday', 'motto', 'last_login_ip', 'join_ip'].map((name) => [name, null]),
      ),
      status: 0,
      money: 500,
      score: 5,
    });
    expect(JSON.stringify(after['user']![0])).not.toContain('argon2');
    expect(after['user']![1]).toEqual(before['user']![1]);
    for (const name of ['user_money_log', 'user_score_log']) expect(after[name]).toEqual(before[name]);
    for (const name of ['user_sign_in', 'user_check_in', 'user_address'])
      expect(
        after[name]!.map(({ user_id: id }) => Number(id)),
        name,
      ).toEqual([2]);
    const text = JSON.stringify(after);
    for (const mine of ['ann@example.com', '小安', 'Motto-Canary', '1990-02-03', '203.0.113.1"', 'Home of 1'])
      expect(text, mine).not.toContain(mine);

    for (const name of ['ann', 'closed-1', 'ann@example.com'])
      expect((await new Person(server, '203.0.113.60').signIn(name)).code, name).toBe(0);
    expect((await bob.get('/user/index')).code).toBe(1);
    // Nobody brings it back.
    const token = await server.signIn();
    for (const change of [{ status: 1 }, { username: 'ann' }, { password: 'Correct-Horse 9' }])
      expect(
        (await server.request('POST', '/api/admin/user.user/edit', { token, body: { id: 1, ...change } })).json,
        JSON.stringify(change),
      ).toMatchObject({ code: 0, msg: "This account is closed and can't be changed" });
    // Name and address are free again; whoever has them now is somebody else.
    now.value += 61;
    const next = new Person(server, '203.0.113.70');
    expect(await next.register('ann')).toMatchObject({ code: 1, data: { userInfo: { id: 3, score: 0 } } });
    // More than one can be closed.
    expect((await bob.post('/account/close', { password })).code).toBe(1);
    expect(await server.app.gate.rows('user').get(2)).toMatchObject({ username: 'closed-2', email: null });
  },
  options,
);

testPlugin(
  'an account is closed as a whole, or not at all',
  [member()],
  async (server) => {
    const { ann } = await annAndBob(server);
    const before = await stored(server);
    await refuseClosing(server);
    const call = { headers: ann.headers, body: { password }, mayFail: true };
    expect((await server.request('POST', '/api/account/close', call)).json.code).toBe(0);
    expect(await stored(server)).toEqual(before);
    expect((await ann.get('/user/index')).code).toBe(1);
  },
  options,
);

testPlugin(
  'an account whose data no job would delete stays open',
  [member()],
  async (server) => {
    const { ann } = await annAndBob(server);
    const again = await refuseClosing(server, 'job');
    const close = { headers: ann.headers, body: { password }, mayFail: true };
    expect((await server.request('POST', '/api/account/close', close)).json.code).toBe(0);
    expect(await server.app.gate.rows('user').get(1)).toMatchObject({ status: 1, closed: 0 });
    expect((await ann.get('/user/index')).code).toBe(1);
    await again();
    expect((await ann.post('/account/close', { password })).code).toBe(1);
  },
  options,
);

testPlugin(
  'administrators delete members whom no book knows, and close the accounts of others',
  [member()],
  async (server) => {
    const { gate } = server.app;
    const { bob } = await annAndBob(server);
    now.value += 61;
    const cara = new Person(server, '203.0.113.3');
    expect((await cara.register('cara')).code).toBe(1);
    const token = await server.signIn();
    const post = async (url: string, body: object) =>
      (await server.request('POST', `/api/admin/user.${url}`, { token, body: body as never })).json;
    const del = async (id: number) =>
      (await server.request('DELETE', '/api/admin/user.user/del', { token, body: { ids: [id] } })).json;
    expect(await gate.rows('user_sign_in').count({ user_id: 3 })).toBe(1);
    expect(await del(3)).toMatchObject({ code: 1 });
    expect([await gate.rows('user').count({ id: 3 }), await gate.rows('user_sign_in').count({ user_id: 3 })]).toEqual([
      0, 0,
    ]);
    expect((await cara.get('/user/index')).code).toBe(302);

    const before = await stored(server);
    expect((await del(2)).msg).toBe(
      'The ledger has entries of this member, which have to stay. Close the account instead',
    );
    expect(await stored(server)).toEqual(before);
    expect(await post('user/closeAccount', { ids: [2] })).toMatchObject({ code: 1 });
    expect((await bob.get('/user/index')).code).toBe(302);
    await expect.poll(() => gate.rows('user').get(2)).toMatchObject({ username: 'closed-2', email: null, closed: 1 });
    const after = await stored(server);
    for (const name of ['user_money_log', 'user_score_log']) expect(after[name]).toEqual(before[name]);
    expect(JSON.stringify(after)).not.toMatch(/bob@example\.com|203\.0\.113\.2"/);

    // Nothing is booked for who has left, from whatever side; what is left can be seen to be closed.
    for (const [url, body] of [
      ['user/adjustMoney', { ids: [2], amount: '10', memo: 'gift' }],
      ['user/adjustScore', { ids: [2], amount: -1, memo: 'fine' }],
      ['moneyLog/add', { user_id: 2, money: '10', memo: 'gift' }],
    ] as const)
      expect(await post(url, body), url).toMatchObject({ code: 0, msg: "This account is closed and can't be changed" });
    expect((await gate.rows('user').get(2))!.money).toBe('5.00');
    const { json } = await server.request('GET', '/api/admin/user.user/index', { token });
    expect((json.data['list'] as { closed: number }[]).map(({ closed }) => closed)).toEqual([1, 0]);
    const { data } = (await server.request('GET', '/api/admin/Dashboard/index', { token })).json;
    expect((data['cards'] as { label: string; value: number }[]).find(({ label }) => label === 'Members')?.value).toBe(
      1,
    );
  },
  options,
);

const book = books();
testPlugin(
  'sign-ins are kept for half a year',
  book.plugins,
  async (server) => {
    await annAndBob(server);
    const run = (): unknown =>
      forgetSignIns.run({ host: book.host, signal: new AbortController().signal, data: undefined } as never);
    now.value += 180 * 86_400 - 61;
    await run();
    const signIns = server.app.gate.rows('user_sign_in');
    expect(await signIns.count({})).toBe(2);
    now.value += 61;
    await run();
    expect(await signIns.list({})).toMatchObject([{ user_id: 2 }]);
  },
  options,
);

testPlugin(
  'messages to a member who closes the account stay without what they said and whom they went to',
  [member()],
  async (server) => {
    const { ann } = await annAndBob(server);
    now.value += 61;
    // An address that was given up, one that was asked for, and one that somebody else has.
    const [proof, next] = await Promise.all([
      ann.code('user_email_verify', 'ann@example.com', { password }),
      ann.code('user_change_email', 'new@example.com'),
    ]);
    const { data } = await ann.post('/account/verification', { type: 'email', captcha: proof });
    const change = { type: 'email', email: 'new@example.com', captcha: next };
    expect((await ann.post('/account/changeBind', { ...change, ...data })).code).toBe(1);
    now.value += 61;
    const texts = await takeTexts(server);
    await ann.code('user_change_mobile', '13900139000');
    await texts.close();
    await ann.code('user_change_email', 'bob@example.com');
    const rows = server.app.gate.rows('user_outbox');
    await expect.poll(() => rows.count({})).toBe(7);
    expect((await ann.post('/account/close', { password })).code).toBe(1);
    const kept = await rows.list({}, { sort: 'id' });
    expect(kept).toHaveLength(7);
    expect(JSON.stringify(kept)).not.toMatch(/ann@|new@|13900139000/);
    expect(kept.filter(({ target }) => target === 'bob@example.com').map(({ event }) => event)).toEqual([
      'user_register',
      'user_has_account',
    ]);
    expect(kept.filter(({ target }) => target === '—').every((row) => row.text === null && row.code === null)).toBe(
      true,
    );
  },
  options,
);
