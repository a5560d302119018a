import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRoute } from '#resource';
import { definePlugin, file, type PluginHost, type PluginRequest, type RateLimiter, type ServerPlugin } from '#plugin';
import customers from '../../examples/customers.ts';
import questions from '../../examples/visitors.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { secondOf } from '../../support/secondOf.ts';
import { password, startServer, type Answered, type TestServer } from '../../support/server.ts';

const secret = 'Visitor-123';
const year = 31_536_000;
let heard: { visitor: string; isOwn: boolean }[] = [];
let failing = false;
const everyone = { method: 'GET', node: 'everyone' } as const;
const who = ({ caller: { realm, visitor } }: PluginRequest) => ({ realm, ...visitor });
const probe = () => {
  let limiter: RateLimiter;
  return definePlugin({
    name: 'probe',
    routes: [
      { ...everyone, url: '/guest/probe/known', visitors: true, handler: who },
      { ...everyone, url: '/guest/probe/plain', handler: who },
      { ...everyone, url: '/guest/probe/inside', node: 'signed-in', handler: who },
      {
        ...everyone,
        url: '/guest/probe/limited',
        visitors: true,
        rateLimit: { max: 2, timeWindow: 60_000 },
        handler: who,
      },
      { ...everyone, url: '/guest/probe/own', visitors: true, handler: ({ caller }) => limiter.consume(caller) },
      {
        ...everyone,
        url: '/guest/probe/public',
        visitors: true,
        handler: () => new Response('x', { headers: { 'cache-control': 'public, max-age=60' } }),
      },
      {
        ...everyone,
        url: '/guest/probe/drawn',
        visitors: true,
        handler: () => file(import.meta.filename, { maxAge: 60 }),
      },
      { ...everyone, url: '/guest/probe/file', handler: () => file(import.meta.filename, { maxAge: 60 }) },
    ],
    async start(host: PluginHost) {
      limiter = host.rateLimiter({ key: 'own', max: 2, timeWindow: 60_000 });
      await host.subscribe('visitor-signed-in', ({ visitor }, { isOwn }) => {
        heard.push({ visitor, isOwn });
        if (failing) throw new Error('out of order');
      });
    },
  });
};

