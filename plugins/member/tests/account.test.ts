import { sql } from 'kysely';
import { expect } from 'vitest';
import { loopback, testPlugin, waitingTransactions } from '#test';
import { member } from '../server.ts';
import { takeTexts } from './gateway.ts';
import { openCentre, outbox, password, Person } from './people.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const, fetchPrivate: [loopback] }, now: () => now.value };
const aMinuteLater = (): void => void (now.value += 61);
const next = 'Another-Horse 8';

testPlugin(
  'members change their profile, their password and nobody else',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.1');
    await ann.register('ann');
    aMinuteLater();
    await new Person(server, '203.0.113.2').register('bob');
    expect((await ann.get('/account/profile')).data).toMatchObject({
      accountVerificationType: ['email'],
      keepsCodes: true,
      userInfo: { username: 'ann', money: '0.00' },
    });
    const everything = {
      id: 2,
      version: 1,
      username: 'ann',
      money: '99.00',
      score: 9,
      group_id: 5,
      email: 'x@example.com',
      status: 0,
      password: 'x',
    };
    const changes = { nickname: '小安', gender: 2, birthday: '1990-02-03', motto: '你好' };
    expect(await ann.post('/account/profile', { ...everything, ...changes })).toMatchObject({
      code: 1,
      data: { userInfo: { id: 1, ...changes, money: '0.00', score: 0, email: 'ann@example.com' } },
    });
    expect(await server.app.gate.rows('user').get(2)).toMatchObject({ username: 'bob', nickname: 'bob' });
    for (const [change, field] of [
      [{ nickname: '' }, 'nickname'],
      [{ gender: 3 }, 'gender'],
      [{ birthday: '1990-02-30' }, 'birthday'],
      // Whose browsers show it would ask that server.
      [{ avatar: 'https://elsewhere.example/a.png' }, 'avatar'],
      [{ avatar: '//elsewhere.example/a.png' }, 'avatar'],
      [{ avatar: '/\\elsewhere.example/a.png' }, 'avatar'],
    ] as const)
      expect((await ann.post('/account/profile', change)).data.errors).toHaveProperty(field);
    expect((await ann.post('/account/profile', { avatar: '/files/a.png' })).code).toBe(1);
    // What is wrong with the form is told before the security check, which nobody solves in vain.
    for (const [change, fields] of [
      [{ username: '1x' }, ['username']],
      [{ username: 'anna', nickname: '', gender: 3 }, ['nickname', 'gender']],
    ] as const) {
      const { data } = await ann.post('/account/profile', change);
      expect(Object.keys(data.errors ?? {}).toSorted()).toEqual([...fields].toSorted());
      expect(data).not.toHaveProperty('needed');
    }
    // For clients that show nothing but the sentence.
    expect((await ann.post('/account/profile', { time_zone: 'Mars' })).msg).toMatch(/^Time zone: /);
    expect((await ann.post('/account/changePassword', { newPassword: next })).msg).toMatch(
      /^Current password can't be empty/,
    );
    // A name that is taken is told after a security check only.
    expect(await ann.post('/account/profile', { username: 'BOB' })).toMatchObject({ data: { needed: true } });
    expect((await ann.solved('member.profile', '/account/profile', { username: 'BOB' })).data.errors).toHaveProperty(
      'username',
    );
    expect((await ann.solved('member.profile', '/account/profile', { username: 'anna' })).code).toBe(1);

    const phone = new Person(server, '203.0.113.9');
    await phone.signIn('anna');
    for (const [body, field] of [
      [{ oldPassword: 'Wrong-Horse 1', newPassword: next }, 'oldPassword'],
      [{ oldPassword: password, newPassword: 'abc' }, 'newPassword'],
      [{ oldPassword: password, newPassword: 'iloveyou' }, 'newPassword'],
      [{ oldPassword: password, newPassword: password }, 'newPassword'],
      [{ newPassword: next }, 'oldPassword'],
    ] as const)
      expect((await ann.post('/account/changePassword', body)).data.errors, JSON.stringify(body)).toHaveProperty(field);
    expect((await phone.get('/user/index')).code).toBe(1);
    const changed = await ann.post('/account/changePassword', { oldPassword: password, newPassword: next });
    expect(changed).toMatchObject({ code: 1, data: { token: expect.any(String) as string, refreshToken: '' } });
    expect([(await ann.get('/user/index')).code, (await phone.get('/user/index')).code]).toEqual([302, 302]);
    ann.token = changed.data['token'] as string;
    expect((await ann.get('/user/index')).code).toBe(1);
    expect((await new Person(server).signIn('anna')).code).toBe(0);
    expect((await phone.signIn('anna', next)).code).toBe(1);

    // Where they are signed in.
    const { list } = (await ann.get('/account/sessions')).data as {
      list: { id: string; current: boolean; ip: string }[];
    };
    expect(
      list.map(({ current, ip }) => `${ip} ${current}`).toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['203.0.113.1 true', '203.0.113.9 false']);
    const bob = new Person(server, '203.0.113.2');
    await bob.signIn('bob');
    const other = list.find(({ current }) => !current)!;
    expect(await bob.post('/account/endSession', { id: other.id })).toMatchObject({ code: 0 });
    expect((await phone.get('/user/index')).code).toBe(1);
    expect(await ann.post('/account/endSession', { id: other.id })).toMatchObject({ code: 1 });
    expect((await phone.get('/user/index')).code).toBe(302);
    await phone.signIn('anna', next);
    expect((await ann.post('/account/endOtherSessions')).code).toBe(1);
    expect([(await phone.get('/user/index')).code, (await ann.get('/user/index')).code]).toEqual([302, 1]);
  },
  options,
);

