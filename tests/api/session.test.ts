import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { password, startServer, type ServerOptions, type TestServer } from '../support/server.ts';
import { solutionOf, solvePicture } from '../support/solveCaptcha.ts';

const login = '/api/admin/Index/login';
const refresh = '/api/common/refreshToken';
const start = '/api/admin/Index/index';
const wrong = 'wrong-password';

interface UserInfo {
  readonly id: number;
  readonly token: string;
  readonly refreshToken: string;
}

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  let clock = 1_800_000_000;
  const now = (): number => clock;
  const serve = async (where?: Place, options: ServerOptions = {}): Promise<TestServer> => {
    servers.push(await startServer(where ?? (await place()), { now, ...options }));
    return servers.at(-1)!;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const signIn = async (server: TestServer, body: Record<string, unknown> = {}): Promise<UserInfo> => {
    const { json } = await server.request('POST', login, { body: { username: 'admin', password, ...body } });
    expect(json.code, json.msg).toBe(1);
    return json.data['userInfo'] as UserInfo;
  };
  const codeOf = async (server: TestServer, token: string): Promise<number> =>
    (await server.request('GET', start, { token })).json.code;
  const renew = async (server: TestServer, refreshToken: string) =>
    (await server.request('POST', refresh, { body: { refresh_token: refreshToken } })).json;

  it('answers who signs in with what clients store, and a refresh token only to be kept', async () => {
    const server = await serve();
    const { json } = await server.request('POST', login, { body: { username: ' ADMIN ', password, keep: true } });
    expect(json).toMatchObject({
      code: 1,
      data: {
        routePath: '/admin',
        userInfo: {
          id: 1,
          username: 'admin',
          nickname: 'Admin',
          super: true,
          position: '',
          column: [],
          lastlogintime: '',
        },
      },
    });
    const { token, refreshToken } = json.data['userInfo'] as UserInfo;
    expect(json.data['userInfo']).toMatchObject({ refresh_token: refreshToken });
    expect(await codeOf(server, token)).toBe(1);
    expect((await signIn(server, { keep: false })).refreshToken).toBe('');
  });

  it('names the field that cannot be right, before anything is looked up', async () => {
    const server = await serve();
    const errorsOf = async (body: Record<string, unknown>) =>
      ((await server.request('POST', login, { body })).json.data as { errors: unknown }).errors;
    expect(await errorsOf({})).toEqual({ username: 'This field is required', password: 'This field is required' });
    expect(await errorsOf({ username: ['admin'], password: { a: 1 } })).toEqual({
      username: 'This field is required',
      password: 'This field is required',
    });
    expect(await errorsOf({ username: 'a'.repeat(31), password: 'a'.repeat(33) })).toEqual({
      username: expect.stringContaining('An account name has 3 to 15 letters') as string,
      password: expect.stringContaining('6 to 32 characters') as string,
    });
  });

  it('tells nobody but who knows the password whether an account exists or is disabled', async () => {
    const server = await serve();
    const { gate } = server.app;
    const [group] = await gate.rows('admin_group').list();
    await gate.rows('admin').add({ username: 'disabled', nickname: 'D', password, group_ids: [group!.id], status: 0 });
    const answers: string[] = [];
    for (const [username, secret] of [
      ['admin', wrong],
      ['nobody', wrong],
      ['disabled', wrong],
    ] as const) {
      const { text, json } = await server.request('POST', login, { body: { username, password: secret } });
      expect(json.code).toBe(0);
      answers.push(text.replace(/"time":\d+/, ''));
    }
    expect(new Set(answers).size).toBe(1);
    // Whoever knows the password is the one to be told.
    const { json } = await server.request('POST', login, { body: { username: 'disabled', password } });
    expect(json).toMatchObject({ code: 0, msg: 'This account has been disabled. Please contact an administrator' });
  });

  it('asks for a picture after three failures, and locks the address out of the account after ten, longer each time', async () => {
    const server = await serve();
    const attempt = (body: Record<string, unknown> = {}) =>
      server.request('POST', login, { body: { username: 'admin', password: wrong, ...body } });
    expect((await attempt()).json.data).toMatchObject({ captcha: false });
    await attempt();
    expect((await server.request('GET', login)).json.data).toEqual({ captcha: false });
    expect((await attempt()).json.data).toMatchObject({ captcha: true });
    expect((await server.request('GET', login)).json.data).toEqual({ captcha: true });
    expect((await attempt({ password })).json).toMatchObject({ code: 0, data: { captcha: true, needed: true } });
    const solved = await solvePicture(server);
    expect((await attempt({ ...solved, password })).json.code).toBe(1);
    // A picture that was solved counts once.
    for (let turn = 0; turn < 3; turn += 1) await attempt();
    expect((await attempt({ ...solved, password })).json.code).toBe(0);
    for (let turn = 3; turn < 10; turn += 1) await attempt(await solvePicture(server));
    const locked = await attempt({ ...(await solvePicture(server)), password });
    expect(locked.json).toMatchObject({ code: 0, msg: 'Too many attempts. Please try again in 15 minutes' });
    clock += 901;
    await attempt(await solvePicture(server));
    expect((await attempt({ ...(await solvePicture(server)), password })).json.msg).toContain('in 30 minutes');
    clock += 1801;
    const after = await attempt({ ...(await solvePicture(server)), password });
    expect(after.json).toMatchObject({ code: 1, data: { failures: 11 } });
    expect((await server.request('GET', login)).json.data).toEqual({ captcha: true });
  });

  it('goes on asking an address for a picture after a reload, until it has signed in', async () => {
    const server = await serve();
    const { gate } = server.app;
    const { id: group } = await gate.rows('admin_group').add({ name: 'Others', is_super: 1 });
    await gate.rows('admin').add({ username: 'second', nickname: 'Second', password: 'Second-1', group_ids: [group] });
    const asks = async () => (await server.request('GET', login)).json.data['captcha'];
    for (let turn = 0; turn < 3; turn += 1)
      await server.request('POST', login, { body: { username: 'second', password: wrong } });
    expect(await asks()).toBe(true);
    await server.request('POST', login, {
      body: { username: 'second', password: 'Second-1', ...(await solvePicture(server)) },
    });
    expect(await asks()).toBe(false);
    clock += 90_000;
    for (let turn = 0; turn < 3; turn += 1)
      await server.request('POST', login, { body: { username: 'nobody', password: wrong } });
    expect(await asks()).toBe(true);
    clock += 901;
    expect(await asks()).toBe(false);
  });

  it('counts guesses that come at once before it looks at the next', async () => {
    const server = await serve();
    const attempt = async (secret: string) =>
      (await server.request('POST', login, { body: { username: 'admin', password: secret } })).json;
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(wrong)));
    expect(answers.filter(({ msg }) => msg === 'The username or password is incorrect')).toHaveLength(3);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    expect(await attempt(password)).toMatchObject({ code: 0, data: { captcha: true } });
  });

  it('slows one address that tries many accounts to one attempt in ten seconds', async () => {
    const server = await serve();
    for (let turn = 0; turn < 30; turn += 1)
      await server.request('POST', login, {
        body: { username: `user${turn}`, password: wrong, ...(turn >= 10 ? await solvePicture(server) : {}) },
      });
    const attempt = async (secret: string) =>
      (
        await server.request('POST', login, {
          body: { username: 'admin', password: secret, ...(await solvePicture(server)) },
        })
      ).json;
    clock += 301;
    expect((await attempt(wrong)).msg).toContain('incorrect');
    clock += 10;
    expect((await attempt(wrong)).msg).toContain('incorrect');
    const waited = performance.now();
    clock += 9;
    expect(await attempt(password)).toMatchObject({ code: 1 });
    expect(performance.now() - waited).toBeGreaterThan(950);
  });

  it.each([
    [
      'signing out',
      async (server: TestServer, { token }: UserInfo) =>
        void (await server.request('POST', '/api/admin/Index/logout', { token, body: {} })),
    ],
    [
      'another password',
      async (server: TestServer, { id }: UserInfo) =>
        void (await server.app.gate.rows('admin').edit(id, { password: 'Another-1' })),
    ],
    [
      'disabling the account',
      async (server: TestServer, { id }: UserInfo) =>
        void (await server.app.gate.rows('admin').edit(id, { status: 0 })),
    ],
    ['deleting the account', async (server: TestServer, { id }: UserInfo) => server.app.gate.rows('admin').del([id])],
  ])('ends every session at once by %s', async (_how, end) => {
    const where = await place();
    const server = await serve(where);
    const { gate } = server.app;
    const { id: group } = await gate.rows('admin_group').add({ name: 'Others', is_super: 1 });
    await gate.rows('admin').add({ username: 'second', nickname: 'Second', password: 'Second-1', group_ids: [group] });
    const user = await signIn(server, { username: 'second', password: 'Second-1', keep: true });
    // SQLite has one server; PostgreSQL a second one, which learns of it too.
    const others = where.databaseUrl ? [server, await serve(where)] : [server];
    for (const each of others) expect(await codeOf(each, user.token)).toBe(1);
    await end(server, user);
    for (const each of others) {
      expect(await codeOf(each, user.token)).toBe(302);
      expect((await renew(each, user.refreshToken)).code).toBe(0);
    }
  });

  it('asks to sign in, and again who had a session that is over', async () => {
    const server = await serve();
    const { token } = await signIn(server);
    await server.request('POST', '/api/admin/Index/logout', { token, body: {} });
    const told = async (language: string, sent?: string) => {
      const headers = { 'think-lang': language };
      const { json } = await server.request('GET', '/api/admin/auth.admin/index', {
        headers,
        ...(sent && { token: sent }),
      });
      expect(json).toMatchObject({ code: 302, data: { type: 'need login' } });
      return json.msg;
    };
    expect([await told('zh-cn'), await told('en')]).toEqual(['请先登录！', 'Please sign in first!']);
    expect(await told('zh-cn', token)).toBe('登录凭证无效，请重新登录');
    expect(await told('en', token)).toBe('Your session is no longer valid. Please sign in again');
  });

  it('answers 409 for an expired token, and rotates the refresh token', async () => {
    const server = await serve();
    const first = await signIn(server, { keep: true });
    clock += 86_401;
    expect(await codeOf(server, first.token)).toBe(409);
    const second = await renew(server, first.refreshToken);
    expect(second).toMatchObject({ code: 1, data: { type: 'admin-refresh' } });
    const { token, refreshToken } = second.data as unknown as UserInfo;
    expect(refreshToken).not.toBe(first.refreshToken);
    expect(await codeOf(server, token)).toBe(1);
    expect((await server.request('POST', refresh, { body: { refreshToken } })).json.code).toBe(1);
    clock += 2_592_001;
    expect((await renew(server, refreshToken)).code).toBe(0);
  });

  it('ends a session for good, though it is being refreshed at that moment', async () => {
    const server = await serve();
    for (let round = 0; round < 12; round += 1) {
      const { token, refreshToken } = await signIn(server, { keep: true });
      const [renewed] = await Promise.all([
        renew(server, refreshToken),
        server.request('POST', '/api/admin/Index/logout', { token, body: { refresh_token: refreshToken } }),
      ]);
      if (renewed.code !== 1) continue;
      const next = renewed.data as unknown as UserInfo;
      expect([await codeOf(server, next.token), (await renew(server, next.refreshToken)).code]).toEqual([302, 0]);
    }
  });

  it.each(['refresh_token', 'refreshToken'])('ends the session of who has only its %s left', async (name) => {
    const server = await serve();
    const { token, refreshToken } = await signIn(server, { keep: true });
    const answer = await server.request('POST', '/api/admin/Index/logout', { body: { [name]: refreshToken } });
    expect(answer.json).toMatchObject({ code: 1, msg: 'Signed out' });
    expect([await codeOf(server, token), (await renew(server, refreshToken)).code]).toEqual([302, 0]);
  });

  it('gives twenty who refresh at once the same tokens, on every instance', async () => {
    const where = await place();
    const server = await serve(where);
    const others = where.databaseUrl ? [server, await serve(where)] : [server];
    const { refreshToken } = await signIn(server, { keep: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => renew(others[at % others.length]!, refreshToken)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1]));
    const pairs = new Set(answers.map(({ data }) => `${String(data['token'])} ${String(data['refreshToken'])}`));
    expect(pairs.size).toBe(1);
    for (const each of others) expect(await codeOf(each, String(answers[0]!.data['token']))).toBe(1);
  });

  it('keeps a client signed in that stores only its tokens, never another refresh token, as long as was promised', async () => {
    const server = await serve();
    const first = await signIn(server, { keep: true });
    const until = clock + 2_592_000;
    let { token } = first;
    for (clock += 86_401; clock < until; clock += 86_401) {
      expect(await codeOf(server, token)).toBe(409);
      const renewed = await renew(server, first.refreshToken);
      expect(renewed.code, renewed.msg).toBe(1);
      ({ token } = renewed.data as unknown as UserInfo);
      expect(await codeOf(server, token)).toBe(1);
    }
    expect((await renew(server, first.refreshToken)).code).toBe(0);
    expect(server.logged.some((line) => line.includes('after its successor'))).toBe(false);
  });

  const pairOf = async (server: TestServer, refreshToken: string): Promise<UserInfo> => {
    const answer = await renew(server, refreshToken);
    expect(answer.code, answer.msg).toBe(1);
    return answer.data as unknown as UserInfo;
  };
  const expectEnded = async (server: TestServer, used: string, ...pairs: UserInfo[]): Promise<void> => {
    expect((await renew(server, used)).code).toBe(0);
    for (const { token, refreshToken } of pairs)
      expect([await codeOf(server, token), (await renew(server, refreshToken)).code]).toEqual([302, 0]);
    expect(server.logged.filter((line) => line.includes('was used after its successor'))).toHaveLength(1);
  };

  it('ends the session, and says so in the log, when a refresh token comes after its successor', async () => {
    const server = await serve();
    const first = await signIn(server, { keep: true });
    const second = await pairOf(server, first.refreshToken);
    clock += 3600;
    const third = await pairOf(server, second.refreshToken);
    // Another tab that was on its way.
    clock += 30;
    expect(await pairOf(server, first.refreshToken)).toMatchObject({ token: second.token });
    clock += 1;
    await expectEnded(server, first.refreshToken, first, second, third);
  });

  it('knows a refresh token that comes after its successor when the clock was put back meanwhile', async () => {
    const server = await serve();
    const first = await signIn(server, { keep: true });
    const second = await pairOf(server, first.refreshToken);
    clock += 86_400;
    const third = await pairOf(server, second.refreshToken);
    clock -= 3600;
    await expectEnded(server, first.refreshToken, first, second, third);
  });

  it('ends the session when two who hold the same refresh token go on with a successor each', async () => {
    const server = await serve();
    const first = await signIn(server, { keep: true });
    const owner = await pairOf(server, first.refreshToken);
    clock += 31;
    const thief = await pairOf(server, first.refreshToken);
    expect(thief.refreshToken).not.toBe(owner.refreshToken);
    const next = await pairOf(server, owner.refreshToken);
    clock += 31;
    await expectEnded(server, thief.refreshToken, owner, thief, next);
  });

  it.each(['', 'x', 'a'.repeat(200), '../../x', 'null'])('refuses the refresh token "%s"', async (refreshToken) => {
    const server = await serve();
    expect((await renew(server, refreshToken)).code).toBe(0);
    expect(
      (await server.request('POST', refresh, { body: { refresh_token: [refreshToken], refreshToken: { a: 1 } } })).json
        .code,
    ).toBe(0);
  });

  it('takes an administrator nowhere as a member, nor the other way round', async () => {
    const server = await serve();
    const { token } = await signIn(server);
    expect((await server.request('GET', start, { headers: { 'ba-user-token': token } })).json.code).toBe(302);
    expect((await server.request('GET', start, { headers: { batoken: [token, 'x'] } })).json.code).toBe(302);
  });

  it('keeps only digests of tokens, and hashes of passwords', async () => {
    const server = await serve(undefined, { passwordCost: undefined });
    const other = { username: 'other', nickname: 'O', password: 'Other-1', group_ids: [1] };
    await server.app.gate.rows('admin').add(other);
    const { token, refreshToken } = await signIn(server, { keep: true });
    const { rows: tokens } = await sql`SELECT * FROM session_token`.execute(server.app.database.read);
    const { rows: admins } = await sql`SELECT * FROM admin`.execute(server.app.database.read);
    const stored = JSON.stringify([tokens, admins]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(refreshToken);
    for (const each of [password, other.password]) expect(stored).not.toContain(each);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(server.logged.join('\n')).not.toContain(token);
  });

  it('leads who is signed in already to the back office', async () => {
    const server = await serve();
    const { token } = await signIn(server);
    const { json } = await server.request('GET', login, { token });
    expect(json).toMatchObject({ code: 302, data: { routePath: '/admin', type: 'logged in' } });
  });

  it('checks clicks strictly, and gives a picture a few tries', async () => {
    const server = await serve();
    const challenge = (await server.request('GET', '/api/common/clickCaptcha', { query: { id: crypto.randomUUID() } }))
      .json.data as { id: string };
    const check = async (info: unknown) =>
      (
        await server.request('POST', '/api/common/checkClickCaptcha', {
          body: { id: challenge.id, info, unset: false },
        })
      ).json.code;
    for (const info of [';;', 'NaN,NaN;350;200', '-1,-1;350;200', '1,1;0;0', '1e9,1;350;200'])
      expect(await check(info)).toBe(0);
    // Wrong tries: the picture is gone, even for the right one.
    expect(
      (await sql`SELECT 1 FROM captcha WHERE key = ${challenge.id}`.execute(server.app.database.read)).rows,
    ).toEqual([]);
  });

  it('takes clicks on what the picture asked for, by the id that a client gave it, until it is unset', async () => {
    const server = await serve();
    const id = crypto.randomUUID();
    const { json } = await server.request('GET', '/api/common/clickCaptcha', { query: { id } });
    expect(json.data['id']).toBe(id);
    const info = await solutionOf(server, id);
    const check = async (unset: boolean) =>
      (await server.request('POST', '/api/common/checkClickCaptcha', { body: { id, info, unset } })).json.code;
    expect([await check(false), await check(false), await check(true), await check(false)]).toEqual([1, 1, 1, 0]);
  });
});
