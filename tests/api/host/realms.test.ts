import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#resource';
import { definePlugin, type PluginHost, type PluginRequest } from '#plugin';
import customers from '../../examples/customers.ts';
import { openMailbox, type Mailbox } from '../../support/mailbox.ts';
import { secondOf } from '../../support/secondOf.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { password, startServer, type Answered, type Asked, type TestServer } from '../../support/server.ts';
import { solutionOf } from '../../support/solveCaptcha.ts';

const secret = 'Customer-123';
const purpose = 'customer.register';
let host: PluginHost;
let lookUp: (name: string) => number | undefined | Promise<number | undefined> = () => undefined;

/** What the example leaves out. */
const probe = definePlugin({
  name: 'probe',
  realms: [{ ...guests.realms![0]!, findAccount: (name) => lookUp(name) }],
  routes: [
    {
      method: 'POST',
      url: '/probe/limited',
      node: 'everyone',
      rateLimit: { max: 3, timeWindow: 60_000 },
      handler: () => 'done',
    },
    {
      method: 'POST',
      url: '/customer/probe/prove',
      node: 'signed-in',
      handler: ({ caller, body }: PluginRequest) => host.sessions('customer').prove(caller, String(body['purpose'])),
    },
    {
      method: 'POST',
      url: '/probe/vouch',
      node: 'everyone',
      handler: ({ caller, body }: PluginRequest) => host.sessions('customer').create(caller, Number(body['id'])),
    },
    {
      method: 'POST',
      url: '/probe/prove',
      node: 'everyone',
      handler: ({ caller }: PluginRequest) => host.sessions('customer').prove(caller, 'x'),
    },
    {
      method: 'POST',
      url: '/admin/probe/spend',
      node: 'signed-in',
      async handler({ caller }: PluginRequest) {
        const proof = await host.sessions('admin').prove(caller, 'change-email');
        await host.sessions('customer').assertProved(caller, 'change-email', proof);
      },
    },
    {
      method: 'POST',
      url: '/admin/probe/password',
      node: 'signed-in',
      handler: ({ caller, body }: PluginRequest) => host.sessions('customer').checkPassword(caller, body['password']),
    },
    {
      method: 'POST',
      url: '/customer/probe/made-up',
      node: 'signed-in',
      handler: ({ caller: { id } }: PluginRequest) =>
        host.sessions('customer').prove({ ...host.system, realm: 'customer', id }, 'x'),
    },
    {
      method: 'POST',
      url: '/probe/hash',
      node: 'everyone',
      handler: async ({ caller, body }: PluginRequest) => {
        const hash = await host.passwords.hash('Right-123');
        return host.passwords.verify(caller, String(body['password']), body['known'] === false ? undefined : hash);
      },
    },
  ],
  start(given) {
    host = given;
  },
});

