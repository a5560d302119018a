import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RealmName } from '#resource';
import { definePlugin } from '#plugin';
import { Tokens } from '../../src/server/session/tokens.ts';
import { joinTableOf } from '../../src/server/table/tablesOf.ts';
import { guests } from '../support/guests.ts';
import { eachDatabase } from '../support/databases.ts';
import { password, startServer, type TestServer } from '../support/server.ts';

const secret = 'Person-1';
const groupsOf = joinTableOf({ name: 'admin' }, { name: 'group_ids' });
/** Says who asks, to anybody, in each realm. */
const whoAmI = definePlugin({
  name: 'whoAmI',
  routes: (['admin', 'guest'] as const).map((realm) => ({
    method: 'GET',
    url: `/${realm}/whoAmI/index`,
    node: 'everyone',
    handler: ({ caller }) => ({
      realm: caller.realm,
      id: caller.id,
      super: caller.super,
      mayIndex: caller.may('auth/admin/index'),
    }),
  })),
});
const visitor = { realm: 'visitor', id: 0, super: false, mayIndex: false };

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let admin: string;
  const rows = <N extends 'admin' | 'admin_group' | 'admin_rule' | 'guest' | 'security_log'>(name: N) =>
    server.app.gate.rows(name);
  const ask = async (url: string, headers: Record<string, string>) =>
    (await server.request('GET', url, { headers })).json;
  /** A pair of tokens of that realm for the account of this id, as a plugin with accounts of its own gives them. */
  const tokensOf = (realm: RealmName, accountId: number, number: number) =>
    new Tokens(
      server.app.database,
      () => Math.floor(Date.now() / 1000),
      () => {},
    ).issue({ realm, accountId, number }, true);

  beforeAll(async () => {
    server = await startServer(await place(), {
      plugins: [whoAmI, guests],
      resources: guests.resources!,
      config: { trustProxy: 'loopback' },
    });
    admin = await server.signIn();
  });
  afterAll(() => server.close());

  describe('a token', () => {
    it('is good in its own realm only, whatever header it comes in', async () => {
      const { session_number: number } = (await rows('admin').get(1))!;
      const [own, foreign] = [await tokensOf('admin', 1, number), await tokensOf('guest', 1, number)];
      const as = async (url: string, headers: Record<string, string>) => (await ask(url, headers)).data;
      expect(await as('/api/admin/whoAmI/index', { batoken: own.token })).toMatchObject({ realm: 'admin', id: 1 });
      for (const [url, headers] of [
        ['/api/admin/whoAmI/index', { batoken: foreign.token }],
        ['/api/admin/whoAmI/index', { 'x-guest-token': own.token }],
        ['/api/admin/whoAmI/index', { 'x-guest-token': foreign.token }],
        ['/api/guest/whoAmI/index', { 'x-guest-token': own.token }],
        ['/api/guest/whoAmI/index', { batoken: own.token }],
        ['/api/guest/whoAmI/index', { batoken: foreign.token }],
      ] as const)
        expect([url, headers, await as(url, headers)]).toEqual([url, headers, visitor]);
      expect((await ask('/api/admin/auth.admin/index', { batoken: foreign.token })).code).toBe(302);
    });

    it('of another realm refreshes into nothing that an administrator of the same id could use', async () => {
      const { session_number: number } = (await rows('admin').get(1))!;
      const refresh = async (refreshToken: string) =>
        (await server.request('POST', '/api/common/refreshToken', { body: { refreshToken } })).json;
      expect((await refresh((await tokensOf('admin', 1, number)).refreshToken)).code).toBe(1);
      expect((await refresh((await tokensOf('guest', 1, number)).refreshToken)).code).toBe(0);
    });
  });

  describe('signing in to a realm of a plugin', () => {
    const login = async (username: string, from: string, secretTyped = 'no-such-1') =>
      server.request('POST', '/api/guest/session/login', {
        body: { username, password: secretTyped },
        headers: { 'x-forwarded-for': from },
      });

    it('answers a name that no database keeps like any other', async () => {
      const answers = [await login('a\u0000b', '203.0.113.1'), await login('nobody', '203.0.113.1')];
      expect(answers.map(({ status, json }) => [status, json.code, json.msg])[0]).toEqual([
        200,
        0,
        answers[1]!.json.msg,
      ]);
    });

    it('tells nobody by the case of letters which accounts there are', async () => {
      await rows('guest').add({ username: 'Emma', password: secret });
      const asked = async (name: string, from: string) => {
        for (let turn = 0; turn < 3; turn += 1) await login(name, from);
        const { code, msg, data } = (await login(name.toLowerCase(), from)).json;
        return { code, msg, data };
      };
      expect(await asked('Emma', '203.0.113.2')).toEqual(await asked('Dora', '203.0.113.3'));
    });
  });

  describe('a session', () => {
    const guestUrl = '/api/guest/me/index';
    const signedIn = async (username: string) => {
      const { id } = await rows('guest').add({ username, password: secret });
      const { json } = await server.request('POST', '/api/guest/session/login', {
        body: { username, password: secret, keep: true },
      });
      return { id, ...(json.data['userInfo'] as { token: string; refreshToken: string }) };
    };
    const refreshes = async (refreshToken: string) =>
      (await server.request('POST', '/api/common/refreshToken', { body: { refreshToken } })).json.code;
    const change = async (method: string, action: string, given: object) =>
      (await server.request(method, `/api/admin/shop.guest/${action}`, { token: admin, ...given })).json.code;

    it.each([
      ['a new password', async (id: number) => [await change('POST', 'edit', { body: { id, password: 'Guest-999' } })]],
      [
        'closing the account and opening it',
        async (id: number) => [
          await change('POST', 'edit', { body: { id, status: 0 } }),
          await change('POST', 'edit', { body: { id, status: 1 } }),
        ],
      ],
      [
        'throwing the account away and restoring it',
        async (id: number) => [
          await change('DELETE', 'del', { query: { ids: [id] } }),
          await change('POST', 'restore', { body: { ids: [id] } }),
        ],
      ],
    ])('of any realm ends by %s', async (name, happens) => {
      const { id, token, refreshToken } = await signedIn(`ends by ${name}`.slice(0, 30));
      expect((await ask(guestUrl, { 'x-guest-token': token })).code).toBe(1);
      expect(new Set(await happens(id))).toEqual(new Set([1]));
      expect([(await ask(guestUrl, { 'x-guest-token': token })).code, await refreshes(refreshToken)]).toEqual([302, 0]);
    });

    it('goes on when something else of the account is changed', async () => {
      const { id, token } = await signedIn('goes on');
      expect(await change('POST', 'edit', { body: { id, username: 'renamed' } })).toBe(1);
      expect((await ask(guestUrl, { 'x-guest-token': token })).code).toBe(1);
    });

    const signOut = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      server.request('POST', '/api/guest/session/logout', { body, headers });
    const signOuts = async () =>
      (await rows('security_log').list({ kind: 'sign_out' })).map(({ username, request_id: request }) => [
        username,
        request,
      ]);

    it('is not ended by signing out of another realm', async () => {
      const { json } = await server.request('POST', '/api/admin/Index/login', {
        body: { username: 'admin', password, keep: true },
      });
      const { token, refreshToken } = json.data['userInfo'] as { token: string; refreshToken: string };
      await signOut({ refreshToken }, { 'x-guest-token': token });
      expect((await ask('/api/admin/Index/index', { batoken: token })).code).toBe(1);
      expect(await refreshes(refreshToken)).toBe(1);
    });

    it('that is ended by its refresh token alone is in the security log', async () => {
      const { token, refreshToken } = await signedIn('leaves');
      const { headers } = await signOut({ refreshToken });
      expect((await ask(guestUrl, { 'x-guest-token': token })).code).toBe(302);
      await expect.poll(signOuts).toEqual([['guest/leaves', headers['x-request-id']]]);
    });
  });

  describe('an administrator without groups', () => {
    it('has no rights, and is below nobody', async () => {
      const rules = await rows('admin_rule').list({
        name: { in: ['auth', 'auth/admin', 'auth/admin/index', 'auth/admin/edit', 'auth/admin/del'] },
      });
      const above = await rows('admin_group').add({ name: 'above', pid: 1, rule_ids: rules.map(({ id }) => id) });
      const below = await rows('admin_group').add({ name: 'below', pid: above.id });
      const person = async (username: string, groups: number[]): Promise<number> =>
        (await rows('admin').add({ username, nickname: username, password: secret, group_ids: groups })).id;
      const [boss, clerk, loner] = [
        await person('boss', [above.id]),
        await person('clerk', [below.id]),
        await person('loner', [below.id]),
      ];
      // Groups go; whoever was in none but them stays.
      await server.app.database.write(async ({ db, touch }) => {
        await sql`DELETE FROM ${sql.table(groupsOf)} WHERE row_id = ${loner}`.execute(db);
        touch(groupsOf);
      });
      const token = await server.signIn('boss', secret);
      const call = async (method: string, action: string, asked: object) =>
        (await server.request(method, `/api/admin/auth.admin/${action}`, { token, ...asked })).json;
      const { list } = (await call('GET', 'index', { query: { limit: 100 } })).data as unknown as {
        list: { id: number }[];
      };
      expect(list.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([boss, clerk]);
      expect((await call('POST', 'edit', { body: { id: loner, nickname: 'x' } })).code).toBe(0);
      expect((await call('DELETE', 'del', { query: { ids: [loner] } })).code).toBe(0);
      expect(await rows('admin').get(loner)).toMatchObject({ nickname: 'loner' });
      expect((await call('POST', 'edit', { body: { id: clerk, nickname: 'renamed' } })).code).toBe(1);
      const lonely = await server.signIn('loner', secret);
      expect((await ask('/api/admin/whoAmI/index', { batoken: lonely })).data).toMatchObject({
        id: loner,
        super: false,
        mayIndex: false,
      });
      expect((await ask('/api/admin/auth.admin/index', { batoken: lonely })).code).toBe(401);
      expect((await ask('/api/admin/whoAmI/index', { batoken: admin })).data).toMatchObject({ super: true });
    });
  });
});
