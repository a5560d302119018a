import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, file, type PluginHost, type PluginRequest } from '#plugin';
import type { Caller } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let host: PluginHost;
const whoAsks = ({ caller, query, params }: PluginRequest): unknown => ({
  realm: caller.realm,
  name: caller.username,
  query,
  params,
});
const get = { method: 'GET', node: 'callers/page/index', handler: whoAsks } as const;

const callers = definePlugin({
  name: 'callers',
  menu: [{ path: 'callers/page', label: 'Callers', buttons: { index: 'View' } }],
  routes: [
    { ...get, url: '/admin/callers.photo/:id', signed: true },
    { ...get, url: '/admin/callers.open/:id', node: 'everyone', signed: true },
    { ...get, url: '/admin/callers.poster', node: 'everyone', signed: true, handler: () => file(import.meta.filename) },
    { ...get, url: '/admin/callers.film', signed: true, handler: () => file(import.meta.filename) },
    { ...get, url: '/admin/callers.plain/:id' },
    { ...get, url: '/admin/callers.query/index', tokenInQuery: true },
    {
      ...get,
      url: '/admin/callers.breaks/index',
      tokenInQuery: true,
      handler: () => Promise.reject(new Error('broke')),
    },
    { ...get, url: '/ajax/suffix', realm: 'guest', node: 'signed-in', tokenInQuery: true },
    { ...get, url: '/ajax/guest', realm: 'guest', node: 'signed-in' },
    { ...get, url: '/ajax/member', realm: 'member', node: 'signed-in' },
    {
      ...get,
      url: '/v1/models',
      root: true,
      bearer: (token) => {
        if (token === 'breaks') throw new Error('the keys are away');
        if (token === 'hangs') return new Promise(() => {});
        return token === 'key-of-reader'
          ? { realm: 'admin', id: readerId }
          : token === 'key-of-root'
            ? { realm: 'admin', id: 1 }
            : undefined;
      },
      errorHandler: ({ status, code, message, requestId }) =>
        Response.json({ error: { message, type: `http_${status}`, code, request_id: requestId } }, { status }),
      handler: ({ caller }) => Response.json({ object: 'list', data: [{ id: caller.username }] }),
    },
    {
      ...get,
      url: '/v1/open',
      root: true,
      node: 'everyone',
      bearer: () => undefined,
      errorHandler: ({ status, message }) => Response.json({ error: message }, { status }),
    },
    { ...get, method: 'POST', url: '/admin/callers.page/send' },
    {
      method: 'POST',
      url: '/v1/messages',
      root: true,
      node: 'everyone',
      body: { limit: 100 },
      rateLimit: { max: 3, timeWindow: 60_000 },
      errorHandler: ({ status, message }) => Response.json({ error: message }, { status }),
      handler({ body }) {
        if (body['throw']) throw new Error('the model broke at /root/secret');
        return Response.json({ echo: body });
      },
    },
  ],
  start(given) {
    host = given;
  },
});
let readerId = 0;

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let now = 1_800_000_000;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    server = await startServer(await place(), {
      plugins: [guests, callers],
      resources: guests.resources!,
      limits: { hook: 1500 },
      now: () => now,
    });
    const { gate } = server.app;
    await addPerson(gate, 'Reader', 'Secret-123', ['callers/page/index']);
    await addPerson(gate, 'Stranger', 'Secret-123', []);
    readerId = (await gate.rows('admin').list({ username: 'Reader' }))[0]!.id;
    await gate.rows('guest').add({ username: 'ann', password: 'Secret-123' });
    for (const name of ['Reader', 'Stranger']) tokens[name] = await server.signIn(name, 'Secret-123');
    const { json } = await server.request('POST', '/api/guest/session/login', {
      body: { username: 'ann', password: 'Secret-123' },
    });
    tokens['ann'] = (json.data['userInfo'] as { token: string }).token;
  });
  afterAll(() => server?.close());
  const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    server.request(method, url, { headers, mayFail: true });
  /** As a handler has one of a request; only whose it is counts. */
  const callerOf = async (id: number): Promise<Caller> => {
    const [row] = await server.app.gate.rows('admin').list({ id });
    return { realm: 'admin', id: row!.id, username: row!.username } as Caller;
  };

  describe('a signed address', () => {
    it('lets in whom it was made for, with the rights of now, as often as they like, ranges too', async () => {
      const url = await host.signedUrl('/api/admin/callers.photo/7?width=200', { caller: await callerOf(readerId) });
      for (let n = 0; n < 2; n += 1) {
        const { json } = await ask(url);
        expect(json).toMatchObject({
          code: 1,
          data: { realm: 'admin', name: 'Reader', query: { width: '200' }, params: { id: '7' } },
        });
        expect(Object.keys(json.data['query'] as object)).toEqual(['width']);
      }
      const film = await host.signedUrl('/api/admin/callers.film', { caller: await callerOf(readerId) });
      const part = await ask(film, { range: 'bytes=0-5' });
      expect([part.status, part.text, part.headers['cache-control']]).toEqual([206, 'import', 'private, no-cache']);
    });

    it('lets nobody else in than its person may, and nobody without', async () => {
      const [stranger] = await server.app.gate.rows('admin').list({ username: 'Stranger' });
      const url = await host.signedUrl('/api/admin/callers.photo/7', { caller: await callerOf(stranger!.id) });
      expect((await ask(url)).json.code).toBe(401);
      expect((await ask('/api/admin/callers.photo/7')).json.code).toBe(302);
      expect((await ask('/api/admin/callers.photo/7', { batoken: tokens['Reader']! })).json.code).toBe(1);
      const anyone = await host.signedUrl('/api/admin/callers.photo/7');
      expect((await ask(anyone)).status).toBe(403);
      expect((await ask('/api/admin/callers.open/7')).status).toBe(403);
      expect((await ask(await host.signedUrl('/api/admin/callers.open/7'))).json).toMatchObject({
        code: 1,
        data: { realm: 'visitor' },
      });
    });

    it('is good for exactly what was signed, and for a while', async () => {
      const url = await host.signedUrl('/api/admin/callers.open/7?a=1', { seconds: 60 });
      const signature = /signature=(.*)$/.exec(url)![1]!;
      const changed = [
        url.replace('open/7', 'open/8'),
        url.replace('a=1', 'a=2'),
        url.replace('a=1', 'a=1&b=2'),
        url.replace(/expires=\d+/, 'expires=99999999999'),
        url.replace('&signature', '&for=admin.1&signature'),
        url.replace(signature, `${signature.slice(1)}A`),
        url.replace(`&signature=${signature}`, '&signature='),
        url.replace(`&signature=${signature}`, '&signature[]=x'),
        `${url}&x=1`,
        `${url}&signature=${signature}`,
      ];
      for (const each of changed) expect([each, (await ask(each)).status]).toEqual([each, 403]);
      const plain = await host.signedUrl('/api/admin/callers.plain/7', { caller: await callerOf(readerId) });
      expect((await ask(plain)).json.code).toBe(302);
      now += 59;
      expect((await ask(url)).status).toBe(200);
      now += 61;
      expect((await ask(url)).status).toBe(403);
    });

    it('lets nobody between keep what only its address opens', async () => {
      const address = await host.signedUrl('/api/admin/callers.poster');
      expect((await ask(address)).headers['cache-control']).toBe('private, no-cache');
    });

    it('is the same for a while, so that browsers keep what they have', async () => {
      const first = await host.signedUrl('/api/admin/callers.open/7', { seconds: 3600 });
      now += 1;
      expect(await host.signedUrl('/api/admin/callers.open/7', { seconds: 3600 })).toBe(first);
    });

    it('is of this site, and lasts a day at the most', async () => {
      for (const address of ['https://other.example/', 'api/x', '/a b', ''])
        await expect(host.signedUrl(address)).rejects.toThrow('signedUrl: ');
      for (const seconds of [0, -1, 1.5, NaN, 86_401])
        await expect(host.signedUrl('/api/x', { seconds })).rejects.toThrow('signedUrl: seconds');
    });

    it('ends with the account', async () => {
      const { gate } = server.app;
      await addPerson(gate, 'Leaver', 'Secret-123', ['callers/page/index']);
      const [row] = await gate.rows('admin').list({ username: 'Leaver' });
      const at = ['photo', 'open'].map(async (name) =>
        host.signedUrl(`/api/admin/callers.${name}/7`, { caller: await callerOf(row!.id) }),
      );
      const urls = await Promise.all(at);
      expect((await ask(urls[0]!)).json.code).toBe(1);
      await gate.rows('admin').edit(row!.id, { status: 0 });
      for (const url of urls) expect((await ask(url)).status).toBe(403);
    });
  });

  describe('a token in the query', () => {
    it('counts where the route says so, and there only', async () => {
      const token = tokens['Reader']!;
      const { json } = await ask(`/api/admin/callers.query/index?command=x&batoken=${token}&server=1`);
      expect(json).toMatchObject({ code: 1, data: { name: 'Reader', query: { command: 'x', server: '1' } } });
      expect(JSON.stringify(json)).not.toContain(token);
      expect((await ask(`/admin/callers.query/index?batoken=${token}&server=1`)).json.code).toBe(1);
      for (const url of ['/api/admin/callers.plain/7', '/api/admin/admin/index', '/api/admin/Index/index'])
        expect([url, (await ask(`${url}?batoken=${token}`)).json.code]).toEqual([url, 302]);
      for (const wrong of ['', 'x', 'x'.repeat(43), `${token}%00`])
        expect((await ask(`/api/admin/callers.query/index?batoken=${wrong}`)).json.code).toBe(302);
      expect((await ask(`/api/admin/callers.query/index?batoken[]=${token}`)).json.code).toBe(302);
      expect((await ask(`/api/admin/callers.query/index?batoken=${tokens['Stranger']}`)).json.code).toBe(401);
      expect((await ask(`/api/admin/callers.query/index?batoken=${tokens['ann']}`)).json.code).toBe(302);
    });

    it('of another realm goes by the name of its header, or that of the specification', async () => {
      for (const name of ['x-guest-token', 'batoken'])
        expect((await ask(`/api/ajax/suffix?${name}=${tokens['ann']}`)).json).toMatchObject({
          code: 1,
          data: { realm: 'guest', name: 'ann', query: {} },
        });
      expect((await ask(`/api/ajax/suffix?batoken=${tokens['Reader']}`)).json.code).toBe(302);
    });

    it('is in no line of the log, whatever becomes of the request', async () => {
      const token = tokens['Reader']!;
      expect((await ask(`/api/admin/callers.breaks/index?batoken=${token}`)).status).toBe(500);
      await ask(`/api/admin/callers.query/index?batoken=${token}`, {}, 'POST');
      await ask(`/api/admin/callers.query/nowhere?batoken=${token}`);
      await ask(`/api/admin/callers.query/index?batoken=${token}&a[999999999]=1`);
      const rows = await server.app.gate.rows('security_log' as never).list();
      expect(server.logged.join('') + JSON.stringify(rows)).toContain(
        'plugin callers: the route GET /admin/callers.breaks/index',
      );
      for (const each of Object.values(tokens)) {
        expect(server.logged.join('')).not.toContain(each);
        expect(JSON.stringify(rows)).not.toContain(each);
      }
      expect(server.logged.join('')).not.toMatch(/signature=/);
    });
  });

  describe('a realm', () => {
    it('is the one that the route names, wherever its address is', async () => {
      expect((await ask('/api/ajax/guest', { 'x-guest-token': tokens['ann']! })).json.data).toMatchObject({
        name: 'ann',
      });
      expect((await ask('/api/ajax/guest', { batoken: tokens['Reader']! })).json.code).toBe(302);
      expect((await ask('/api/ajax/guest')).json).toMatchObject({ code: 302, data: { routePath: '/guest/login' } });
    });

    it('that no plugin has brought yet is waited for: there is no such address', async () => {
      expect((await ask('/api/ajax/member')).status).toBe(404);
      expect(server.logged.join('')).toContain('plugin callers: route GET /ajax/member waits for the realm');
    });
  });

  it('what is refused is in the security log, and what is done in that of the administrators', async () => {
    const send = async (token: string) =>
      (await server.request('POST', '/api/admin/callers.page/send', { token, body: { text: 'x' } })).json.code;
    expect([await send(tokens['Stranger']!), await send(tokens['Reader']!)]).toEqual([401, 1]);
    const { gate } = server.app;
    await expect
      .poll(() => gate.rows('security_log').list({ kind: 'forbidden', target: '/admin/callers.page/send' }))
      .toMatchObject([{ username: 'Stranger', outcome: 'refused' }]);
    await expect
      .poll(() => gate.rows('admin_log').list({ url: '/admin/callers.page/send' }))
      .toMatchObject([{ username: 'Reader', data: '{"text":"x"}' }]);
  });

  describe('an API of others', () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const errorIn = (text: string) =>
      (JSON.parse(text) as { error: { type: string; code: number; message: string } }).error;

    it('is below the root, without the envelope, with tokens of its own and the rights of whose they are', async () => {
      const { status, text } = await ask('/v1/models', bearer('key-of-reader'));
      expect([status, JSON.parse(text)]).toEqual([200, { object: 'list', data: [{ id: 'Reader' }] }]);
      const { gate } = server.app;
      const [group] = await gate.rows('admin_group').list({ name: 'Group of Reader' });
      const rules = group!.rule_ids;
      await gate.rows('admin_group').edit(group!.id, { rule_ids: [] });
      expect((await ask('/v1/models', bearer('key-of-reader'))).status).toBe(403);
      await gate.rows('admin_group').edit(group!.id, { rule_ids: rules });
      expect((await ask('/v1/models', bearer('key-of-root'))).status).toBe(200);
    });

    it('refuses as it says itself', async () => {
      for (const headers of [{}, bearer('unknown'), { authorization: 'Basic eA==' }, { batoken: tokens['Reader']! }]) {
        const { status, text } = await ask('/v1/models', headers as Record<string, string>);
        expect([status, errorIn(text).type, errorIn(text).code]).toEqual([401, 'http_401', 401]);
      }
      const { status, text } = await ask('/v1/models', bearer('breaks'));
      expect([status, errorIn(text).type, errorIn(text).code]).toEqual([500, 'http_500', 0]);
      expect(server.logged.join('')).toContain('plugin callers: the route GET /v1/models: the keys are away');
      expect((await ask('/v1/models', bearer('hangs'))).status).toBe(503);
    });

    it('that is open to everyone asks nobody for a token, and believes none that is wrong', async () => {
      expect((await ask('/v1/open')).json).toMatchObject({ data: { realm: 'visitor' } });
      expect((await ask('/v1/open', bearer('unknown'))).status).toBe(401);
    });

    it('refuses what it cannot read the same way', async () => {
      const post = (body: string, type = 'application/json') =>
        server.request('POST', '/v1/messages', { body, headers: { 'content-type': type }, mayFail: true });
      expect(JSON.parse((await post('{"a":1}')).text)).toEqual({ echo: { a: 1 } });
      for (const [body, type, expected] of [
        ['{', 'application/json', 400],
        [`"${'x'.repeat(200)}"`, 'application/json', 413],
        ['x', 'text/plain', 415],
        ['{"throw":1}', 'application/json', 500],
        ['{}', 'application/json', 200],
        ['{}', 'application/json', 429],
      ] as const) {
        const { status, text } = await post(body, type);
        expect([body, status, Object.keys(JSON.parse(text) as object)]).toEqual([
          body,
          expected,
          [expected === 200 ? 'echo' : 'error'],
        ]);
        expect(text).not.toContain('/root');
      }
    });
  });
});
