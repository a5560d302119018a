import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#resource';
import { definePlugin, type PluginHost } from '#plugin';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const secret = 'Guest-123';
const film = '/api/guest/films.film/7';
let host: PluginHost;
let admin: number;
const films = definePlugin({
  name: 'films',
  routes: [
    {
      method: 'GET',
      url: '/guest/films.film/:id',
      node: 'signed-in',
      signed: true,
      handler: ({ caller }) => caller.username,
    },
    {
      method: 'GET',
      url: '/guest/films.film/index',
      node: 'signed-in',
      signed: true,
      handler: ({ caller }) => host.signedUrl(film, { caller, seconds: 86_400 }),
    },
    {
      method: 'GET',
      url: '/films/key',
      root: true,
      node: 'signed-in',
      bearer: (token) => (token === 'key-of-ada' ? { realm: 'guest', id: admin } : undefined),
      handler: ({ caller }) => host.signedUrl(film, { caller, seconds: 86_400 }),
    },
  ],
  start(given) {
    host = given;
  },
});

eachDatabase((name, _open, place) => {
  describe('a signed address', () => {
    let where: Place;
    let server: TestServer;
    let other: TestServer;
    let now = 1_800_000_000;
    const start = () => startServer(where, { plugins: [guests, films], resources: guests.resources!, now: () => now });
    beforeAll(async () => {
      where = await place();
      server = await start();
      other = name === 'postgres' ? await start() : server;
      admin = (await accounts().add({ username: 'ada', password: secret })).id;
    });
    afterAll(async () => {
      await server.close();
      if (other !== server) await other.close();
    });

    const accounts = () => server.app.gate.rows('guest');
    const signIn = async (keep = true) => {
      const { json } = await server.request('POST', '/api/guest/session/login', {
        body: { username: 'ada', password: secret, keep },
      });
      return json.data['userInfo'] as { token: string; refreshToken: string };
    };
    const addressOf = async (token: string, at = server): Promise<string> =>
      (await at.request('GET', '/api/guest/films.film/index', { headers: { 'x-guest-token': token } })).json
        .data as unknown as string;
    const open = async (url: string) => [
      (await server.request('GET', url)).status,
      (await other.request('GET', url)).status,
    ];
    const signOut = (token: string, refreshToken = '') =>
      server.request('POST', '/api/guest/session/logout', {
        headers: { 'x-guest-token': token },
        body: { refresh_token: refreshToken },
      });

    it('ends with the session that it was made from, and with no other, on every instance', async () => {
      const [first, second] = [await signIn(), await signIn()];
      const urls = [await addressOf(first.token), await addressOf(second.token, other)] as const;
      expect([await open(urls[0]), await open(urls[1])]).toEqual([
        [200, 200],
        [200, 200],
      ]);
      await signOut(first.token);
      expect([await open(urls[0]), await open(urls[1])]).toEqual([
        [403, 403],
        [200, 200],
      ]);
      // By its refresh token alone.
      await signOut('', second.refreshToken);
      expect(await open(urls[1])).toEqual([403, 403]);
    });

    it('outlasts a refresh of the session, and is the same after it', async () => {
      const { token, refreshToken } = await signIn();
      const url = await addressOf(token);
      const { json } = await server.request('POST', '/api/common/refreshToken', { body: { refreshToken } });
      expect(await open(url)).toEqual([200, 200]);
      expect(await addressOf(json.data['token'] as string)).toBe(url);
    });

    it.each<[string, object]>([
      ['a new password', { password: secret }],
      ['a closed account, which is opened again', { status: 0 }],
    ])('ends with %s', async (_what, change) => {
      const { token } = await signIn();
      const key = async () =>
        (await server.request('GET', '/films/key', { headers: { authorization: 'Bearer key-of-ada' } })).json
          .data as unknown as string;
      // One of somebody without a session, and one of a caller that the plugin has made itself, are bound to the account.
      const made = await host.signedUrl(film, { caller: { realm: 'guest', id: admin } as Caller });
      const urls = [await addressOf(token), await key(), made];
      for (const url of urls) expect([url, await open(url)]).toEqual([url, [200, 200]]);
      await accounts().edit(admin, change);
      await accounts().edit(admin, { status: 1 });
      for (const url of urls) expect([url, await open(url)]).toEqual([url, [403, 403]]);
    });

    it('ends when the session does that is not kept', async () => {
      now = Math.ceil(now / 86_400) * 86_400 + 10;
      const urls = [await addressOf((await signIn(false)).token), await addressOf((await signIn()).token)] as const;
      now += 86_399;
      expect([await open(urls[0]), await open(urls[1])]).toEqual([
        [200, 200],
        [200, 200],
      ]);
      now += 1;
      expect([await open(urls[0]), await open(urls[1])]).toEqual([
        [403, 403],
        [200, 200],
      ]);
    });

    it('asks the database for nothing but whether something has changed', async () => {
      const url = await addressOf((await signIn()).token);
      await open(url);
      const rename = (from: string, to: string) =>
        server.app.database.restructure(({ db }) =>
          sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(db),
        );
      await rename('session_token', 'hidden');
      await rename('guest', 'hidden_guest');
      const answers = await open(url);
      await rename('hidden', 'session_token');
      await rename('hidden_guest', 'guest');
      expect(answers).toEqual([200, 200]);
    });

    it('of nobody who could sign in is none', async () => {
      const caller = (id: number) => ({ realm: 'guest', id }) as Caller;
      await expect(host.signedUrl(film, { caller: caller(4711) })).rejects.toThrow(/guest 4711 cannot sign in/);
      const { token } = await signIn();
      const url = await addressOf(token);
      for (const changed of [url.replace(/for=guest\.\d+/, 'for=guest.9'), url.replace('for=guest', 'for=admin')])
        expect(await open(changed)).toEqual([403, 403]);
    });
  });
});
