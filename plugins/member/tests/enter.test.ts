import { expect } from 'vitest';
import { testPlugin } from '#test';
import { member } from '../server.ts';
import { configure, openCentre, outbox, password, Person, registration } from './people.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const }, now: () => now.value };
/** Codes leave once a minute for an address. */
const aMinuteLater = (): void => void (now.value += 61);

testPlugin(
  'members register, sign in by each of their names, and out again',
  [member()],
  async (server) => {
    const ann = new Person(server);
    await configure(server, { open_member_center: 0 });
    expect(await ann.get('/user/checkIn')).toMatchObject({ code: 0, msg: 'The member centre is closed' });
    expect(await ann.signIn('ann')).toMatchObject({ code: 0, msg: 'The member centre is closed' });
    await openCentre(server);
    expect((await ann.get('/user/checkIn')).data).toEqual({
      userLoginCaptchaSwitch: false,
      captcha: false,
      accountVerificationType: ['email'],
      keepsCodes: true,
      register: 'open',
      terms: null,
    });
    const registered = await ann.register('Ann', 'Ann@Example.com');
    expect(registered).toMatchObject({
      code: 1,
      data: {
        routePath: '/user',
        userInfo: {
          username: 'Ann',
          nickname: 'Ann',
          email: 'ann@example.com',
          mobile: '',
          avatar: '',
          gender: 0,
          birthday: '',
          money: '0.00',
          score: 0,
          motto: '',
          join_time: now.value,
          jointime: now.value,
          refreshToken: '',
        },
      },
    });
    // The pages that their group lets them open, and nothing of the back office.
    const start = await ann.get('/user/index');
    expect(start.data).toMatchObject({
      userInfo: {
        username: 'Ann',
        last_login_ip: '203.0.113.7',
        lastloginip: '203.0.113.7',
        last_login_time: now.value,
      },
      rules: [],
    });
    const menus = start.data['menus'] as { name: string; title: string; children: { name: string }[] }[];
    const account = menus.find(({ name }) => name === 'account');
    expect(account!.title).toBe('My account');
    expect(account!.children.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'account/overview',
        'account/profile',
        'account/changePassword',
        'account/integral',
        'account/balance',
      ]),
    );
    expect(await ann.get('/admin/Index/index')).toMatchObject({ code: 302 });
    expect(await ann.get('/user/checkIn')).toMatchObject({ code: 302, data: { routePath: '/user' } });
    expect(await ann.post('/user/logout')).toMatchObject({ code: 1 });
    expect(await ann.get('/user/index')).toMatchObject({ code: 302, data: { routePath: '/user/login' } });

    const rows = server.app.gate.rows('user');
    const [row] = await rows.list({ username: 'Ann' });
    await rows.edit(row!.id, { mobile: '13800138000' });
    for (const typed of ['Ann', 'ANN', 'ann@example.com', 'ANN@EXAMPLE.COM', '13800138000']) {
      const again = new Person(server);
      expect(await again.signIn(typed), typed).toMatchObject({ code: 1, data: { userInfo: { username: 'Ann' } } });
    }
    const known = new Person(server);
    const { data } = await known.signIn('Ann');
    const { refreshToken } = data['userInfo'] as { refreshToken: string };
    expect(await known.post('/common/refreshToken', { refreshToken })).toMatchObject({
      code: 1,
      data: { type: 'user-refresh' },
    });
    // A refresh token alone ends its session, under either name.
    expect(await new Person(server).post('/user/logout', { refresh_token: refreshToken })).toMatchObject({ code: 1 });
    expect(await known.get('/user/index')).toMatchObject({ code: 302 });
    const signIns = await server.app.gate.rows('user_sign_in').list({ user_id: row!.id });
    expect(signIns).toHaveLength(7);
    expect(signIns[0]).toMatchObject({ time: now.value, ip: '203.0.113.7' });
    await expect(server.app.gate.rows('user_sign_in').edit(signIns[0]!.id, { ip: '' })).rejects.toThrow();
  },
  options,
);

