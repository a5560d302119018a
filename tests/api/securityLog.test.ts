import { describe, expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { eachDatabase } from '../support/databases.ts';
import { addLowly, entries, securityServers, reported } from '../support/securityServers.ts';
import { password } from '../support/server.ts';
import { solvePicture } from '../support/solveCaptcha.ts';

const login = '/api/admin/Index/login';

eachDatabase((name, _open, place) => {
  const { serve, pass } = securityServers(place);

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
      .poll(() => reported(server, 'sign_in'))
      .toEqual([
        ['failed', 'admin', '', '203.0.113.7'],
        ['failed', 'se***', '', '203.0.113.7'],
        ['success', 'admin', '', '203.0.113.7'],
      ]);
    const [first] = await entries(server, { kind: 'sign_in' });
    expect(first!.request_id).toBe(failed.headers['x-request-id']);
    await expect.poll(async () => (await reported(server, 'sign_out')).length).toBe(1);
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
    await expect.poll(() => reported(server, 'lock')).toEqual([['refused', 'lowly', '', '203.0.113.7']]);
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
      .poll(() => reported(server, 'forbidden'))
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
    await expect.poll(() => reported(server, 'address')).toEqual([['refused', '', '', '198.51.100.7']]);
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
    await expect.poll(async () => (await reported(server, 'cache')).length).toBe(1);
    const own = (await entries(server)).filter((entry) => entry.username === 'admin' && entry.kind !== 'sign_in');
    expect(own.map(({ kind, target }) => [kind, target])).toEqual([
      ['account', `admin #${id} lowly`],
      ['password', `admin #${id} lowly`],
      ['group', 'admin_group #2 Renamed'],
      ['rule', expect.stringMatching(/^admin_rule #3 .+/)],
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
    await expect.poll(() => reported(server, 'password_check')).toEqual([['failed', 'admin', 'admin', '127.0.0.1']]);
    // No password was changed.
    expect(await reported(server, 'password')).toEqual([]);
    expect(await reported(server, 'lock')).toEqual([]);
    for (let turn = 1; turn < 10; turn += 1) await guess();
    await expect.poll(() => reported(server, 'lock')).toEqual([['refused', 'admin', '', '127.0.0.1']]);
    const renew = async (given: string): Promise<string> => {
      const answer = await server.request('POST', '/api/common/refreshToken', { body: { refresh_token: given } });
      return ((answer.json.data ?? {}) as { refreshToken?: string }).refreshToken ?? '';
    };
    const next = await renew(refreshToken);
    pass(3600);
    await renew(next);
    pass(31);
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
        .poll(async () => (await reported(one, 'sign_in')).map(([, username]) => username))
        .toEqual(expect.arrayContaining(['on***', 'ot***']));
    });
  });
});