testPlugin(
  'an address is bound by who has shown that the old one is theirs, and a forgotten password is set by a code',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.1');
    await ann.register('ann');
    aMinuteLater();
    await new Person(server, '203.0.113.2').register('bob');
    const users = server.app.gate.rows('user');
    const addressOf = async (id: number) => [(await users.get(id))!.email, (await users.get(id))!.mobile];

    // None is bound: the password shows who they are.
    const texts = await takeTexts(server);
    await ann.code('user_change_mobile', '13800138000');
    const forMobile = texts.code();
    const bind = { type: 'mobile', mobile: '13800138000', captcha: forMobile };
    expect((await ann.post('/account/changeBind', { ...bind, password: 'Wrong-Horse 1' })).data.errors).toHaveProperty(
      'password',
    );
    expect((await ann.post('/account/changeBind', { ...bind, password, captcha: '12' })).data.errors).toHaveProperty(
      'captcha',
    );
    expect(await ann.post('/account/changeBind', { ...bind, password })).toMatchObject({
      code: 1,
      data: { userInfo: { mobile: '13800138000' } },
    });
    await texts.close();

    // One is bound: its code, and the password before that is sent.
    const asks = { email: 'ann@example.com', event: 'user_email_verify' };
    expect(
      (await ann.solved('member.code', '/Ems/send', { ...asks, password: 'Wrong-Horse 1' })).data.errors,
    ).toHaveProperty('password');
    expect(
      (await ann.solved('member.code', '/Ems/send', { ...asks, email: 'bob@example.com', password })).data.errors,
    ).toHaveProperty('email');
    // The password stands in for a security check, and a wrong one for nothing.
    const another = { email: 'unasked@example.com', event: 'user_change_email' };
    expect(await ann.post('/Ems/send', another)).toMatchObject({ code: 0, data: { needed: true } });
    expect((await ann.post('/Ems/send', { ...another, password: 'Wrong-Horse 1' })).data.errors).toHaveProperty(
      'password',
    );
    expect(await ann.post('/Ems/send', { ...another, password })).toMatchObject({ code: 1 });
    const own = await ann.code('user_email_verify', 'ann@example.com', { password });
    const proved = await ann.post('/account/verification', { type: 'email', captcha: own });
    expect(proved).toMatchObject({
      code: 1,
      data: { type: 'email', accountVerificationToken: expect.any(String) as string },
    });
    const { accountVerificationToken } = proved.data;
    const captcha = await ann.code('user_change_email', 'new@example.com');
    const change = { type: 'email', email: 'NEW@example.com', captcha };
    expect(await ann.post('/account/changeBind', { ...change, password })).toMatchObject({ code: 0 });
    // The proof for one address is none for another, nor for anybody else.
    expect(
      (await ann.post('/account/changeBind', { ...bind, mobile: '13900139000', accountVerificationToken })).code,
    ).toBe(0);
    const bob = new Person(server, '203.0.113.2');
    await bob.signIn('bob');
    expect((await bob.post('/account/changeBind', { ...change, accountVerificationToken })).code).toBe(0);
    // A mistyped code costs a try of it, and not the proof.
    const other = captcha === '000000' ? '000001' : '000000';
    const mistyped = await ann.post('/account/changeBind', { ...change, captcha: other, accountVerificationToken });
    expect(Object.keys(mistyped.data.errors!)).toEqual(['captcha']);
    expect(await addressOf(1)).toEqual(['ann@example.com', '13800138000']);
    expect((await ann.post('/account/changeBind', { ...change, accountVerificationToken })).code).toBe(1);
    expect(await addressOf(1)).toEqual(['new@example.com', '13800138000']);
    // Whoever has the old address hears of it; the proof is spent.
    await expect.poll(async () => (await outbox(server, 'ann@example.com')).at(-1)!.event).toBe('user_contact_changed');
    aMinuteLater();
    const again = await ann.code('user_change_email', 'third@example.com');
    const spent = { type: 'email', email: 'third@example.com', captcha: again, accountVerificationToken };
    expect(await ann.post('/account/changeBind', spent)).toMatchObject({
      code: 0,
      data: { errors: { accountVerificationToken: "Please confirm again that it's you" } },
    });

    // Bob's address is nobody else's, and nobody learns that it is his.
    aMinuteLater();
    expect(await ann.code('user_change_email', 'bob@example.com')).toBe('');
    expect((await outbox(server, 'bob@example.com')).at(-1)!.event).toBe('user_has_account');

    // Forgotten: the same answer for everybody.
    const stranger = new Person(server, '203.0.113.50');
    const asked = await stranger.solved('member.code', '/Ems/send', {
      email: 'nobody@example.com',
      event: 'user_retrieve_pwd',
    });
    const code = await stranger.code('user_retrieve_pwd', 'new@example.com');
    expect(asked).toMatchObject({ code: 1, data: { isKept: true }, msg: '' });
    // Whoever asks next cannot tell by the time: as much is done for nobody.
    await expect
      .poll(() => outbox(server, 'nobody@example.com'))
      .toMatchObject([{ state: 'none', text: null, code: null }]);
    const retrieve = { type: 'email', account: 'new@example.com', password: next };
    // Everything that is wrong with it is said at once.
    expect(
      (await stranger.post('/account/retrievePassword', { ...retrieve, account: 'nowhere', password: 'short' })).data
        .errors,
    ).toEqual({ account: expect.any(String) as string, password: expect.any(String) as string });
    expect(
      (await stranger.post('/account/retrievePassword', { ...retrieve, captcha: code, password: '123456' })).data
        .errors,
    ).toHaveProperty('password');
    expect(
      (await stranger.post('/account/retrievePassword', { ...retrieve, account: 'nobody@example.com', captcha: code }))
        .data.errors,
    ).toHaveProperty('captcha');
    // Of another event.
    expect(
      (await stranger.post('/account/retrievePassword', { ...retrieve, captcha: own })).data.errors,
    ).toHaveProperty('captcha');
    expect(await stranger.post('/account/retrievePassword', { ...retrieve, captcha: code })).toMatchObject({ code: 1 });
    expect((await ann.get('/user/index')).code).toBe(302);
    expect((await stranger.post('/account/retrievePassword', { ...retrieve, captcha: code })).code).toBe(0);
    expect((await ann.signIn('ann', password)).code).toBe(0);
    expect((await ann.signIn('13800138000', next)).code).toBe(1);
    // A closed account is answered like none.
    aMinuteLater();
    await users.edit(1, { status: 0 });
    expect((await ann.get('/user/index')).code).toBe(302);
    await stranger.solved('member.code', '/Ems/send', { email: 'new@example.com', event: 'user_retrieve_pwd' });
    // Only who knows the password learns that there is an account, and that it is disabled.
    expect((await ann.signIn('ann', next)).msg).toBe('This account has been disabled. Please contact an administrator');
    const guess = await ann.signIn('ann', 'Wrong-Horse 1');
    const nobody = await ann.signIn('nobody', 'Wrong-Horse 1');
    expect([guess.msg, guess.code, guess.data]).toEqual([nobody.msg, nobody.code, nobody.data]);
    expect(guess.msg).toBe('The username or password is incorrect');
    const asksAgain = async () =>
      (await outbox(server, 'new@example.com')).flatMap((row) =>
        row.event === 'user_retrieve_pwd' ? [row.state] : [],
      );
    await expect.poll(asksAgain).toEqual(['kept', 'none']);
  },
  options,
);

testPlugin.onPostgres(
  'a code for a former address sets no password, however close the change comes',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.61');
    await ann.register('ann');
    aMinuteLater();
    const stranger = new Person(server, '203.0.113.62');
    const captcha = await stranger.code('user_retrieve_pwd', 'ann@example.com');
    const body = { type: 'email', account: 'ann@example.com', password: next, captcha };
    let answer: ReturnType<Person['post']> | undefined;
    await server.app.database.write(async ({ db }) => {
      await sql`UPDATE ${sql.table('user')} SET email = 'moved@example.com', version = version + 1 WHERE id = 1`.execute(
        db,
      );
      answer = stranger.post('/account/retrievePassword', body);
      await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
    });
    expect((await answer!).data.errors).toHaveProperty('captcha');
    expect((await new Person(server, '203.0.113.63').signIn('ann', password)).code).toBe(1);
  },
  options,
);