eachDatabase((name, _open, place) => {
  let where: Place;
  let server: TestServer;
  /** Another instance on the same database; on SQLite the only one. */
  let other: TestServer;
  let now = 1_800_000_000;
  const start = (example = customers) =>
    startServer(where, {
      plugins: [example, guests.resources ? { ...probe, resources: guests.resources } : probe],
      resources: [...customers.resources!, ...guests.resources!],
      config: { trustProxy: '127.0.0.1' },
      limits: { hook: 2000 },
      now: () => now,
    });
  beforeAll(async () => {
    where = await place();
    server = await start();
    other = name === 'postgres' ? await start(await secondOf('customers.ts')) : server;
    for (const [username, email, mobile] of [
      ['ann', 'ann@example.com', '13800000001'],
      ['bob', 'bob@example.com', '13800000002'],
      ['eve', 'eve@example.com', '13800000003'],
      ['joe', 'joe@example.com', '13800000004'],
    ] as const)
      await rows('customer').add({ username, email, mobile, password: secret });
  });
  afterAll(async () => {
    await server.close();
    if (other !== server) await other.close();
  });

  const rows = <N extends 'customer' | 'guest' | 'security_log'>(table: N) => server.app.gate.rows(table);
  const post = (address: string, body: object = {}, headers: Asked['headers'] = {}, at = server): Promise<Answered> =>
    at.request('POST', `/api${address}`, { body: { ...body }, headers });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const as = (token: string) => ({ 'x-customer-token': token });
  const me = async (token: string, at = server) =>
    (await at.request('GET', '/api/customer/account/me', { headers: as(token) })).json;
  const signIn = async (username: string, password = secret, at = server, ip = '198.51.100.1') =>
    (await post('/customer/session/add', { username, password, keep: true }, from(ip), at)).json;
  const tokenOf = async (username: string, password = secret): Promise<string> =>
    ((await signIn(username, password)).data['userInfo'] as { token: string }).token;
  const solve = async (at = server, ip = '198.51.100.20', wanted: string | null = purpose) => {
    const { json } = await at.request('GET', '/api/common/clickCaptcha', {
      query: { ...(wanted !== null && { purpose: wanted }) },
      headers: from(ip),
    });
    const { id } = json.data as { id: string };
    return { captchaId: id, captchaInfo: (await solutionOf(at, id))! };
  };
  const reported = (conditions: object) => rows('security_log').list(conditions as never, { sort: 'id' });

  describe('signing in by a route of a plugin', () => {
    it.each(['ann', 'ann@example.com', 'ANN@example.com', '13800000001'])('finds who is meant by %s', async (typed) => {
      const { code, data } = await signIn(typed);
      expect([code, data]).toMatchObject([1, { routePath: '/customer', userInfo: { username: 'ann' } }]);
      const { token } = data['userInfo'] as { token: string };
      expect([await me(token), await me(token, other)]).toMatchObject([
        { code: 1, data: 'ann' },
        { code: 1, data: 'ann' },
      ]);
      expect(data['deviceToken']).toMatch(/./);
    });

    it('has no other route for it', async () => {
      expect((await post('/customer/session/login', { username: 'ann', password: secret })).json.code).not.toBe(1);
    });

    it('counts failures by the name that was typed, however it is written, on every instance, and asks for a proof', async () => {
      const ip = '198.51.100.7';
      for (const [typed, at] of [
        ['bob', server],
        [' BOB', other],
        ['Bob', server],
      ] as const)
        expect((await signIn(typed, 'Wrong-123', at, ip)).code).toBe(0);
      // From anywhere, and with the right password too.
      for (const at of [server, other])
        expect(await signIn('bob', secret, at, '198.51.100.8')).toMatchObject({
          code: 0,
          data: { captcha: true, needed: true },
        });
      // Another of their names tells nothing: else it would be known as theirs.
      expect((await signIn('bob@example.com', 'Wrong-123', other, '198.51.100.9')).data).toMatchObject({
        captcha: false,
      });
      const solved = await solve(server, '198.51.100.8', null);
      const body = { username: 'bob', password: secret, ...solved };
      expect((await post('/customer/session/add', body, from('198.51.100.8'), other)).json).toMatchObject({
        code: 1,
        data: { failures: 2 },
      });
      await expect
        .poll(async () => (await reported({ kind: 'sign_in', username: 'customer/bob' })).map(({ outcome }) => outcome))
        .toEqual(expect.arrayContaining(['failed', 'success']));
    });

    it('refuses what cannot be right by its field', async () => {
      expect((await post('/customer/session/add', { username: ['ann'], password: 7 })).json).toMatchObject({
        code: 0,
        data: { errors: { username: expect.any(String), password: expect.any(String) } },
      });
      expect((await signIn('x'.repeat(255))).data).toMatchObject({ errors: { username: expect.any(String) } });
    });

    it('is refused to who is signed in', async () => {
      const token = await tokenOf('ann');
      const { json } = await post('/customer/session/add', { username: 'ann', password: secret }, as(token));
      expect(json).toMatchObject({ code: 302, data: { routePath: '/customer' } });
    });
  });

  describe('findAccount', () => {
    const login = () =>
      server.request('POST', '/api/guest/session/login', { body: { username: 'x', password: secret }, mayFail: true });
    it('that throws or hangs is named, and signs nobody in', async () => {
      for (const [broken, text] of [
        [() => Promise.reject(new Error('the directory is away')), 'the directory is away'],
        [() => new Promise<number>(() => {}), 'took longer than 2000 ms'],
      ] as const) {
        lookUp = broken;
        expect((await login()).status).toBe(500);
        expect(server.logged.join('\n')).toContain(`plugin probe: findAccount of the realm guest: ${text}`);
      }
      expect((await signIn('ann')).code).toBe(1);
    });

    it('that finds an account that is not there signs nobody in', async () => {
      lookUp = () => 4711;
      expect((await login()).json.code).toBe(0);
    });
  });

  describe('registering', () => {
    const register = async (username: string, more: object, ip = '198.51.100.20', at = server) =>
      (
        await post(
          '/customer/account/register',
          { username, password: secret, email: `${username}@example.com`, ...more },
          from(ip),
          at,
        )
      ).json;

    it('needs a security check that was asked for this purpose, once', async () => {
      const before = await rows('customer').count();
      expect(await register('carl', {})).toMatchObject({ code: 0, data: { captcha: true, needed: true } });
      for (const wanted of [null, 'customer.other'])
        expect((await register('carl', await solve(server, '198.51.100.20', wanted))).code).toBe(0);
      expect(await rows('customer').count()).toBe(before);
      const solved = await solve(other);
      expect(await register('carl', solved)).toMatchObject({ code: 1, data: { userInfo: { username: 'carl' } } });
      expect((await register('carla', solved)).code).toBe(0);
    });

    it('begins a session that can be kept, and is in the security log', async () => {
      const { data } = await register('dora', await solve());
      const { token, refreshToken } = data['userInfo'] as { token: string; refreshToken: string };
      expect((await me(token)).data).toBe('dora');
      const { json } = await post('/common/refreshToken', { refreshToken });
      expect(json).toMatchObject({ code: 1, data: { type: 'customer-refresh' } });
      await expect.poll(async () => (await reported({ kind: 'sign_in', username: 'customer/dora' })).length).toBe(1);
    });

    it('has a limit for an address that all instances share, until its time is over', async () => {
      const ip = '203.0.113.5';
      const tries = [];
      for (let each = 0; each < 6; each += 1) {
        const at = each % 2 === 0 ? server : other;
        tries.push(await register(`e${each}`, await solve(at, ip), ip, at));
      }
      expect(tries.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 0]);
      expect(await rows('customer').count({ username: 'e5' })).toBe(0);
      const neighbour = '203.0.113.6';
      expect((await register('neighbour', await solve(server, neighbour), neighbour)).code).toBe(1);
      now += 3600;
      expect((await register('later', await solve(other, ip), ip, other)).code).toBe(1);
    });

    it('refuses accounts that cannot sign in', async () => {
      const { id } = await rows('customer').add({ username: 'closed', password: secret, status: 0 });
      for (const each of [id, 4711, 0])
        expect((await post('/probe/vouch', { id: each })).json).toMatchObject({
          code: 0,
          msg: "This account can't sign in",
        });
    });
  });

  it('counts requests of a route over all instances', async () => {
    const ask = async (at: TestServer) => (await post('/probe/limited', {}, from('203.0.113.77'), at)).status;
    expect(await Promise.all([server, other, other].map(ask))).toEqual([200, 200, 200]);
    expect([await ask(server), await ask(other)]).toEqual([429, 429]);
    now += 60;
    expect(await ask(other)).toBe(200);
  });

  it('counts requests from the addresses of one IPv6 customer together', async () => {
    const ask = async (ip: string) => (await post('/probe/limited', {}, from(ip))).status;
    const own = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:2::4'];
    const statuses: number[] = [];
    for (const ip of own) statuses.push(await ask(ip));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await ask('2001:db8:1:3::1')).toBe(200);
  });

  describe('a code', () => {
    let box: Mailbox;
    beforeAll(async () => {
      box = await openMailbox();
      const token = await server.signIn();
      await server.request('POST', '/api/admin/routine.Config/edit', { token, body: box.settings });
    });
    afterAll(() => box.close());
    const mailsTo = (email: string): string[] =>
      box.received.flatMap(({ to, raw }) => (to.includes(email) ? [raw] : []));
    /** What the mail of this number says, which arrives behind the answer. */
    const codeFor = async (email: string, number: number): Promise<string> => {
      await expect.poll(() => mailsTo(email).length).toBe(number);
      return /Your code is (\d{6})/.exec(mailsTo(email).at(-1)!)![1]!;
    };
    const ask = (email: string, ip = '203.0.113.30', at = server) =>
      post('/customer/account/code', { email }, from(ip), at);
    const reset = async (email: string, code: unknown, password = 'Changed-123', at = server) =>
      (await post('/customer/account/reset', { email, code, password }, {}, at)).json;

    it('resets a password once, ends all sessions, and is good on every instance', async () => {
      const token = await tokenOf('eve');
      expect((await ask('eve@example.com')).json.code).toBe(1);
      const code = await codeFor('eve@example.com', 1);
      expect(code).toMatch(/^\d{6}$/);
      expect((await reset('ann@example.com', code)).code).toBe(0);
      expect((await reset('Eve@Example.com', code, 'Changed-123', other)).code).toBe(1);
      expect((await me(token)).code).toBe(302);
      expect((await signIn('eve', 'Changed-123')).code).toBe(1);
      expect((await reset('eve@example.com', code, 'Again-12345')).code).toBe(0);
    });

    it('is gone after five wrong tries, also when they come at once, and after ten minutes', async () => {
      now += 60;
      await ask('eve@example.com');
      const code = await codeFor('eve@example.com', 2);
      const wrong = code === '000000' ? '000001' : '000000';
      for (const each of [undefined, '', ['1'], '12345', 'abcdef', { length: 6 }])
        expect((await reset('eve@example.com', each)).code).toBe(0);
      const tries = Array.from({ length: 5 }, (_, turn) =>
        reset('eve@example.com', wrong, 'Changed-123', turn % 2 ? other : server),
      );
      expect((await Promise.all(tries)).map((answer) => answer.code)).toEqual([0, 0, 0, 0, 0]);
      expect((await reset('eve@example.com', code)).code).toBe(0);
      await expect.poll(async () => (await reported({ kind: 'captcha', target: 'customer.reset' })).length).toBe(1);
      now += 60;
      await ask('eve@example.com');
      const late = await codeFor('eve@example.com', 3);
      now += 601;
      expect((await reset('eve@example.com', late)).code).toBe(0);
      // Nor is it good again where the clock is put back.
      now -= 701;
      expect((await reset('eve@example.com', late)).code).toBe(0);
      now += 701;
    });

    it('leaves once a minute for one target, whoever asks, and tells nobody whether there is an account', async () => {
      now += 60;
      const [known, unknown] = [await ask('joe@example.com'), await ask('nobody@example.com')];
      expect(known.json).toEqual({ ...unknown.json, time: known.json.time });
      await codeFor('joe@example.com', 1);
      expect(mailsTo('nobody@example.com')).toEqual([]);
      for (const ip of ['203.0.113.30', '203.0.113.31'])
        expect((await ask('joe@example.com', ip, other)).status).toBe(429);
      now += 60;
      expect((await ask('joe@example.com', '203.0.113.31', other)).status).toBe(200);
    });

    it('leaves for a few targets of one address only', async () => {
      now += 600;
      const codes = [];
      for (let each = 0; each < 21; each += 1)
        codes.push((await ask(`n${each}@example.com`, '203.0.113.40', each % 2 ? other : server)).status);
      expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    });
  });

  describe('who is signed in', () => {
    const change = async (token: string, proof: unknown, at = server) =>
      (await post('/customer/account/email', { email: 'ann2@example.com', proof }, as(token), at)).json;
    const prove = async (token: string, password: unknown = secret): Promise<Answered['json']> =>
      (await post('/customer/account/verify', { password }, as(token))).json;

    it('changes what matters with a proof that they have just given the password', async () => {
      const token = await tokenOf('ann');
      for (const none of [undefined, '', 'x', ['x'], 7, 'a.b.c'])
        expect(await change(token, none)).toMatchObject({ code: 0, msg: "Please confirm again that it's you" });
      const { proof } = (await prove(token)).data as { proof: string };
      expect((await change(token, proof, other)).code).toBe(1);
      expect((await change(token, proof)).code).toBe(0);
      expect(await rows('customer').count({ username: 'ann', email: 'ann2@example.com' })).toBe(1);
    });

    it('has proofs for this session, this purpose, and ten minutes', async () => {
      const [token, second] = [await tokenOf('ann'), await tokenOf('ann')];
      const foreign = await tokenOf('joe');
      const proofOf = async () => (await prove(token)).data['proof'] as string;
      const elsewhere = (await post('/customer/probe/prove', { purpose: 'change-mobile' }, as(token))).json
        .data as unknown;
      for (const [who, proof] of [
        [second, await proofOf()],
        [foreign, await proofOf()],
        [token, elsewhere],
      ] as const)
        expect((await change(who, proof)).code).toBe(0);
      const late = await proofOf();
      now += 601;
      expect((await change(token, late)).code).toBe(0);
      expect((await post('/probe/prove', {})).json.code).toBe(302);
    });

    it('has proofs for this realm: that of an administrator proves nothing here', async () => {
      const token = await server.signIn();
      expect((await server.request('POST', '/api/admin/probe/spend', { token })).json.code).toBe(302);
      const body = { password };
      expect((await server.request('POST', '/api/admin/probe/password', { token, body })).json.code).toBe(302);
    });

    it('has proofs for a session: a caller that a plugin makes up has none', async () => {
      expect((await post('/customer/probe/made-up', {}, as(await tokenOf('ann')))).json.code).toBe(302);
    });

    it('does not guess on: wrong passwords count and are in the security log', async () => {
      const token = await tokenOf('joe');
      for (const wrong of ['', null, 7, 'x'.repeat(33)])
        expect((await prove(token, wrong)).data).toMatchObject({ errors: { password: expect.any(String) } });
      const answers = [];
      for (let turn = 0; turn < 11; turn += 1) answers.push((await prove(token, 'Wrong-123')).msg);
      expect(new Set(answers.slice(0, 9)).size).toBe(1);
      expect(answers.at(-1)).toMatch(/^Too many attempts/);
      await expect
        .poll(async () =>
          (await rows('security_log').list({ username: 'customer/joe' })).map(({ kind, outcome }) => [kind, outcome]),
        )
        .toEqual(
          expect.arrayContaining([
            ['password_check', 'failed'],
            ['lock', 'refused'],
          ]),
        );
    });

    it('ends this session, or all others, on every instance', async () => {
      const [first, second] = [await tokenOf('ann'), await tokenOf('ann')];
      const bystander = await tokenOf('carl');
      expect((await post('/customer/session/others', {}, as(first), other)).json.code).toBe(1);
      const codes = async (token: string) => [(await me(token)).code, (await me(token, other)).code];
      expect([await codes(first), await codes(second), await codes(bystander)]).toEqual([
        [1, 1],
        [302, 302],
        [1, 1],
      ]);
      expect((await post('/customer/session/end', {}, as(first))).json.code).toBe(1);
      expect([await codes(first), await codes(bystander)]).toEqual([
        [302, 302],
        [1, 1],
      ]);
      const { refreshToken } = (await signIn('carl')).data['userInfo'] as { refreshToken: string };
      await post('/customer/session/end', { refresh_token: refreshToken });
      expect((await post('/common/refreshToken', { refreshToken })).json.code).toBe(0);
    });
  });

  describe('passwords', () => {
    it('are checked like those of accounts', async () => {
      const check = async (password: string, more = {}) => (await post('/probe/hash', { password, ...more })).json.data;
      expect([await check('Right-123'), await check('Wrong-123'), await check('x', { known: false })]).toEqual([
        true,
        false,
        false,
      ]);
    });

    it('of one address wait in a short line', async () => {
      const crowd = Array.from({ length: 40 }, () => host.passwords.verify(host.system, 'x', undefined));
      const settled = await Promise.allSettled(crowd);
      const refused = settled.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Problem).key] : []));
      expect([settled.length - refused.length, new Set(refused)]).toEqual([3, new Set(['session:crowded'])]);
    });

    it('of one person wait in a line of their own, whoever has the same id in another realm', async () => {
      const verify = (realm: 'admin' | 'customer') =>
        host.passwords.verify({ ...host.system, realm, id: 1 }, 'x', undefined).then(
          () => `${realm} verified`,
          (error: unknown) => `${realm} ${(error as Problem).key}`,
        );
      const ofAdmin = Array.from({ length: 40 }, () => verify('admin'));
      const said = await Promise.all([...ofAdmin, verify('customer')]);
      expect(said).toContain('admin session:crowded');
      expect(said.at(-1)).toBe('customer verified');
    });
  });

  describe('what cannot be', () => {
    it.each<[string, () => unknown, RegExp]>([
      ['a realm', () => host.sessions('custmer' as never), /there is no realm "custmer"\. Did you mean "customer"\?/],
      ['a key', () => host.rateLimiter({ key: 'Send Code', max: 1, timeWindow: 1000 }), /key "Send Code" must be/],
      ['a limit of 0', () => host.rateLimiter({ key: 'a', max: 0, timeWindow: 1000 }), /max of "a" must be/],
      ['half a try', () => host.rateLimiter({ key: 'a', max: 1.5, timeWindow: 1000 }), /max of "a" must be/],
      ['seconds', () => host.rateLimiter({ key: 'a', max: 1, timeWindow: 60 }), /timeWindow of "a" must be milli/],
      ['ages', () => host.rateLimiter({ key: 'a', max: 1, timeWindow: 1e12 }), /timeWindow of "a" must be milli/],
      ['a purpose', () => host.captcha.create(host.system, 'Register!'), /the purpose "Register!" must be/],
      ['no purpose', () => host.captcha.assertSolved(host.system, '', {}), /the purpose "" must be/],
      ['a code for nobody', () => host.codes.create(host.system, { purpose: 'a', target: ' ' }), /the target must be/],
    ])('%s is named', async (_what, job, expected) => {
      await expect(Promise.resolve().then(job)).rejects.toThrow(expected);
    });

    it('purposes that no captcha has are refused', async () => {
      for (const wanted of ['A B', ['x'], 'x'.repeat(99)])
        for (const call of ['clickCaptcha', 'workChallenge'])
          expect((await server.request('GET', `/api/common/${call}`, { query: { purpose: wanted } })).status).toBe(400);
    });

    it('codes that strangers ask for leave the owner’s own, and as many of them', async () => {
      const purpose = 'own';
      const hour = async (isOwner: boolean): Promise<number> => {
        for (let sent = 0; ; sent += 1) {
          now += 60;
          const caller = { ...host.system, ip: `198.51.100.${sent}` };
          try {
            await host.codes.create(caller, { purpose, target: 'owner@example.com', isOwner });
          } catch {
            return sent;
          }
        }
      };
      const strangers = await hour(false);
      expect(strangers).toBeGreaterThan(0);
      expect(await hour(true)).toBeGreaterThan(0);
    });

    it('nothing that writes by itself is called in a transaction that it would wait for', async () => {
      const limiter = host.rateLimiter({ key: 'within', max: 1, timeWindow: 1000 });
      for (const job of [
        () => limiter.consume('x'),
        () => host.sessions('customer').endAll(1),
        async () => void (await host.codes.create(host.system, { purpose: 'a', target: 'b' })),
      ])
        await expect(host.transaction(host.system, job)).rejects.toThrow(/within a transaction would wait for it/);
    });
  });
});
