import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { solvePicture } from '../support/solveCaptcha.ts';
import { codeOf, wrongCode } from '../support/twoStep.ts';

const own = '/api/admin/routine.AdminInfo/twoStep';
const signInUrl = '/api/admin/Index/login';
const secret = 'Person-1';

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly errors?: Readonly<Record<string, string>> };
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let clock = 1_800_000_000;
  let id = 0;
  let username = '';
  let token = '';
  beforeAll(async () => {
    server = await startServer(await place(), { now: () => clock, config: { trustProxy: '127.0.0.1' } });
    await server.app.gate.rows('admin_group').add({ name: 'Editors', pid: 1 });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    // What other tests have failed at is forgotten.
    clock += 90_000;
    const { gate } = server.app;
    const [group] = await gate.rows('admin_group').list({ name: 'Editors' });
    username = `ann${clock}`;
    id = (await gate.rows('admin').add({ username, nickname: 'Ann', password: secret, group_ids: [group!.id] })).id;
    token = await server.signIn(username, secret);
  });

  const ask = async (method: string, url: string, body?: Record<string, unknown>, as = token, ip = '203.0.113.1') =>
    (await server.request(method, url, { token: as, body, headers: { 'x-forwarded-for': ip } })).json as Envelope;
  const post = (name: string, body: Record<string, unknown>, as = token) => ask('POST', `${own}${name}`, body, as);
  const enter = async (more: Record<string, unknown> = {}, ip = '203.0.113.1'): Promise<Envelope> =>
    (
      await server.request('POST', signInUrl, {
        body: { username, password: secret, ...more },
        headers: { 'x-forwarded-for': ip },
      })
    ).json as Envelope;
  /** Switches it on; the secret and the recovery codes. */
  async function enable(): Promise<{ key: string; codes: readonly string[] }> {
    const key = (await post('Begin', { password: secret })).data['secret'] as string;
    const { data } = await post('Enable', { code: codeOf(key, clock) });
    clock += 30;
    return { key, codes: data['recoveryCodes'] as readonly string[] };
  }
  const state = async () => (await ask('GET', own)).data;
  const isRefused = ({ code, data }: Envelope): void => {
    expect(code).toBe(0);
    expect(data).toMatchObject({ twoStep: true, errors: { code: expect.any(String) as string } });
  };

  it('is switched on with the password and a code of the new secret, and asked for at the next sign-in', async () => {
    expect(await state()).toEqual({ enabled: false, recoveryLeft: 0 });
    expect(await post('Begin', {})).toMatchObject({
      msg: "Password can't be empty",
      data: { errors: { password: 'This field is required' } },
    });
    expect((await post('Begin', { password: 'Wrong-1' })).data.errors).toHaveProperty('password');
    const { data: begun } = await post('Begin', { password: secret });
    const key = begun['secret'] as string;
    expect(begun['uri']).toBe(
      `otpauth://totp/Ai%20Chat:${username}?issuer=Ai%20Chat&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    );
    // It counts for nothing until a code has shown that the app has it.
    expect((await enter()).code).toBe(1);
    expect((await post('Enable', { code: wrongCode(key, clock) })).data.errors).toHaveProperty('code');
    for (const code of [' ', undefined, 123456])
      expect((await post('Enable', { code })).data.errors).toEqual({ code: 'This field is required' });
    const { data } = await post('Enable', { code: codeOf(key, clock) });
    const codes = data['recoveryCodes'] as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await state()).toEqual({ enabled: true, recoveryLeft: 10 });
    expect((await post('Begin', { password: secret })).msg).toBe('Two-step sign-in is already on');
    expect((await post('Enable', { code: codeOf(key, clock + 30) })).msg).toBe('Two-step sign-in is already on');
    expect(await server.app.gate.rows('admin').get(id)).toMatchObject({ two_step: 1 });

    // The session at hand goes on; the next one needs the code, which is told to who has the password alone.
    expect((await ask('GET', '/api/admin/routine.AdminInfo/index')).code).toBe(1);
    const wrong = await enter({ password: 'Wrong-1' });
    expect(wrong).toMatchObject({ code: 0, data: { captcha: false } });
    expect(wrong.data).not.toHaveProperty('twoStep');
    const asked = await enter();
    expect(asked).toMatchObject({ code: 0, data: { twoStep: true, twoStepToken: expect.any(String) as string } });
    expect(asked.data).not.toHaveProperty('errors');
    clock += 30;
    isRefused(await enter({ code: wrongCode(key, clock) }));
    expect((await enter({ code: ` ${codeOf(key, clock).slice(0, 3)} ${codeOf(key, clock).slice(3)} ` })).code).toBe(1);
  });

  it('keeps secrets and codes from who reads the database, and out of all logs', async () => {
    const { key, codes } = await enable();
    expect((await enter({ code: codeOf(key, clock) })).code).toBe(1);
    expect((await enter({ code: codes[0] })).code).toBe(1);
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM two_step`.execute(server.app.database.read);
    const hashes = await sql<Record<string, unknown>>`SELECT * FROM two_step_recovery`.execute(
      server.app.database.read,
    );
    // Two calls about it, and three sign-ins.
    const noted = () => server.app.gate.rows('admin_log').list({ username });
    await expect.poll(async () => (await noted()).length).toBe(5);
    const entries = await noted();
    await expect.poll(() => server.app.gate.rows('security_log').list({ kind: 'two_step', username })).toHaveLength(2);
    const events = await server.app.gate.rows('security_log').list({ username });
    const kept = JSON.stringify([rows, hashes.rows, entries, events, server.logged]);
    expect(rows).not.toHaveLength(0);
    expect(hashes.rows).not.toHaveLength(0);
    for (const text of [key, codeOf(key, clock), ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(kept).not.toContain(text);
  });

  it('takes a code once, however many come with it at the same moment', async () => {
    const { key, codes } = await enable();
    const code = codeOf(key, clock);
    const tried = await Promise.all(Array.from({ length: 3 }, () => enter({ code })));
    expect(tried.filter((answer) => answer.code === 1)).toHaveLength(1);
    // What has failed since is forgotten.
    expect((await enter({ code: codes[0] })).code).toBe(1);
    clock += 20;
    isRefused(await enter({ code }));
    // The code before it, which a slower clock would show, is over too.
    isRefused(await enter({ code: codeOf(key, clock - 30) }));
    clock += 30;
    expect((await enter({ code: codeOf(key, clock) })).code).toBe(1);
  });

  it('takes codes of a clock that is half a minute off, and no older ones', async () => {
    const { key } = await enable();
    clock += 300;
    isRefused(await enter({ code: codeOf(key, clock - 60) }));
    isRefused(await enter({ code: codeOf(key, clock + 60) }));
    expect((await enter({ code: codeOf(key, clock - 30) })).code).toBe(1);
    expect((await enter({ code: codeOf(key, clock + 30) })).code).toBe(1);
    // The server's clock was wrong and is put right: who signed in meanwhile is not kept out.
    clock -= 7200;
    expect((await enter({ code: codeOf(key, clock) })).code).toBe(1);
  });

  it('takes each recovery code once, however it is typed, also when several come with it', async () => {
    const { codes } = await enable();
    const [first, second, third] = codes as [string, string, string];
    const tried = await Promise.all(Array.from({ length: 3 }, () => enter({ code: first })));
    expect(tried.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect((await enter({ code: third })).code).toBe(1);
    isRefused(await enter({ code: first }));
    expect((await enter({ code: ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}` })).code).toBe(1);
    expect(await state()).toEqual({ enabled: true, recoveryLeft: 7 });
    isRefused(await enter({ code: 'not-a-code' }));
    isRefused(await enter({ code: 'x'.repeat(5000) }));
    isRefused(await enter({ code: { $ne: '' } }));
  });

  it('counts wrong codes like wrong passwords: a picture, then a lock', async () => {
    const { key } = await enable();
    const wrong = { code: wrongCode(key, clock) };
    for (const _ of [1, 2, 3]) isRefused(await enter(wrong));
    // Another password from elsewhere: the account is guarded as after wrong passwords.
    expect(await enter({ password: 'Wrong-1' }, '198.51.100.7')).toMatchObject({
      data: { captcha: true, needed: true },
    });
    expect(await enter(wrong)).toMatchObject({ data: { captcha: true, needed: true } });
    const begun = await enter(await solvePicture(server, '203.0.113.1'));
    expect(begun.data).toMatchObject({ twoStep: true });
    // The attempt goes on without another picture.
    const { twoStepToken } = begun.data;
    for (const _ of [4, 5, 6, 7, 8]) isRefused(await enter({ ...wrong, twoStepToken }));
    expect(await enter({ ...wrong, twoStepToken })).toMatchObject({ data: { captcha: true, needed: true } });
    const again = await enter(await solvePicture(server, '203.0.113.1'));
    for (const _ of [9, 10]) isRefused(await enter({ ...wrong, twoStepToken: again.data['twoStepToken'] }));
    const locked = await enter({ code: codeOf(key, clock), twoStepToken: again.data['twoStepToken'] });
    expect(locked.msg).toMatch(/Too many attempts/);
    await expect
      .poll(async () => (await server.app.gate.rows('security_log').list({ kind: 'lock', username })).length)
      .toBe(1);
  });

  it('stops guesses of the password’s thief from all over the world, and lets the owner in by a recovery code', async () => {
    const { key, codes } = await enable();
    const begin = async (ip: string) => (await enter(await solvePicture(server, ip), ip)).data['twoStepToken'];
    let at = 0;
    for (let guesses = 0; guesses < 30; guesses += 5) {
      const ip = `198.51.100.${(at += 1)}`;
      const twoStepToken = await begin(ip);
      clock += 20;
      for (let each = 0; each < 5; each += 1) isRefused(await enter({ code: wrongCode(key, clock), twoStepToken }, ip));
    }
    const ip = '198.51.100.99';
    clock += 20;
    const twoStepToken = await begin(ip);
    const spent = await enter({ code: codeOf(key, clock), twoStepToken }, ip);
    expect(spent.data.errors!['code']).toMatch(/use a recovery code/);
    expect((await enter({ code: codes[3], twoStepToken }, ip)).code).toBe(1);
    clock += 86_401;
    expect((await enter({ code: codeOf(key, clock), ...(await solvePicture(server, ip)) }, ip)).code).toBe(1);
  });

  it('lets a begun sign-in go on for five minutes, at one address, for one account and its present password', async () => {
    const { key } = await enable();
    for (const _ of [1, 2, 3]) await enter({ code: wrongCode(key, clock) });
    const token1 = (await enter(await solvePicture(server, '203.0.113.1'))).data['twoStepToken'] as string;
    const needs = { data: { captcha: true, needed: true } };
    expect(await enter({ twoStepToken: token1 }, '198.51.100.8')).toMatchObject(needs);
    for (const bad of ['', 'x', `${token1}x`, [token1], { a: 1 }, token1.replace(/^./, 'z')])
      expect(await enter({ twoStepToken: bad }), JSON.stringify(bad)).toMatchObject(needs);
    // It replaces no password.
    expect((await enter({ twoStepToken: token1, password: 'Wrong-1' })).data).not.toHaveProperty('twoStep');
    clock += 299;
    expect((await enter({ twoStepToken: token1 })).data).toMatchObject({ twoStep: true });
    clock += 2;
    expect(await enter({ twoStepToken: token1 })).toMatchObject(needs);
    const token2 = (await enter(await solvePicture(server, '203.0.113.1'))).data['twoStepToken'];
    await server.app.gate.rows('admin').edit(id, { password: 'Person-22' });
    expect(await enter({ twoStepToken: token2, password: 'Person-22' })).toMatchObject(needs);
  });

  it('is switched off with password and code, and by nothing that changes the password', async () => {
    const { key, codes } = await enable();
    const changed = await ask('POST', '/api/admin/routine.AdminInfo/edit', {
      oldPassword: secret,
      password: 'Person-22',
    });
    token = changed.data['token'] as string;
    expect((await enter({ password: 'Person-22' })).data).toMatchObject({ twoStep: true });
    await server.app.gate.rows('admin').edit(id, { password: secret });
    clock += 30;
    token = ((await enter({ code: codeOf(key, clock) })).data['userInfo'] as { token: string }).token;
    clock += 30;
    for (const [body, field] of [
      [{ code: codeOf(key, clock) }, 'password'],
      [{ password: 'Wrong-1', code: codeOf(key, clock) }, 'password'],
      [{ password: secret }, 'code'],
      [{ password: secret, code: wrongCode(key, clock) }, 'code'],
    ] as const)
      expect((await post('Disable', body)).data.errors, JSON.stringify(body)).toHaveProperty(field);
    expect(await state()).toMatchObject({ enabled: true });
    const fresh = await post('Codes', { password: secret, code: codes[0] });
    expect(fresh.data['recoveryCodes']).toHaveLength(10);
    isRefused(await enter({ code: codes[1] }));
    expect((await post('Disable', { password: secret, code: (fresh.data['recoveryCodes'] as string[])[0] })).code).toBe(
      1,
    );
    expect(await state()).toEqual({ enabled: false, recoveryLeft: 0 });
    expect((await enter()).code).toBe(1);
    const { rows } = await sql`SELECT 1 FROM two_step WHERE account_id = ${id}`.execute(server.app.database.read);
    expect(rows).toHaveLength(0);
    expect((await post('Disable', { password: secret, code: '123456' })).code).toBe(0);
  });

  it('forgets a secret that is not confirmed in time, and lets nobody confirm that of before', async () => {
    const first = (await post('Begin', { password: secret })).data['secret'] as string;
    const second = (await post('Begin', { password: secret })).data['secret'] as string;
    expect((await post('Enable', { code: codeOf(first, clock) })).data.errors).toHaveProperty('code');
    clock += 601;
    expect((await post('Enable', { code: codeOf(second, clock) })).msg).toBe('This took too long. Please start again');
    expect((await enter()).code).toBe(1);
  });

  it('goes with the account', async () => {
    await enable();
    await server.app.gate.rows('admin').del([id]);
    for (const table of ['two_step', 'two_step_recovery']) {
      const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE account_id = ${id}`.execute(
        server.app.database.read,
      );
      expect(rows).toHaveLength(0);
    }
  });

  it('is reset by who may, for somebody below them, and is in the security log', async () => {
    const { gate } = server.app;
    await enable();
    const reset = '/api/admin/auth.admin/resetTwoStep';
    const body = { ids: [id] };
    expect((await ask('POST', reset, body)).code).toBe(401);
    const boss = await server.signIn();
    const [node] = await gate.rows('admin_rule').list({ name: 'auth/admin/resetTwoStep' });
    expect(node).toBeDefined();
    // Somebody with the right, beside them and not above them.
    const [ownNode, list] = await gate.rows('admin_rule').list({ name: { in: ['auth/admin', 'auth/admin/index'] } });
    const group = await gate
      .rows('admin_group')
      .add({ name: `Desk ${clock}`, pid: 1, rule_ids: [node!.id, ownNode!.id, list!.id] });
    const peer = `peer${clock}`;
    await gate.rows('admin').add({ username: peer, nickname: 'Peer', password: secret, group_ids: [group.id] });
    const other = await server.signIn(peer, secret);
    expect((await ask('POST', reset, body, other)).code).toBe(0);
    expect((await ask('POST', reset, { ids: [1] }, other)).code).toBe(0);
    expect(await state()).toMatchObject({ enabled: true });
    // Nobody gets round the code on their own account.
    expect((await ask('POST', reset, { ids: [1] }, boss)).msg).toMatch(/My profile/);
    expect((await ask('POST', reset, body, boss)).code).toBe(1);
    expect(await state()).toEqual({ enabled: false, recoveryLeft: 0 });
    expect((await enter()).code).toBe(1);
    const entries = await gate.rows('security_log').list({ kind: 'two_step', target: `admin #${id}` });
    expect(entries.map(({ username: by, detail }) => [by, detail])).toContainEqual(['admin', { reset: true }]);
  });

  it('is everybody’s own: nobody signed in means nobody', async () => {
    for (const name of ['Begin', 'Enable', 'Disable', 'Codes'])
      expect((await post(name, { password: secret, code: '123456' }, 'x'.repeat(43))).code).toBe(302);
    expect((await ask('GET', own, undefined, 'x'.repeat(43))).code).toBe(302);
  });
});
