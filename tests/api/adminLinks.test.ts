import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { openMailbox, type Mailbox } from '../support/mailbox.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { solvePicture } from '../support/solveCaptcha.ts';
import { codeOf } from '../support/twoStep.ts';
import { waitingTransactions } from '../support/waitingTransactions.ts';

const secret = 'Person-1';
const next = 'Person-22';
const address = 'https://office.example/';

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly errors?: Readonly<Record<string, string>> };
}

eachDatabase((name, _open, place) => {
  let server: TestServer;
  let mailbox: Mailbox;
  let boss = '';
  let clock = 1_800_000_000;
  let person = 0;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startServer(await place(), { now: () => clock, config: { trustProxy: '127.0.0.1' } });
    boss = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });
  const ask = async (method: string, url: string, body?: Record<string, unknown>, token?: string, ip = '203.0.113.1') =>
    (await server.request(method, `/api/admin/${url}`, { token, body, headers: { 'x-forwarded-for': ip } }))
      .json as Envelope;
  const post = (url: string, body: Record<string, unknown>, token?: string, ip?: string) =>
    ask('POST', url, body, token, ip);
  const configure = (values: Record<string, unknown>) => post('routine.Config/edit', values, boss);
  const solved = async (url: string, body: Record<string, unknown>) =>
    post(url, { ...body, ...(await solvePicture(server, '203.0.113.1', 'admin.forgotten')) });
  /** Mails to somebody, as they read them. */
  const mailsTo = (to: string): string[] =>
    mailbox.received
      .filter((each) => each.to.includes(to))
      .map(({ raw }) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
  const linkIn = (mail: string, page: string): string => {
    const [, token] = new RegExp(`https://office\\.example/admin/login\\?for=${page}#([\\w-]{43})`).exec(mail) ?? [];
    expect(token, mail).toBeDefined();
    return token!;
  };
  async function linkTo(to: string, page: string, before = 0): Promise<string> {
    await expect.poll(() => mailsTo(to).length).toBe(before + 1);
    return linkIn(mailsTo(to).at(-1)!, page);
  }
  const group = async (values: Record<string, unknown>) =>
    (await server.app.gate.rows('admin_group').add({ name: `Group ${(person += 1)}`, pid: 1, ...values } as never)).id;
  async function someone(values: Record<string, unknown> = {}) {
    const username = `ann${(person += 1)}`;
    const email = `${username}@people.example`;
    const fields = { username, nickname: 'Ann', password: secret, email, group_ids: [await group({})], ...values };
    const { id } = await server.app.gate.rows('admin').add(fields as never);
    return { id, username, email };
  }
  const signIn = (username: string, password: string, more: object = {}) =>
    post('Index/login', { username, password, ...more });
  const tokenOf = async (username: string, password = secret) =>
    ((await signIn(username, password)).data['userInfo'] as { token: string }).token;
  beforeEach(() => {
    clock += 90_000;
  });

  it('says plainly that no mail can leave, until mail and the address of the site are filled in', async () => {
    const { email } = await someone();
    const invitation = { email: 'new@people.example', group_ids: [1] };
    boss = await server.signIn();
    for (const values of [{}, mailbox.settings]) {
      if (Object.keys(values).length > 0) expect((await configure(values)).code).toBe(1);
      expect((await solved('Index/forgotten', { account: email })).msg).toMatch(/can't send emails yet/);
      expect((await post('auth.invitation/add', invitation, boss)).msg).toMatch(/First fill in Mail/);
    }
    expect(await server.app.gate.rows('admin_invitation').count()).toBe(0);
    expect((await configure({ urls: [address] })).code).toBe(1);
    expect((await solved('Index/forgotten', { account: email })).code).toBe(1);
    await linkTo(email, 'reset');
  });

  describe('a forgotten password', () => {
    const forgotten = (account: string) => solved('Index/forgotten', { account });

    it('is set anew by a link, once; all sessions end, and the link is kept as a digest', async () => {
      const { id, username, email } = await someone();
      const session = await tokenOf(username);
      expect(await post('Index/forgotten', { account: username })).toMatchObject({
        data: { captcha: true, needed: true },
      });
      expect(await forgotten(username)).toMatchObject({ code: 1, data: null });
      const token = await linkTo(email, 'reset');
      const { rows } = await sql`SELECT * FROM password_reset`.execute(server.app.database.read);
      expect(JSON.stringify([rows, server.logged])).not.toContain(token);
      for (const password of [undefined, 'abc', 'iloveyou', 'x'.repeat(33), 5])
        expect((await post('Index/resetPassword', { token, password })).data.errors).toHaveProperty('password');
      for (const bad of [undefined, '', 'x'.repeat(43), `${token}x`, [token], { a: 1 }])
        expect((await post('Index/resetPassword', { token: bad, password: next })).msg).toBe(
          'This link is no longer valid',
        );
      expect((await signIn(username, secret)).code).toBe(1);
      const set = await Promise.all([1, 2, 3].map(() => post('Index/resetPassword', { token, password: next })));
      expect(set.filter(({ code }) => code === 1)).toHaveLength(1);
      expect((await ask('GET', 'Index/index', undefined, session)).code).toBe(302);
      expect((await signIn(username, secret)).code).toBe(0);
      expect((await signIn(username, next)).code).toBe(1);
      expect((await post('Index/resetPassword', { token, password: 'Person-333' })).code).toBe(0);
      await expect
        .poll(async () => (await server.app.gate.rows('security_log').list({ kind: 'password', admin_id: id })).length)
        .toBe(1);
    });

    it('leaves the second step on', async () => {
      const { username, email } = await someone();
      const session = await tokenOf(username);
      const own = 'routine.AdminInfo/twoStep';
      const key = (await post(`${own}Begin`, { password: secret }, session)).data['secret'] as string;
      expect((await post(`${own}Enable`, { code: codeOf(key, clock) }, session)).code).toBe(1);
      await forgotten(email);
      const token = await linkTo(email, 'reset');
      expect((await post('Index/resetPassword', { token, password: next })).code).toBe(1);
      expect((await signIn(username, next)).data).toMatchObject({ twoStep: true });
      expect((await signIn(username, next, { code: codeOf(key, clock + 30) })).code).toBe(1);
    });

    it.runIf(name === 'postgres')('ends with another password that is set while it is used', async () => {
      const { id, username, email } = await someone();
      await forgotten(email);
      const token = await linkTo(email, 'reset');
      const { database } = server.app;
      let used: ReturnType<typeof post> | undefined;
      await database.write(async ({ db, touch }) => {
        await sql`SELECT 1 FROM admin WHERE id = ${id} FOR UPDATE`.execute(db);
        used ??= post('Index/resetPassword', { token, password: next });
        await expect.poll(() => waitingTransactions(database)).toBe(1);
        await sql`UPDATE admin SET session_number = session_number + 1 WHERE id = ${id}`.execute(db);
        touch('admin');
      });
      expect((await used!).msg).toBe('This link is no longer valid');
      expect((await signIn(username, secret)).code).toBe(1);
    });

    it('ends with half an hour, a newer link, another password or address, and the account', async () => {
      const { id, email } = await someone();
      const { gate } = server.app;
      const isGone = async (token: string) =>
        expect((await post('Index/resetPassword', { token, password: next })).msg).toBe('This link is no longer valid');
      await forgotten(email);
      const first = await linkTo(email, 'reset');
      clock += 61;
      await forgotten(email);
      const second = await linkTo(email, 'reset', 1);
      await isGone(first);
      clock += 1801;
      await isGone(second);
      await forgotten(email);
      const third = await linkTo(email, 'reset', 2);
      await gate.rows('admin').edit(id, { password: 'Person-444' });
      await isGone(third);
      clock += 61;
      await forgotten(email);
      const fourth = await linkTo(email, 'reset', 3);
      await gate.rows('admin').edit(id, { email: 'other@people.example' });
      await isGone(fourth);
      await gate.rows('admin').edit(id, { email });
      clock += 61;
      await forgotten(email);
      const fifth = await linkTo(email, 'reset', 4);
      await gate.rows('admin').edit(id, { status: 0 });
      await isGone(fifth);
    });

    it('answers the same for everybody, and sends to nobody who is not there, disabled, or without an address', async () => {
      const ann = await someone();
      const off = await someone({ status: 0 });
      const mute = await someone({ email: null });
      const answers = [];
      const before = mailbox.received.length;
      for (const account of [ann.username, off.username, off.email, mute.username, 'nobody', 'nobody@people.example'])
        answers.push(await forgotten(account));
      for (const { code, msg, data } of answers)
        expect({ code, msg, data }).toEqual({ code: 1, msg: answers[0]!.msg, data: null });
      await linkTo(ann.email, 'reset');
      expect(mailbox.received.length).toBe(before + 1);
      for (const account of ['', '  ', undefined, 5, 'x'.repeat(255)])
        expect((await post('Index/forgotten', { account: account as string })).data.errors).toHaveProperty('account');
    });

    it('sends one mail a minute and six an hour for one name, and no more than twenty for one address', async () => {
      const { username, email } = await someone();
      for (let at = 0; at < 6; at += 1) {
        expect((await forgotten(username)).code, String(at)).toBe(1);
        expect((await forgotten(username)).msg).toMatch(/Too many/);
        clock += 61;
      }
      expect((await forgotten(username)).msg).toMatch(/Too many/);
      await expect.poll(() => mailsTo(email).length).toBe(6);
      clock += 3601;
      const codes = [];
      for (let at = 0; at < 21; at += 1) codes.push((await forgotten(`nobody${at}`)).code);
      expect(codes.filter((code) => code === 1)).toHaveLength(20);
    });
  });

  describe('an invitation', () => {
    beforeEach(async () => {
      boss = await server.signIn();
    });
    let at = 0;
    const invite = (email: string, groups: readonly number[], token = boss) =>
      post('auth.invitation/add', { email, group_ids: groups }, token);
    const newcomer = () => ({ email: `new${(at += 1)}@people.example`, username: `new${at}`, password: next });
    const rows = () => server.app.gate.rows('admin_invitation');

    it('makes an administrator of who comes by its link, once, in its groups and no others', async () => {
      const { email, username, password } = newcomer();
      const wanted = await group({});
      expect((await invite(email, [wanted])).code).toBe(1);
      const token = await linkTo(email, 'invitation');
      // The mail arrives before the row says so.
      await expect.poll(async () => (await rows().list({ email }))[0]?.mail_state).toBe('sent');
      const [open] = await rows().list({ email });
      expect(open).toMatchObject({ admin_id: 1, expire_time: clock + 604_800 });
      const list = await ask('GET', 'auth.invitation/index', undefined, boss);
      expect(JSON.stringify([list, open, server.logged])).not.toContain(token);
      expect(JSON.stringify(list)).not.toContain('token_hash');
      expect((await post('Index/invitation', { token })).data).toEqual({ email });
      for (const [body, field] of [
        [{ username: 'admin', password }, 'username'],
        [{ username: 'ADMIN', password }, 'username'],
        [{ username: '1 x', password }, 'username'],
        [{ username: { a: 1 }, password }, 'username'],
        [{ password }, 'username'],
        [{ username, password: 'abc' }, 'password'],
        [{ username, password: 'Admin123' }, 'password'],
        [{ username }, 'password'],
      ] as const)
        expect(
          (await post('Index/acceptInvitation', { token, ...body })).data.errors,
          JSON.stringify(body),
        ).toHaveProperty(field);
      const more = { group_ids: [1], status: 0, super: true, email: 'other@people.example' };
      const come = await Promise.all(
        [1, 2, 3].map((each) =>
          post('Index/acceptInvitation', { token, password, ...more, username: `${username}x${each}` }),
        ),
      );
      expect(come.filter(({ code }) => code === 1)).toHaveLength(1);
      const made = await server.app.gate.rows('admin').list({ email });
      expect(made).toHaveLength(1);
      expect(made[0]).toMatchObject({ group_ids: [wanted], status: 1 });
      expect((await signIn(made[0]!.username!, password)).code).toBe(1);
      expect(await rows().count({ email })).toBe(0);
      expect((await post('Index/invitation', { token })).msg).toBe('This link is no longer valid');
    });

    it('ends with seven days, with being sent again, and with being withdrawn', async () => {
      const { email, username, password } = newcomer();
      await invite(email, [await group({})]);
      const first = await linkTo(email, 'invitation');
      const { id } = (await rows().list({ email }))[0]!;
      const resend = () => post('auth.invitation/resend', { ids: [id] }, boss);
      expect((await resend()).msg).toMatch(/Please wait/);
      clock += 604_801;
      boss = await server.signIn();
      const isGone = async (token: string) =>
        expect((await post('Index/acceptInvitation', { token, username, password })).msg).toBe(
          'This link is no longer valid',
        );
      await isGone(first);
      expect((await resend()).code).toBe(1);
      const second = await linkTo(email, 'invitation', 1);
      await isGone(first);
      expect((await post('Index/invitation', { token: second })).code).toBe(1);
      expect((await ask('DELETE', `auth.invitation/del?ids[]=${id}`, undefined, boss)).code).toBe(1);
      await isGone(second);
      expect(await server.app.gate.rows('admin').count({ email })).toBe(0);
    });

    it('leads into no group above one’s own, and nowhere once the inviter has lost the right', async () => {
      const { gate } = server.app;
      const rules = await gate
        .rows('admin_rule')
        .list({
          name: {
            in: [
              'auth',
              'auth/invitation',
              'auth/invitation/add',
              'auth/invitation/index',
              'auth/admin',
              'auth/admin/add',
            ],
          },
        });
      const ids = rules.map(({ id }) => id);
      const own = await group({ rule_ids: ids });
      const below = await group({ pid: own });
      const beside = await group({});
      const { id, username } = await someone({ group_ids: [own] });
      const chief = await tokenOf(username);
      const { email, username: name, password } = newcomer();
      for (const groups of [[1], [own], [beside], [below, beside]])
        expect((await invite(email, groups, chief)).data?.errors, JSON.stringify(groups)).toHaveProperty('group_ids');
      expect((await invite(email, [below], chief)).code).toBe(1);
      const token = await linkTo(email, 'invitation');
      // Others of no rank above see nothing of it.
      const peer = await someone({ group_ids: [await group({ rule_ids: ids })] });
      expect((await ask('GET', 'auth.invitation/index', undefined, await tokenOf(peer.username))).data['total']).toBe(
        0,
      );

      const without = await gate.rows('admin_rule').list({ name: 'auth/admin/add' });
      await gate.rows('admin_group').edit(own, { rule_ids: ids.filter((each) => each !== without[0]!.id) });
      expect((await invite('late@people.example', [below], await tokenOf(username))).msg).toMatch(
        /Only people who can add/,
      );
      expect((await post('Index/acceptInvitation', { token, username: name, password })).code).toBe(0);
      expect(await gate.rows('admin').count({ email })).toBe(0);
      await gate.rows('admin_group').edit(own, { rule_ids: ids });
      await gate.rows('admin').edit(id, { status: 0 });
      expect((await post('Index/acceptInvitation', { token, username: name, password })).code).toBe(0);
      await gate.rows('admin').edit(id, { status: 1 });
      expect((await post('Index/acceptInvitation', { token, username: name, password })).code).toBe(1);
    });

    it('says in the list that its mail was refused', async () => {
      const { email } = newcomer();
      await configure({ smtp_server: 'localhost', smtp_port: 1, smtp_pass: 'x' });
      expect((await invite(email, [await group({})])).code).toBe(1);
      await expect
        .poll(async () => (await rows().list({ email }))[0])
        .toMatchObject({ mail_state: 'failed', answer: expect.stringMatching(/./) as string });
      await configure(mailbox.settings);
    });
  });
});