testPlugin(
  'registering tells who has a code that a name is taken, and nobody that an address is',
  [member()],
  async (server) => {
    await openCentre(server);
    await new Person(server).register('taken', 'owner@example.com');
    aMinuteLater();
    const eve = new Person(server, '203.0.113.66');
    const code = await eve.code('user_register', 'eve@example.com');
    const form = registration('TAKEN', 'eve@example.com', code);
    // Without the code, which was sent after a security check, the answer is the same for any name.
    const slip = { ...form, captcha: code === '000000' ? '111111' : '000000' };
    const wrong = [
      await eve.post('/user/checkIn', slip),
      await eve.post('/user/checkIn', { ...slip, username: 'nobody' }),
    ];
    expect(wrong[0]!.data.errors).toHaveProperty('captcha');
    expect({ ...wrong[0], time: 0 }).toEqual({ ...wrong[1], time: 0 });
    expect(await eve.post('/user/checkIn', form)).toMatchObject({
      code: 0,
      data: { errors: { username: expect.stringMatching('in use') as string } },
    });
    // The code is still good: they only take another name. Nobody gets two accounts by one.
    expect((await eve.post('/user/checkIn', { ...form, username: 'eve' })).code).toBe(1);
    expect(await eve.post('/user/checkIn', { ...form, username: 'eve2' })).toMatchObject({
      code: 0,
      data: { errors: { captcha: 'The code is incorrect or no longer valid' } },
    });

    // The owner of a known address is told that they have an account; the code goes nowhere.
    expect(await eve.code('user_register', 'OWNER@example.com')).toBe('');
    const [told] = await outbox(server, 'owner@example.com').then((rows) => rows.slice(-1));
    expect(told).toMatchObject({ event: 'user_has_account', state: 'kept' });
    for (const email of ['owner@example.com', 'nobody@example.com'])
      expect(await eve.post('/user/checkIn', registration('eve_three', email, '123456'))).toMatchObject({
        code: 0,
        msg: expect.stringContaining('The code is incorrect') as string,
      });
    expect(await server.app.gate.rows('user').count({})).toBe(2);
  },
  options,
);

testPlugin(
  'what is wrong with a registration is said at its field, and changes nothing',
  [member()],
  async (server) => {
    await openCentre(server);
    const bob = new Person(server, '203.0.113.20');
    const code = await bob.code('user_register', 'bob@example.com');
    const good = registration('bob', 'bob@example.com', code);
    for (const [change, field] of [
      [{ tab: 'other' }, 'tab'],
      [{ username: '1bob' }, 'username'],
      [{ username: 'b' }, 'username'],
      [{ username: ['bob'] }, 'username'],
      [{ username: 'a'.repeat(16) }, 'username'],
      [{ username: 'bob\u0000x' }, 'username'],
      [{ password: 'short' }, 'password'],
      [{ password: 'with<tags>' }, 'password'],
      [{ password: 'PassWord1' }, 'password'],
      [{ password: 'qwerty123' }, 'password'],
      [{ registerType: 'letter' }, 'registerType'],
      [{ email: 'bob@example.com\r\nBcc: x@example.com' }, 'email'],
      [{ email: ['bob@example.com'] }, 'email'],
      [{ captcha: '000000' === code ? '111111' : '000000' }, 'captcha'],
      [{ captcha: { $ne: 1 } }, 'captcha'],
      // The code of another address.
      [{ email: 'mallory@example.com' }, 'captcha'],
    ] as const) {
      const answer = await bob.post('/user/checkIn', { ...good, ...change });
      expect([answer.code, Object.keys(answer.data?.errors ?? {})], JSON.stringify(change)).toEqual([0, [field]]);
    }
    const refused = await bob.post('/user/checkIn', { ...good, username: '1bob', password: 'short', email: 'bob' });
    expect(Object.keys(refused.data?.errors ?? {})).toEqual(['username', 'password', 'email']);
    expect(await server.app.gate.rows('user').count({})).toBe(0);
    // Nobody sets what is not theirs to set.
    expect((await bob.post('/user/checkIn', { ...good, money: '99', group_id: 7, status: 0, score: 5 })).code).toBe(1);
    expect(await server.app.gate.rows('user').get(1)).toMatchObject({ money: '0.00', score: 0, status: 1 });
    // Ten minutes, five tries.
    const late = new Person(server, '203.0.113.21');
    const old = await late.code('user_register', 'late@example.com');
    now.value += 601;
    expect((await late.post('/user/checkIn', registration('late', 'late@example.com', old))).code).toBe(0);
    const guessed = await late.code('user_register', 'late@example.com');
    const wrong = guessed === '999999' ? '888888' : '999999';
    for (let times = 0; times < 5; times += 1)
      await late.post('/user/checkIn', registration('late', 'late@example.com', wrong));
    expect((await late.post('/user/checkIn', registration('late', 'late@example.com', guessed))).code).toBe(0);
    expect(password).not.toBe('');
  },
  options,
);

