import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { temporaryFolder } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const echo = definePlugin({
  name: 'echo',
  routes: [
    {
      node: 'everyone',
      method: 'POST',
      url: '/admin/echo/post',
      handler: ({ body }) => ({ count: Object.keys(body).length }),
    },
  ],
});
const post = '/api/admin/echo/post';
const json = 'content-type: application/json';

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { plugins: [echo] });
});
afterAll(() => server?.close());

interface Parsed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Sends the lines of a head and a body as they are. */
async function raw(head: readonly string[], body = ''): Promise<Parsed> {
  const text = await server.raw(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [top = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = top.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((each) => [each.split(': ')[0]!.toLowerCase(), each.split(': ').slice(1).join(': ')]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}
const close = 'connection: close';

describe('answers below the routes', () => {
  it.each([
    ['an address that is too long', 414, [`GET /api/admin/${'x'.repeat(300)}/index HTTP/1.1`, 'host: x', close]],
    ['an address that nobody can read', 400, ['GET /api/admin/%c0%af/index HTTP/1.1', 'host: x', close]],
    ['headers that are too long', 431, [`GET ${post} HTTP/1.1`, 'host: x', `x: ${'x'.repeat(100_000)}`]],
    ['what is no HTTP', 400, ['nonsense']],
    ['no host', 400, [`GET ${post} HTTP/1.1`, close]],
    ['an expectation that nobody knows', 417, [`POST ${post} HTTP/1.1`, 'host: x', 'expect: gold', close]],
    ['a length that is none', 400, [`POST ${post} HTTP/1.1`, 'host: x', json, 'content-length: x']],
    ['two lengths', 400, [`POST ${post} HTTP/1.1`, 'host: x', json, 'content-length: 2', 'content-length: 3']],
    [
      'a length and chunks',
      400,
      [`POST ${post} HTTP/1.1`, 'host: x', 'content-length: 2', 'transfer-encoding: chunked'],
    ],
  ])('carry the same safety headers as all others: %s', async (_name, status, head) => {
    const usual = (await server.request('GET', '/api/nowhere')).headers;
    const answer = await raw(head);
    expect(answer.status).toBe(status);
    for (const name of Object.keys(usual).filter((each) =>
      /^(?:x-(?!request-id)|content-sec|cross|referrer|origin)/.test(each),
    ))
      expect([name, answer.headers[name]]).toEqual([name, usual[name]]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(JSON.parse(answer.body)).toMatchObject({ code: 0, data: null, msg: expect.any(String) as string });
  });
});

describe('hosts', () => {
  it.each([
    [['host: a', 'host: b']],
    [['host: a', 'host: a']],
    [['host: a', 'HOST: evil.example']],
    [['host: a b']],
    [['host: a, evil.example']],
    [['host: http://a/']],
  ])('%j is refused', async (hosts) => {
    const answer = await raw([`GET /api/admin/Index/login HTTP/1.1`, ...hosts, close]);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 0 });
  });

  it.each([['a.example'], ['a.example:8000'], ['[::1]:8000'], ['127.0.0.1'], ['my_host']])(
    '%s is one',
    async (host) => {
      expect((await raw([`GET /api/admin/Index/login HTTP/1.1`, `host: ${host}`, close])).status).toBe(200);
    },
  );

  it('may be left out where HTTP knew none', async () => {
    expect((await raw(['GET /api/admin/Index/login HTTP/1.0'])).status).toBe(200);
  });
});

describe('charsets', () => {
  const send = async (type: string): Promise<number> =>
    (await server.request('POST', post, { body: '{"a":1}', headers: { 'content-type': type } })).status;

  it.each([
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'application/json;charset="iso-8859-1"',
    'application/json; charset=utf-8; charset=utf-7',
    'application/json; CHARSET=UTF-7',
    'application/json; charset=',
    'application/x-www-form-urlencoded; charset=gb18030',
  ])('%s is refused', async (type) => {
    expect(await send(type)).toBe(415);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset=utf8',
  ])('%s is read', async (type) => {
    expect(await send(type)).toBe(200);
  });
});

describe('bodies of many parts', () => {
  const sendJson = async (body: object): Promise<number> =>
    (await server.request('POST', post, { body: { ...body } })).status;
  const keys = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

  it('are read up to 10,000 keys and refused above, in one object or in many', async () => {
    expect(await sendJson(keys(10_000))).toBe(200);
    expect(await sendJson(keys(10_001))).toBe(400);
    expect(await sendJson({ list: Array.from({ length: 10_001 }, () => ({ a: 1 })) })).toBe(400);
  });

  it('are read up to 100,000 texts and brackets, numbers as many as fit', async () => {
    expect(await sendJson({ list: Array.from({ length: 90_000 }, () => '') })).toBe(200);
    expect(await sendJson({ list: Array.from({ length: 110_000 }, () => '') })).toBe(400);
    expect(await sendJson({ list: Array.from({ length: 110_000 }, () => []) })).toBe(400);
    expect(await sendJson({ list: Array.from({ length: 300_000 }, () => 1) })).toBe(200);
  });
});
