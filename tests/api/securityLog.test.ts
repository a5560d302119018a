import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '#resource';
import { definePlugin, type PluginHost, type ServerPlugin } from '#plugin';
import { eachDatabase, type Place } from '../support/databases.ts';
import { password, startServer, type TestServer } from '../support/server.ts';
import { solvePicture } from '../support/solveCaptcha.ts';

const login = '/api/admin/Index/login';
const day = 86_400;

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  let clock = 1_800_000_000;
  const serve = async (where?: Place, plugins: readonly ServerPlugin[] = []): Promise<TestServer> => {
    servers.push(
      await startServer(where ?? (await place()), { now: () => clock, config: { trustProxy: 'loopback' }, plugins }),
    );
    return servers.at(-1)!;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const entries = (server: TestServer, where: Record<string, unknown> = {}) =>
    server.app.gate.rows('security_log').list(where as never, { sort: 'id' });
  const told = async (server: TestServer, kind: string) =>
    (await entries(server, { kind })).map((entry) => [entry.outcome, entry.username, entry.target, entry.ip]);
  /** An administrator without rights. */
  const addLowly = async ({ app: { gate } }: TestServer, username = 'lowly') => {
    const { id: group } = await gate.rows('admin_group').add({ name: username, pid: 1 });
    return gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [group] });
  };

  it('takes entries of plugins, under their names, with who has called them', async () => {
    const route = { method: 'POST', url: '/admin/orders/export', node: 'signed-in' } as const;
    let host: PluginHost;
    const orders = definePlugin({
      name: 'orders',
      routes: [
        {
          ...route,
          handler: ({ caller }) =>
            host.securityLog({ caller, outcome: 'success', target: 'export\nof 7', detail: { rows: 7 } }),
        },
      ],
      start: (given) => void (host = given),
    });
    const server = await serve(undefined, [orders]);
    const token = await server.signIn();
    const { headers } = await server.request('POST', '/api/admin/orders/export', { token, body: {} });
    await expect
      .poll(() => entries(server, { kind: 'plugin' }))
      .toMatchObject([
        {
          outcome: 'success',
          username: 'admin',
          target: 'orders: export\ufffdof 7',
          detail: { rows: 7 },
          request_id: headers['x-request-id'],
        },
      ]);
  });

  it('tells who has signed in and who has failed, from where, under the id of the answer', async () => {
    const server = await serve();
    const from = { headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Test\u0085Browser' } };
    const failed = await server.request('POST', login, { body: { username: 'ADMIN', password: 'Guess-1' }, ...from });
    await server.request('POST', login, { body: { username: 'Secret-typed-here', password: 'x' }, ...from });
    const right = await server.request('POST', login, { body: { username: 'admin', password }, ...from });
    const token = (right.json.data['userInfo'] as { token: string }).token;
    await server.request('POST', '/api/admin/Index/logout', { token, ...from });
    await expect
      .poll(() => told(server, 'sign_in'))
      .toEqual([
        ['failed', 'admin', '', '203.0.113.7'],
        ['failed', 'se***', '', '203.0.113.7'],
        ['success', 'admin', '', '203.0.113.7'],
      ]);
    const [first] = await entries(server, { kind: 'sign_in' });
    expect(first!.request_id).toBe(failed.headers['x-request-id']);
    await expect.poll(async () => (await told(server, 'sign_out')).length).toBe(1);
    const lines = server.logged.filter((line) => line.includes('"msg":"security"'));
    expect(lines.map((line) => (JSON.parse(line) as { security: { kind: string } }).security.kind)).toEqual(
      expect.arrayContaining(['sign_in', 'sign_out']),
    );
    for (const secret of [password, 'Guess-1', 'Secret-typed', 'cret-ty']) {
      expect(JSON.stringify([await entries(server), lines])).not.toContain(secret);
    }
  });

  it('tells of locks, of what somebody may not do, and of addresses that are refused', async () => {
    const server = await serve();
    await addLowly(server);
    for (let turn = 0; turn < 10; turn += 1)
      await server.request('POST', login, {
        body: { username: 'lowly', password: 'wrong', ...(await solvePicture(server, '203.0.113.7')) },
        headers: { 'x-forwarded-for': '203.0.113.7' },
      });
    await expect.poll(() => told(server, 'lock')).toEqual([['refused', 'lowly', '', '203.0.113.7']]);
    await server.request('POST', login, {
      body: { username: 'lowly', password: 'Person-1', ...(await solvePicture(server, '203.0.113.7')) },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    await expect
      .poll(async () => (await entries(server, { kind: 'sign_in', outcome: 'refused' })).map(({ detail }) => detail))
      .toEqual([{ reason: 'locked' }]);
    const token = await server.signIn('lowly', 'Person-1').catch(async () => {
      const { json } = await server.request('POST', login, {
        body: { username: 'lowly', password: 'Person-1', ...(await solvePicture(server)) },
      });
      return (json.data['userInfo'] as { token: string }).token;
    });
    for (const [method, url] of [
      ['GET', '/api/admin/routine.Config/index'],
      ['DELETE', '/api/admin/auth.admin/del'],
      ['POST', '/api/admin/ajax/clearCache'],
    ] as const)
      expect(
        (
          await server.request(method, url, {
            token,
            query: method === 'DELETE' ? { ids: [1] } : {},
            ...(method === 'POST' ? { body: { type: 'all' } } : {}),
          })
        ).json.code,
      ).toBe(401);
    await expect
      .poll(() => told(server, 'forbidden'))
      .toEqual([
        ['refused', 'lowly', '/admin/routine.Config/index', '127.0.0.1'],
        ['refused', 'lowly', '/admin/auth.admin/del', '127.0.0.1'],
        ['refused', 'lowly', '/admin/ajax/clearCache', '127.0.0.1'],
      ]);
    const owner = await server.signIn();
    await server.request('POST', '/api/admin/routine.Config/edit', {
      token: owner,
      body: { no_access_ip: '198.51.100.0/24' },
    });
    await server.request('GET', '/config.json', { headers: { 'x-forwarded-for': '198.51.100.7' } });
    await expect.poll(() => told(server, 'address')).toEqual([['refused', '', '', '198.51.100.7']]);
  });

  it('tells of who tries to take or give rights that are not theirs, and of no mistake in a form', async () => {
    const server = await serve();
    const { gate } = server.app;
    const names = [
      'auth/admin',
      'auth/admin/index',
      'auth/admin/add',
      'auth/admin/edit',
      'auth/group',
      'auth/group/add',
    ];
    const rules = await gate.rows('admin_rule').list({ name: { in: names } });
    const { id: group } = await gate
      .rows('admin_group')
      .add({ name: 'Clerks', pid: 1, rule_ids: rules.map(({ id }) => id) });
    await gate.rows('admin').add({ username: 'clerk', nickname: 'C', password: 'Person-1', group_ids: [group] });
    const token = await server.signIn('clerk', 'Person-1');
    const person = { username: 'friend', nickname: 'F', password: 'Person-1' };
    const post = async (url: string, body: Record<string, unknown>) =>
      (await server.request('POST', `/api/admin/${url}`, { token, body })).json.code;
    const [foreign] = await gate.rows('admin_rule').list({ name: 'routine/config' });
    for (const [url, body] of [
      ['auth.admin/add', { ...person, group_ids: [group] }],
      ['auth.admin/edit', { id: 1, password: 'Stolen-1' }],
      ['auth.group/add', { name: 'Mine', pid: group, is_super: 1 }],
      ['auth.group/add', { name: 'Mine', pid: 1 }],
      ['auth.group/add', { name: 'Mine', pid: group, rule_ids: [foreign!.id] }],
      // A mistake, not an attempt.
      ['auth.admin/add', { ...person, username: '' }],
    ] as const)
      expect(await post(url, body), JSON.stringify(body)).toBe(0);
    await expect
      .poll(async () =>
        (await entries(server, { kind: 'forbidden' })).map(({ username, target, detail }) => [
          username,
          target,
          detail,
        ]),
      )
      .toEqual([
        ['clerk', '/admin/auth.admin/add', { reason: 'auth:lackRights', field: 'group_ids' }],
        ['clerk', '/admin/auth.admin/edit', { reason: 'rows:notFound' }],
        ['clerk', '/admin/auth.group/add', { reason: 'validate:notWritable', field: 'is_super' }],
        ['clerk', '/admin/auth.group/add', { reason: 'auth:groupOutside', field: 'pid' }],
        ['clerk', '/admin/auth.group/add', { reason: 'validate:noSuchRow', field: 'rule_ids' }],
      ]);
  });

  it('tells of every change of rights, passwords and settings in the transaction that makes it', async () => {
    const server = await serve();
    const { id } = await addLowly(server);
    const token = await server.signIn();
    const post = (url: string, body: Record<string, unknown>) =>
      server.request('POST', `/api/admin/${url}`, { token, body });
    const changed = await post('auth.admin/edit', { id, group_ids: [1], status: 0 });
    await post('auth.admin/edit', { id, nickname: 'Not of interest' });
    await post('auth.admin/edit', { id, password: 'Another-1' });
    await post('auth.group/edit', { id: 2, rule_ids: [1, 2], name: 'Renamed' });
    await post('auth.rule/edit', { id: 3, status: 0 });
    await post('routine.Config/edit', { smtp_server: 'mail.example.org', smtp_pass: 'Mail-Canary' });
    await post('ajax/clearCache', { type: 'all' });
    await server.request('DELETE', '/api/admin/auth.admin/del', { token, query: { ids: [id] } });
    await expect.poll(async () => (await told(server, 'cache')).length).toBe(1);
    const own = (await entries(server)).filter((entry) => entry.username === 'admin' && entry.kind !== 'sign_in');
    expect(own.map(({ kind, target }) => [kind, target])).toEqual([
      ['account', `admin #${id}`],
      ['password', `admin #${id}`],
      ['group', 'admin_group #2 Renamed'],
      ['rule', 'admin_rule #3'],
      ['settings', 'mail: smtp_server, smtp_pass'],
      ...(own[5]!.kind === 'cache'
        ? [
            ['cache', ''],
            ['account', `admin #${id} lowly`],
          ]
        : [
            ['account', `admin #${id} lowly`],
            ['cache', ''],
          ]),
    ]);
    expect(own[0]).toMatchObject({ admin_id: 1, ip: '127.0.0.1', request_id: changed.headers['x-request-id'] });
    expect(own[0]!.detail).toEqual({
      action: 'edit',
      group_ids: { added: [1], removed: [2] },
      status: { before: 1, after: 0 },
    });
    expect(own[2]!.detail).toEqual({ action: 'edit', rule_ids: { added: [1, 2], removed: [] } });
    expect(own[4]!.detail).toMatchObject({ smtp_pass: { before: '***', after: '***' } });
    expect(JSON.stringify([await entries(server), server.logged])).not.toMatch(/Mail-Canary|Another-1|argon2id/);
  });

  it('tells nothing of a change that was refused', async () => {
    const server = await serve();
    const token = await server.signIn();
    const before = (await entries(server)).length;
    const { json } = await server.request('POST', '/api/admin/auth.group/edit', {
      token,
      body: { id: 1, is_super: 0 },
    });
    expect(json.code).toBe(0);
    expect((await entries(server, { kind: 'group' })).filter(({ username }) => username === 'admin')).toEqual([]);
    expect((await entries(server)).length).toBeLessThanOrEqual(before + 1);
    expect(
      server.logged.filter((line) => line.includes('"kind":"group"') && line.includes('"username":"admin"')),
    ).toEqual([]);
  });

  it('is read by super administrators, and by nobody else whatever rights they own', async () => {
    const server = await serve();
    const { gate } = server.app;
    const rules = await gate.rows('admin_rule').list({ name: { in: ['auth/securityLog', 'auth/securityLog/index'] } });
    expect(rules).toHaveLength(2);
    const { id: group } = await gate.rows('admin_group').add({ name: 'Curious', rule_ids: rules.map(({ id }) => id) });
    await gate.rows('admin').add({ username: 'curious', nickname: 'C', password: 'Person-1', group_ids: [group] });
    const list = async (token: string, query: Record<string, unknown> = {}) =>
      (await server.request('GET', '/api/admin/auth.securityLog/index', { token, query })).json.data as {
        total: number;
        list: { kind: string }[];
      };
    const owner = await server.signIn();
    const curious = await server.signIn('curious', 'Person-1');
    await expect.poll(async () => (await list(owner)).total).toBeGreaterThan(3);
    expect((await list(curious)).total).toBe(0);
    const search = [
      { field: 'username', operator: 'eq', val: 'curious' },
      { field: 'kind', operator: 'IN', val: 'sign_in' },
    ];
    await expect.poll(async () => (await list(owner, { search })).list.map(({ kind }) => kind)).toEqual(['sign_in']);
  });

  describe('nobody changes an entry', () => {
    it('through the product, the system’s own code among them', async () => {
      const server = await serve();
      const token = await server.signIn();
      const rows = server.app.gate.rows('security_log');
      await expect.poll(async () => (await entries(server)).length).toBeGreaterThan(0);
      const { id } = (await entries(server))[0]!;
      for (const change of [
        () => rows.edit(id, { username: 'nobody' } as never),
        () => rows.del([id]),
        () => rows.add({ kind: 'sign_in', outcome: 'success' } as never),
        () => server.app.gate.addAll('security_log', [{ kind: 'sign_in', outcome: 'success' } as never]),
      ])
        await expect(change()).rejects.toThrow(Problem);
      for (const [method, action] of [
        ['POST', 'add'],
        ['POST', 'edit'],
        ['DELETE', 'del'],
        ['POST', 'sortable'],
        ['DELETE', 'destroy'],
      ] as const) {
        const { json } = await server.request(method, `/api/admin/auth.securityLog/${action}`, {
          token,
          ...(method === 'POST' ? { body: { id, username: 'nobody' } } : { query: { ids: [id] } }),
        });
        expect(json.code).toBe(401);
      }
      expect((await entries(server)).find((entry) => entry.id === id)!.username).not.toBe('nobody');
    });

    it('in the database, however it is asked', async () => {
      const server = await serve();
      await server.signIn();
      await expect.poll(async () => (await entries(server)).length).toBeGreaterThan(0);
      const before = await entries(server);
      for (const statement of [
        `UPDATE security_log SET username = 'nobody'`,
        `DELETE FROM security_log`,
        `DELETE FROM security_log WHERE id = ${before[0]!.id}`,
      ])
        await expect(server.app.database.write(({ db }) => sql.raw(statement).execute(db))).rejects.toThrow();
      // Others may have come since.
      expect((await entries(server)).slice(0, before.length)).toEqual(before);
    });
  });

  it('keeps entries for as long as the setting says, notes that old ones went, and lets nobody set less than thirty days', async () => {
    const where = await place();
    const server = await serve(where);
    const token = await server.signIn();
    const setTo = async (days: number) =>
      (await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { security_log_days: days } }))
        .json;
    expect((await setTo(29)).data).toMatchObject({ errors: { security_log_days: expect.any(String) as string } });
    expect((await setTo(40)).code).toBe(1);
    await expect.poll(async () => (await told(server, 'sign_in')).length).toBe(1);
    const count = (await entries(server)).length;
    await server.close();
    servers.pop();
    clock += 39 * day;
    const later = await serve(where);
    expect(await entries(later)).toHaveLength(count);
    await later.close();
    servers.pop();
    clock += 2 * day;
    const last = await serve(where);
    await expect.poll(async () => (await entries(last)).map(({ kind }) => kind)).toEqual(['log']);
    expect((await entries(last))[0]!.detail).toMatchObject({ removed: count });
  });

  it('makes one entry of a minute of equal events, and few of a flood of different ones', async () => {
    const server = await serve();
    const refused = (at: number) =>
      server.request('GET', '/config.json', { headers: { 'x-forwarded-for': `198.51.100.${at}` } });
    const token = await server.signIn();
    await server.request('POST', '/api/admin/routine.Config/edit', {
      token,
      body: { no_access_ip: '198.51.100.0/24' },
    });
    for (let turn = 0; turn < 30; turn += 1) await refused(1);
    await expect.poll(async () => (await entries(server, { kind: 'address' })).length).toBe(1);
    clock += 60;
    await refused(2);
    await expect
      .poll(async () => (await entries(server, { kind: 'address' })).map(({ ip, times }) => [ip, times]))
      .toEqual([
        ['198.51.100.1', 1],
        ['198.51.100.1', 29],
        ['198.51.100.2', 1],
      ]);
    await Promise.all(Array.from({ length: 250 }, (_, at) => refused(at + 3)));
    clock += 60;
    await refused(1);
    await expect
      .poll(async () => (await entries(server, { kind: 'address', ip: '*' })).map(({ times }) => times))
      .toEqual([191]);
    expect((await entries(server, { kind: 'address' })).length).toBeLessThanOrEqual(3 + 59 + 2);
  });

  it('keeps who has signed in apart from any flood of those who have not', async () => {
    const server = await serve();
    const flood = (at: number) =>
      server.request('POST', login, {
        body: { username: `${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}nobody`, password: 'wrong' },
        headers: { 'x-forwarded-for': `198.51.100.${at % 70}` },
      });
    for (let at = 0; at < 75; at += 1) await flood(at);
    const from = { headers: { 'x-forwarded-for': '203.0.113.6' } };
    const right = await server.request('POST', login, { body: { username: 'admin', password }, ...from });
    await expect
      .poll(async () =>
        (await entries(server, { kind: 'sign_in', outcome: 'success' })).map((entry) => [
          entry.username,
          entry.ip,
          entry.request_id,
        ]),
      )
      .toEqual([['admin', '203.0.113.6', right.headers['x-request-id']]]);
  });

  it('folds what one caller is refused too often, and nothing of the others', async () => {
    const server = await serve();
    await addLowly(server);
    await addLowly(server, 'honest');
    const [lowly, honest] = [await server.signIn('lowly', 'Person-1'), await server.signIn('honest', 'Person-1')];
    const { gate } = server.app;
    const controllers = [...gate.models.values()].map(({ path }) => path.replace('/', '.')).slice(0, 5);
    for (const controller of controllers) {
      const url = `/api/admin/${controller}`;
      await server.request('GET', `${url}/index`, { token: lowly });
      await server.request('POST', `${url}/add`, { token: lowly, body: {} });
      await server.request('DELETE', `${url}/del`, { token: lowly, query: { ids: [1] } });
    }
    await server.request('GET', '/api/admin/routine.Config/index', { token: honest });
    await expect
      .poll(async () => (await entries(server, { kind: 'forbidden', username: 'honest' })).map(({ target }) => target))
      .toEqual(['/admin/routine.Config/index']);
    clock += 60;
    await server.request('GET', '/api/admin/routine.Config/index', { token: honest });
    await expect
      .poll(async () =>
        (await entries(server, { kind: 'forbidden', username: 'lowly', target: '*' })).map(({ admin_id: id, ip }) => [
          id > 0,
          ip,
        ]),
      )
      .toEqual([[true, '*']]);
    expect((await entries(server, { kind: 'forbidden', username: 'lowly' })).length).toBeLessThan(12);
  });

  it('loses nothing that waits when the server stops', async () => {
    const where = await place();
    const server = await serve(where);
    for (let turn = 0; turn < 3; turn += 1)
      await server.request('POST', login, { body: { username: 'admin', password: 'wrong' } });
    await server.close();
    servers.pop();
    const again = await serve(where);
    const failed = (await entries(again, { kind: 'sign_in' })).map(({ times }) => Number(times));
    expect(failed.reduce((sum, times) => sum + times, 0)).toBe(3);
  });

  it('tells of a refresh token that is used again, and of a wrong old password', async () => {
    const server = await serve();
    const { json } = await server.request('POST', login, { body: { username: 'admin', password, keep: true } });
    const { refreshToken, token } = json.data['userInfo'] as { refreshToken: string; token: string };
    const guess = () =>
      server.request('POST', '/api/admin/routine.AdminInfo/edit', {
        token,
        body: { oldPassword: 'wrong', password: 'Another-1' },
      });
    await guess();
    await expect.poll(() => told(server, 'password')).toEqual([['failed', 'admin', 'admin', '127.0.0.1']]);
    expect(await told(server, 'lock')).toEqual([]);
    for (let turn = 1; turn < 10; turn += 1) await guess();
    await expect.poll(() => told(server, 'lock')).toEqual([['refused', 'admin', '', '127.0.0.1']]);
    const renew = async (given: string): Promise<string> => {
      const answer = await server.request('POST', '/api/common/refreshToken', { body: { refresh_token: given } });
      return ((answer.json.data ?? {}) as { refreshToken?: string }).refreshToken ?? '';
    };
    const next = await renew(refreshToken);
    clock += 3600;
    await renew(next);
    clock += 31;
    expect(await renew(refreshToken)).toBe('');
    await expect
      .poll(async () => (await entries(server, { kind: 'token_reuse' })).map((entry) => [entry.admin_id, entry.ip]))
      .toEqual([[1, '127.0.0.1']]);
  });

  describe.runIf(name === 'postgres')('two instances', () => {
    it('write into one log', async () => {
      const where = await place();
      const one = await serve(where);
      const other = await serve(where);
      await one.request('POST', login, { body: { username: 'one', password: 'wrong' } });
      await other.request('POST', login, { body: { username: 'other', password: 'wrong' } });
      await expect
        .poll(async () => (await told(one, 'sign_in')).map(([, username]) => username))
        .toEqual(expect.arrayContaining(['on***', 'ot***']));
    });
  });
});
