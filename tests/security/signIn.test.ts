import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const login = '/api/admin/Index/login';
const secret = 'Person-1';

eachDatabase((_name, _open, place) => {
  let where: Place;
  let server: TestServer;
  const add = async (username: string, more: { status?: 0 | 1 } = {}): Promise<number> =>
    (
      await server.app.gate
        .rows('admin')
        .add({ username, nickname: username, password: secret, group_ids: [1], ...more })
    ).id;

  beforeAll(async () => {
    where = await place();
    server = await startServer(where, { config: { trustProxy: 'loopback' } });
  });
  afterAll(() => server.close());

  it('counts what is tried on one account for that account, whatever twins its name has', async () => {
    await add('twin');
    await add('TWIN');
    let next = 0;
    const attempt = (username: string, password: string) =>
      server.request('POST', login, {
        body: { username, password },
        headers: { 'x-forwarded-for': `192.0.2.${(next += 1)}` },
      });
    for (let round = 0; round < 3; round += 1) {
      await attempt('twin', 'wrong-password');
      expect((await attempt('TWIN', secret)).json).toMatchObject({ code: 1, data: { failures: 0 } });
    }
    expect((await attempt('twin', 'wrong-password')).json.data).toMatchObject({ captcha: true });
  });

  describe('a session ends at once when another administrator', () => {
    it.each<
      [
        string,
        (
          id: number,
        ) => [
          method: string,
          action: string,
          asked: { body?: Record<string, unknown>; query?: Record<string, unknown> },
        ],
      ]
    >([
      ['disables the account', (id) => ['POST', 'edit', { body: { id, status: 0 } }]],
      ['gives it another password', (id) => ['POST', 'edit', { body: { id, password: 'Another-1' } }]],
      ['deletes it', (id) => ['DELETE', 'del', { query: { ids: [id] } }]],
    ])('%s', async (what, change) => {
      const username = `person${what.length}`;
      const id = await add(username);
      // SQLite has one server; PostgreSQL a second one, which learns of it too.
      const others = where.databaseUrl ? [await startServer(where)] : [];
      const token = await server.signIn();
      const { json } = await server.request('POST', login, { body: { username, password: secret, keep: true } });
      const session = json.data['userInfo'] as { token: string; refreshToken: string };
      const all = [server, ...others];
      const codes = () =>
        Promise.all(
          all.map(
            async (each) =>
              (await each.request('GET', '/api/admin/auth.admin/index', { token: session.token })).json.code,
          ),
        );
      expect(await codes()).toEqual(all.map(() => 1));
      const [method, action, asked] = change(id);
      expect((await server.request(method, `/api/admin/auth.admin/${action}`, { token, ...asked })).json.code).toBe(1);
      expect(await codes()).toEqual(all.map(() => 302));
      for (const each of all)
        expect(
          (await each.request('POST', '/api/common/refreshToken', { body: { refreshToken: session.refreshToken } }))
            .json.code,
        ).toBe(0);
      expect((await server.request('GET', '/api/admin/auth.admin/index', { token })).json.code).toBe(1);
      await Promise.all(others.map((each) => each.close()));
    });
  });
});