eachDatabase((name, _open, place) => {
  describe('a visitor', () => {
    let where: Place;
    let server: TestServer;
    let other: TestServer;
    let now = 1_800_000_000;
    const start = (...examples: readonly ServerPlugin[]) =>
      startServer(where, {
        plugins: [...examples, guests, probe()],
        resources: [customers, questions, guests].flatMap((each) => each.resources!),
        config: { trustProxy: '127.0.0.1' },
        now: () => now,
      });
    beforeAll(async () => {
      where = await place();
      server = await start(customers, questions);
      other = name === 'postgres' ? await start(await secondOf('customers.ts'), await secondOf('visitors.ts')) : server;
      await server.app.gate.rows('guest').add({ username: 'ada', password: secret });
      await server.app.gate.rows('customer').add({ username: 'ann', password: secret });
      heard = [];
    });
    afterAll(async () => {
      await server.close();
      if (other !== server) await other.close();
    });

    const get = (address: string, headers: Record<string, string> = {}, at = server): Promise<Answered> =>
      at.request('GET', `/api${address}`, { headers });
    const post = (address: string, body: object, headers: Record<string, string> = {}, at = server) =>
      at.request('POST', `/api${address}`, { body: { ...body }, headers });
    const cookieOf = ({ headers }: Answered): string | undefined => headers['set-cookie']?.[0];
    const sent = (answer: Answered): string => cookieOf(answer)!.split(';')[0]!;
    const idOf = (answer: Answered) => answer.json.data['id'] as string;
    const arrive = async (ip = '203.0.113.1') => {
      const answer = await get('/guest/probe/known', { 'x-forwarded-for': ip });
      return { cookie: sent(answer), id: idOf(answer) };
    };
    const signIn = () => post('/guest/session/login', { username: 'ada', password: secret });

    it('has an identity from the first call of a route that gives one, on every instance', async () => {
      const first = await get('/guest/probe/known');
      expect(first.json.data).toEqual({ realm: 'visitor', id: expect.stringMatching(/^[\w-]{22}$/), isNew: true });
      expect(cookieOf(first)).toMatch(
        /^visitor=[\w-]{22}\.\w+\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
      );
      const cookie = sent(first);
      for (const at of [server, other])
        for (const url of ['/guest/probe/known', '/guest/probe/plain']) {
          const again = await get(url, { cookie: `a=b; ${cookie}; visitor=other` }, at);
          expect([again.json.data, cookieOf(again)]).toEqual([
            { realm: 'visitor', id: idOf(first), isNew: false },
            undefined,
          ]);
        }
      expect(idOf(await get('/guest/probe/known'))).not.toBe(idOf(first));
    });

    it('has none where no route gives one', async () => {
      const plain = await get('/guest/probe/plain');
      expect([plain.json.data, cookieOf(plain)]).toEqual([{ realm: 'visitor' }, undefined]);
      expect(cookieOf(await get('/common/clickCaptcha'))).toBeUndefined();
    });

    it('is nobody by a cookie that is not ours, or is over', async () => {
      const { cookie, id } = await arrive();
      const [value] = cookie.split('=').slice(1) as [string];
      const [, end, signature] = value.split('.') as [string, string, string];
      const wrong = [
        '',
        value.slice(1),
        `${'A'.repeat(22)}.${end}.${signature}`,
        `${id}.zzzzzzz.${signature}`,
        `${id}.${end}.${signature.toLowerCase()}`,
        `${id}.${end}.`,
        'x'.repeat(5000),
        '%00',
      ];
      for (const each of wrong) {
        const answer = await get('/guest/probe/known', { cookie: `visitor=${each}` });
        expect([each, answer.json.data['isNew']]).toEqual([each, true]);
        expect(idOf(answer)).not.toBe(id);
      }
      now += year;
      expect(idOf(await get('/guest/probe/known', { cookie }))).not.toBe(id);
    });

    it('is known for longer while they come back', async () => {
      const { cookie, id } = await arrive();
      now += year / 2 - 10;
      expect(cookieOf(await get('/guest/probe/plain', { cookie }))).toBeUndefined();
      now += 20;
      const later = await get('/guest/probe/plain', { cookie });
      expect(idOf(later)).toBe(id);
      now += year - 100;
      expect(idOf(await get('/guest/probe/known', { cookie: sent(later) }))).toBe(id);
    });

    it('goes by HTTPS alone where the site does', async () => {
      const answer = await get('/guest/probe/known', { 'x-forwarded-proto': 'https' });
      expect(cookieOf(answer)).toMatch(/; Secure$/);
    });

    it('stands in no answer that others may be given', async () => {
      const { headers } = await get('/guest/probe/public');
      expect([headers['cache-control'], headers['set-cookie']?.length]).toEqual(['no-store', 1]);
      const { cookie } = await arrive();
      expect((await get('/guest/probe/public', { cookie })).headers['cache-control']).toBe('public, max-age=60');
      expect((await get('/guest/probe/file', { cookie })).headers['cache-control']).toMatch(/^private/);
      // Who is signed in is no visitor; what is drawn for each is theirs all the same.
      const { token: own } = (await signIn()).json.data['userInfo'] as { token: string };
      expect((await get('/guest/probe/drawn', { 'x-guest-token': own })).headers['cache-control']).toMatch(/^private/);
      expect((await get('/guest/probe/file')).headers['cache-control']).toMatch(/^public/);
    });

    it('is none who is signed in', async () => {
      const { token } = (await signIn()).json.data['userInfo'] as { token: string };
      const { cookie } = await arrive();
      for (const url of ['/guest/probe/known', '/guest/probe/inside']) {
        const answer = await get(url, { 'x-guest-token': token, cookie });
        expect([answer.json.data, cookieOf(answer)]).toEqual([{ realm: 'guest' }, undefined]);
      }
    });

    it('is told of when they sign in, to the instance that does it, and is another one afterwards', async () => {
      const { cookie, id } = await arrive();
      const wrong = await post('/guest/session/login', { username: 'ada', password: 'Wrong-123' }, { cookie });
      expect([wrong.json.code, cookieOf(wrong)]).toEqual([0, undefined]);
      const answer = await post('/guest/session/login', { username: 'ada', password: secret }, { cookie });
      expect(cookieOf(answer)).toBe('visitor=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
      expect(cookieOf(await signIn())).toBeUndefined();
      expect(heard.filter(({ visitor }) => visitor === id)).toEqual([{ visitor: id, isOwn: true }]);
    });

    it('stays one who signs in to the back office', async () => {
      const { cookie, id } = await arrive();
      const answer = await post('/admin/Index/login', { username: 'admin', password }, { cookie });
      expect([answer.json.code, cookieOf(answer)]).toEqual([1, undefined]);
      expect(heard.filter(({ visitor }) => visitor === id)).toEqual([]);
    });

    it('stays one where what is theirs could not be handed over, until it is at the next sign-in', async () => {
      const { cookie, id } = await arrive();
      const login = () => post('/guest/session/login', { username: 'ada', password: secret }, { cookie });
      failing = true;
      const kept = await login();
      failing = false;
      expect([kept.json.code, cookieOf(kept)]).toEqual([1, undefined]);
      expect(server.logged.join('')).toContain('its subscriber of \\"visitor-signed-in\\": out of order');
      expect(cookieOf(await login())).toMatch(/^visitor=; /);
      expect(heard.filter(({ visitor }) => visitor === id)).toHaveLength(2);
    });

    it('hands over what is theirs when they sign in by a route of a plugin', async () => {
      const { cookie } = await arrive();
      const stranger = await arrive();
      const ask = (text: string, by: string) => post('/customer/questions/add', { text }, { cookie: by }, other);
      await ask('Is it green?', cookie);
      await ask('Is it blue?', stranger.cookie);
      const list = async (headers: Record<string, string>) =>
        (await get('/customer/questions/index', headers)).json.data as unknown;
      expect([await list({ cookie }), await list({ cookie: stranger.cookie }), await list({})]).toEqual([
        ['Is it green?'],
        ['Is it blue?'],
        [],
      ]);
      const { json, headers } = await post('/customer/session/add', { username: 'ann', password: secret }, { cookie });
      expect(headers['set-cookie']?.[0]).toMatch(/^visitor=; /);
      const { token } = json.data['userInfo'] as { token: string };
      expect(await list({ 'x-customer-token': token })).toEqual(['Is it green?']);
      expect([await list({ cookie }), await list({ cookie: stranger.cookie })]).toEqual([[], ['Is it blue?']]);
    });

    it.each(['limited', 'own'])('has limits of their own and of their address (%s)', async (route) => {
      const ip = route === 'own' ? '198.51.100.90' : '198.51.100.91';
      const url = `/guest/probe/${route}`;
      const ask = async (cookie?: string, at = server) =>
        (await get(url, { 'x-forwarded-for': ip, ...(cookie && { cookie }) }, at)).status;
      // Who comes without an identity counts for the address.
      expect([await ask(), await ask(undefined, other), await ask()]).toEqual([200, 200, 429]);
      const [one, next] = [await arrive(ip), await arrive(ip)];
      expect([await ask(one.cookie), await ask(one.cookie, other), await ask(one.cookie)]).toEqual([200, 200, 429]);
      expect(await ask(next.cookie)).toBe(200);
      // Many of one address have ten times as much together, of which four tries are gone.
      const more = [];
      for (let each = 0; each < 18; each += 1)
        more.push(await ask((await arrive(ip)).cookie, each % 2 ? server : other));
      expect([more.filter((status) => status === 200).length, more.at(-1)]).toEqual([16, 429]);
      now += 60;
      expect(await ask(one.cookie)).toBe(200);
    });
  });
});

describe('visitors of a route', () => {
  it('are of everyone only', () => {
    const route = { method: 'GET', url: '/a/b', node: 'signed-in', visitors: true, handler: () => 1 };
    expect(() => checkRoute(route)).toThrow(/^visitors: only a route for everyone has any\./);
    expect(() => checkRoute({ ...route, node: 'everyone', visitors: 'yes' })).toThrow(/visitors/);
  });
});