testPlugin(
  'one code tries ten names in an hour, and no more',
  [member()],
  async (server) => {
    await openCentre(server);
    await new Person(server).register('taken', 'first@example.com');
    aMinuteLater();
    const eve = new Person(server, '203.0.113.67');
    const form = registration('taken', 'eve@example.com', await eve.code('user_register', 'eve@example.com'));
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1) answers.push(await eve.post('/user/checkIn', form));
    expect(answers.slice(0, 10).every(({ data }) => 'username' in (data.errors ?? {}))).toBe(true);
    expect(answers[10]!.msg).toMatch(/Too many/);
  },
  options,
);

testPlugin(
  'guesses at a name do not tell whose e-mail it goes with, and the owner hears of all of them',
  [member()],
  async (server) => {
    await openCentre(server);
    await new Person(server).register('ann', 'ann@example.com');
    const wrong = 'Wrong-Horse 1';
    for (let turn = 0; turn < 3; turn += 1)
      await new Person(server, `203.0.113.${70 + turn}`).signIn(turn === 1 ? 'ANN' : 'ann', wrong);
    const guess = (name: string, ip: string) => new Person(server, ip).signIn(name, wrong);
    expect((await guess('Ann', '203.0.113.80')).data).toMatchObject({ needed: true });
    for (const name of ['ann@example.com', 'bob', 'bob@example.com'])
      expect(await guess(name, '203.0.113.81'), name).toMatchObject({ code: 0, data: { captcha: false } });
    const owner = await new Person(server, '203.0.113.82').signIn('ANN@example.com');
    expect(owner).toMatchObject({ code: 1, data: { failures: 4 } });
  },
  options,
);

testPlugin(
  'while nobody can register no code leaves for it, and the answer is the same for every address',
  [member()],
  async (server) => {
    await openCentre(server);
    await new Person(server).register('ann', 'ann@example.com');
    const ask = async (): Promise<readonly string[]> => {
      aMinuteLater();
      const answers = [];
      for (const email of ['ann@example.com', 'nobody@example.com'])
        answers.push(
          await new Person(server, '203.0.113.90').solved('member.code', '/Ems/send', {
            email,
            event: 'user_register',
          }),
        );
      expect(answers.map(({ code, data }) => [code, data])).toEqual([
        [0, null],
        [0, null],
      ]);
      return answers.map(({ msg }) => msg);
    };
    const before = await server.app.gate.rows('user_outbox').count({});
    await configure(server, { register_mode: 'closed' });
    expect(new Set(await ask())).toEqual(new Set(['Sign-up is closed at the moment']));
    // Whoever has an account still gets one for a forgotten password.
    aMinuteLater();
    expect(await new Person(server).code('user_retrieve_pwd', 'ann@example.com')).toMatch(/^\d{6}$/);
    await configure(server, { open_member_center: 0 });
    expect(new Set(await ask())).toEqual(new Set(['The member centre is closed']));
    expect(await server.app.gate.rows('user_outbox').count({})).toBe(before + 1);
  },
  options,
);
