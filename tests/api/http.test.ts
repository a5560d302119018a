import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { temporaryFolder } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const open = { node: 'everyone' } as const;
const seconds = (): number => Math.floor(Date.now() / 1000);
let slowBegan = 0;
/** Says what arrives, fails as nobody expects, and takes its time. */
const echo = definePlugin({
  name: 'echo',
  routes: [
    {
      ...open,
      method: 'GET',
      url: '/admin/echo/get',
      handler: ({ query, caller }) => ({ query, ip: caller.ip, language: caller.language, realm: caller.realm }),
    },
    { ...open, method: 'POST', url: '/admin/echo/post', handler: ({ body }) => ({ body }) },
    {
      ...open,
      method: 'GET',
      url: '/admin/echo/fail',
      handler: () => {
        throw new Error(`select secret from admin where x\n    at ${import.meta.filename}:1`);
      },
    },
    {
      ...open,
      method: 'GET',
      url: '/admin/echo/slow',
      handler: async () => {
        slowBegan = seconds();
        while (seconds() === slowBegan) await sleep(10);
      },
    },
    { ...open, method: 'POST', url: '/admin/echo.note/index', handler: () => 'posted' },
    { method: 'GET', url: '/api/echo/get', node: 'everyone', handler: () => ({ whole: true }) },
  ],
});

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { plugins: [echo] });
});
afterAll(() => server?.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const get = '/api/admin/echo/get';
const post = '/api/admin/echo/post';

describe('envelope', () => {
  it('has four keys, and the time at which the request began', async () => {
    // A request that begins with the second may be told a millisecond earlier: it is a clock's time without what has passed by another.
    const before = Math.floor((Date.now() - 1) / 1000);
    const { json: answer, headers, status } = await server.request('GET', '/api/admin/echo/slow');
    expect(Object.keys(answer).toSorted()).toEqual(['code', 'data', 'msg', 'time']);
    expect(answer).toMatchObject({ code: 1, msg: '', data: null });
    expect(answer.time).toBeGreaterThanOrEqual(before);
    expect(answer.time).toBeLessThanOrEqual(slowBegan);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
  });

  it.each([
    ['GET', '/api/no/such', 404],
    ['GET', '/nowhere', 404],
    ['GET', '/api/admin/no.such/index', 302],
    ['POST', get, 405],
    ['GET', post, 405],
    ['PUT', post, 405],
    ['OPTIONS', post, 405],
    ['TRACE', get, 405],
    ['HEAD', post, 405],
    ['PROPFIND', get, 404],
    ['GET', '/api/admin%2Fecho%2Fget', 404],
    ['GET', '/api/admin/echo/get/', 1],
    ['GET', '//api//admin/echo/get', 1],
    ['GET', '/api/admin/echo%252fget', 404],
    ['GET', '/api/admin/%c0%af/index', 400],
    ['GET', '/api/admin/%/index', 400],
    ['GET', `/api/admin/${'x'.repeat(300)}/index`, 414],
    ['GET', '/api/../../etc/passwd', 404],
    ['GET', '/assets/../package.json', 404],
    ['GET', '/assets/%2e%2e/package.json', 404],
    ['GET', '/api/admin/echo/get;a=1', 404],
    ['GET', '/api/admin/echo/get%00', 404],
  ])('answers %s %s with %i', async (method, url, expected) => {
    const { status, text, headers } = await server.request(method, url);
    const code = method === 'HEAD' ? status : status === 200 ? (JSON.parse(text) as { code: number }).code : status;
    expect(code).toBe(expected);
    if (method !== 'HEAD')
      expect(JSON.parse(text)).toMatchObject({ msg: expect.any(String) as string, time: expect.any(Number) as number });
    expect(headers['cache-control']).toBe('no-store');
    if (status === 404 && method !== 'HEAD')
      expect((JSON.parse(text) as { msg: string }).msg).toBe(`Request address error: ${url}`);
    if (status === 405) expect(headers.allow).toBe(url === get ? 'GET, HEAD' : 'POST');
  });

  it.each([post, `${post}/`, '//api/ADMIN/echo//POST', '/api/admin/e%63ho/post?a=/x'])(
    'refuses other methods at %s, however it is written',
    async (url) => {
      const { status, headers } = await server.request('DELETE', url);
      expect([status, headers.allow]).toEqual([405, 'POST']);
    },
  );

  it('leaves the methods that a route of a plugin does not know to the lists of tables', async () => {
    const list = '/api/admin/echo.note/index';
    expect((await server.request('POST', list)).json).toMatchObject({ code: 1, data: 'posted' });
    expect((await server.request('GET', list)).json.code).toBe(302);
    const { status, headers } = await server.request('DELETE', list);
    expect([status, headers.allow]).toEqual([405, 'POST, GET, HEAD']);
  });

  it('names an address that is none without its parameters, and not all of a long one', async () => {
    const refusal = async (url: string) => (await server.request('GET', url)).json.msg;
    expect(await refusal('/api/no/such?batoken=CANARY')).toBe('Request address error: /api/no/such');
    expect(await refusal(`/api/no/${'x'.repeat(150)}/${'y'.repeat(150)}`)).toHaveLength(
      'Request address error: '.length + 200,
    );
  });

  it('answers HEAD as GET, without a body', async () => {
    const { status, text, headers } = await server.request('HEAD', get);
    expect([status, text, headers['content-type']]).toEqual([200, '', 'application/json; charset=utf-8']);
  });

  it('says of an unforeseen error that there was one, and no more; the log has it under the pattern of the route', async () => {
    const {
      status,
      headers,
      json: answer,
    } = await server.request('GET', '/api/admin/echo/fail?batoken=CANARY', { mayFail: true });
    const id = headers['x-request-id'] as string;
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect([status, answer.code, answer.msg, answer.data]).toEqual([
      500,
      0,
      `Server internal error! (request ${id})`,
      { request_id: id },
    ]);
    expect(
      server.logged.filter(
        (line) => line.includes('select secret') && line.includes('/api/admin/echo/fail') && line.includes(id),
      ),
    ).toHaveLength(1);
  });
});

describe('addresses', () => {
  it.each([
    '/api/admin/echo/get',
    '/admin/echo/get',
    '/api/api/admin/echo/get',
    '/API/admin/Echo/GET',
    '/admin/ECHO/Get',
    'http://elsewhere.example/api/admin/echo/get',
    'http://elsewhere.example/admin/echo/get',
  ])('%s is the call of the back office', async (url) => {
    expect((await server.request('GET', url)).json).toMatchObject({ code: 1, data: { realm: 'visitor' } });
  });

  it.each(['/api/echo/get', '/api/api/echo/get', '/API/ECHO/GET'])(
    '%s is the whole path of the specification',
    async (url) => {
      expect((await server.request('GET', url)).json).toMatchObject({ code: 1, data: { whole: true } });
    },
  );

  it('calls without the header are told from pages by what they accept and by the parameter', async () => {
    const raw = (path: string, accept: string): Promise<string> =>
      server.raw(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`);
    expect(await raw('/admin/echo/get', 'application/json, text/plain, */*')).toContain('"realm":"visitor"');
    expect(await raw('/admin/echo/get?server=1', 'text/html')).toContain('"realm":"visitor"');
    expect(await raw('/admin/echo/get', 'text/html')).not.toContain('"realm"');
  });
});

describe('query strings', () => {
  const asked = async (text: string): Promise<unknown> =>
    (await server.request('GET', `${get}?${text}`)).json.data?.['query'];

  it('reads brackets as the protocol writes them', async () => {
    const [field, values] = ['search[0][field]=a&search[0][operator]=IN', 'search[0][val][0]=1&search[0][val][1]=x+y'];
    expect(await asked(`${field}&${values}&ids[]=3&ids[]=4&flag=true`)).toEqual({
      search: [{ field: 'a', operator: 'IN', val: ['1', 'x y'] }],
      ids: ['3', '4'],
      flag: 'true',
    });
    expect(await asked(`ids[]=${Array.from({ length: 400 }, (_, index) => index).join('&ids[]=')}`)).toMatchObject({
      ids: { length: 400 },
    });
  });

  it.each([
    ['a list of a billion', 'a[999999999]=1'],
    ['2,001 parameters', Array.from({ length: 2001 }, (_, index) => `k${index}=1`).join('&')],
    ['501 values', 'a[]=1&'.repeat(501)],
    ['six levels', 'a[b][c][d][e][f][g]=1'],
  ])('refuses %s', async (_name, text) => {
    const { status, json: answer } = await server.request('GET', `${get}?${text}`);
    expect([status, answer.code, answer.msg]).toEqual([400, 0, 'Parameters incorrect!']);
  });

  it.each([
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'a[__proto__][x]=1',
    'toString=1',
    '%',
    '%ff=%ff',
    'a=%00',
    '=&=&[]=1',
    '[',
    'a[=1',
    ']a[=1',
  ])('survives %s', async (text) => {
    expect((await server.request('GET', `${get}?${text}`)).json.code).toBe(1);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('bodies', () => {
  it('come as JSON or urlencoded, with the same meaning', async () => {
    const body = { a: 'x', search: [{ field: 'b' }] };
    expect((await server.request('POST', post, { body })).json.data).toEqual({ body });
    expect((await server.request('POST', post, { body: 'a=x&search[0][field]=b', headers: form })).json.data).toEqual({
      body,
    });
    expect((await server.request('POST', post)).json.data).toEqual({ body: {} });
  });

  it.each([
    ['1 MB and more', JSON.stringify({ a: 'x'.repeat(1_048_577) }), json, 413],
    ['10 MB', JSON.stringify({ a: 'x'.repeat(10_000_000) }), json, 413],
    ['100,000 levels', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), json, 400],
    ['a key twice', '{"a":1,"a":2}', json, 400],
    ['a prototype', '{"__proto__":{"super":true}}', json, 400],
    ['a megabyte of open strings', '\\"'.repeat(500_000), json, 400],
    ['a cut text', '{"a":"b', json, 400],
    ['a list', '[1]', json, 400],
    ['plain text', '{"a":1}', { 'content-type': 'text/plain' }, 415],
    ['no type', '{"a":1}', {}, 415],
    ['a wrong type', '{"a":1}', { 'content-type': 'application/xml' }, 415],
    ['files', 'x', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['what is packed', 'x', { ...json, 'content-encoding': 'gzip' }, 415],
    ['a form over the limits', 'a[999999999]=1', form, 400],
    ['a deep form', 'a[b][c][d][e][f][g]=1', form, 400],
  ])('refuses %s', async (_name, body, headers, expected) => {
    const { status, json: answer } = await server.request('POST', post, { body, headers: { ...headers } });
    expect([status, answer.code]).toEqual([expected, 0]);
    expect(answer.msg).not.toBe('');
  });

  it('refuses bytes that are no UTF-8', async () => {
    const answer = await server.raw(
      `POST ${post} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{"a":"\u00ff"}`,
    );
    expect(answer).toContain('400 Bad Request');
  });
});

describe('language', () => {
  it.each([
    ['en', {}, 'en'],
    ['zh-cn', {}, 'zh-cn'],
    ['EN', {}, 'zh-cn'],
    ['../../etc/passwd', {}, 'zh-cn'],
    ['x'.repeat(10_000), {}, 'zh-cn'],
    ['', { lang: 'en' }, 'zh-cn'],
  ])('%.20s is spoken as it should', async (header, query, expected) => {
    expect((await server.request('GET', get, { query, headers: { 'think-lang': header } })).json.data['language']).toBe(
      expected,
    );
  });

  it('several headers, or none and a list in the query, are Chinese; a plain parameter counts', async () => {
    expect((await server.request('GET', get, { headers: { 'think-lang': ['en', 'en'] } })).json.data['language']).toBe(
      'zh-cn',
    );
    const plain = async (query: string): Promise<string> =>
      await server.raw(`GET ${get}?${query} HTTP/1.1\r\nhost: x\r\nserver: true\r\nconnection: close\r\n\r\n`);
    expect(await plain('lang=en')).toContain('"language":"en"');
    expect(await plain('lang[]=en')).toContain('"language":"zh-cn"');
  });
});

describe('tokens', () => {
  it.each(['garbage', 'x'.repeat(10_000), '', ' ', '../../..', "' or 1=1 --", `${'a'.repeat(43)}`])(
    '%.12s is a token that nobody has',
    async (token) => {
      const { json: answer } = await server.request('GET', '/api/admin/Index/index', { token });
      expect(answer).toMatchObject({
        code: 302,
        data: { routePath: '/admin/login', routeName: 'adminLogin', type: 'need login' },
      });
    },
  );

  it('counts in the header of its realm only', async () => {
    const token = await server.signIn();
    const code = async (headers: Record<string, string | string[]>): Promise<number> =>
      (await server.request('GET', '/api/admin/Index/index', { headers })).json.code;
    expect(await code({ batoken: token })).toBe(1);
    expect(await code({ 'ba-user-token': token })).toBe(302);
    expect(await code({ batoken: 'garbage', 'ba-user-token': token })).toBe(302);
    expect(await code({ batoken: token, 'ba-user-token': 'garbage' })).toBe(1);
    expect(await code({ batoken: [token, token] })).toBe(302);
    expect((await server.request('GET', '/api/admin/Index/index', { query: { batoken: token } })).json.code).toBe(302);
  });

  it('with NUL or a megabyte long ends the request', async () => {
    const raw = (token: string): Promise<string> =>
      server.raw(`GET ${get} HTTP/1.1\r\nhost: x\r\nbatoken: ${token}\r\nconnection: close\r\n\r\n`);
    expect(await raw('a\0b')).toContain('400 Bad Request');
    expect(await raw('x'.repeat(1_048_576))).toContain('431 Request Header');
    expect(await server.raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":0/);
  });
});
