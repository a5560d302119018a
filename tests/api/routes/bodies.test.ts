import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, type PluginRequest } from '#plugin';
import { temporaryFolder } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const open = { node: 'everyone' } as const;
const seen: string[] = [];
/** What a route waits for that is given up meanwhile. */
const givenUp = Promise.withResolvers<void>();

/** What came in each part, files as their length and hash. */
async function listParts(request: PluginRequest): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      found.push([part.fieldname, part.value]);
      continue;
    }
    const hash = createHash('sha1');
    let size = 0;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
    found.push([part.fieldname, part.filename, part.mimetype, size, hash.digest('hex')]);
  }
  return found;
}

const multipart = { as: 'multipart', limit: 300_000, leastRate: 10_000, parts: 5 } as const;
const bodies = definePlugin({
  name: 'bodies',
  routes: [
    { ...open, method: 'POST', url: '/admin/body/parts', body: multipart, handler: listParts },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/names',
      body: multipart,
      async handler(request) {
        const names: string[] = [];
        for await (const part of request.parts()) names.push(part.fieldname);
        return names;
      },
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/other',
      body: multipart,
      handler: (request) => request.stream.read() as unknown,
    },
    { ...open, method: 'POST', url: '/admin/body/unread', body: multipart, handler: () => 'not read' },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/first',
      body: multipart,
      async handler({ parts }) {
        for await (const part of parts()) if (part.type === 'file') return (await text(part.file)).length;
        return undefined;
      },
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/throws',
      body: multipart,
      async handler(request) {
        for await (const part of request.parts()) if (part.type === 'file') throw new Error('cannot store this');
      },
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/twice',
      body: multipart,
      handler: async (request) => [await listParts(request), request.parts()],
    },
    {
      ...open,
      method: 'PUT',
      url: '/admin/body/raw/:name',
      body: { as: 'stream', limit: 1000 },
      handler: async (request) => [request.params['name'], request.header('content-type'), await text(request.stream)],
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/later',
      timeout: 100,
      async handler(request) {
        await givenUp.promise;
        seen.push(`late ${request.signal.aborted}`);
      },
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/elsewhere',
      body: multipart,
      handler: () => Promise.reject(Object.assign(new Error('not there'), { statusCode: 404 })),
    },
    { ...open, method: 'PATCH', url: '/admin/body/json', handler: ({ body, query }) => ({ body, query }) },
    { ...open, method: 'PUT', url: '/admin/body/json', body: { limit: 50 }, handler: ({ body }) => body },
    {
      ...open,
      method: 'OPTIONS',
      url: '/admin/body/raw/:name',
      handler: () => new Response(null, { status: 204, headers: { 'tus-version': '1.0.0' } }),
    },
    {
      ...open,
      method: 'HEAD',
      url: '/admin/body/raw/:name',
      handler: ({ params }) => new Response(null, { headers: { 'upload-offset': params['name']! } }),
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/rare',
      rateLimit: { max: 2, timeWindow: 60_000 },
      handler: ({ caller }) => seen.push(caller.ip),
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/hangs',
      timeout: 200,
      handler: ({ signal }) => new Promise(() => signal.addEventListener('abort', () => seen.push('aborted'))),
    },
    {
      ...open,
      method: 'POST',
      url: '/admin/body/stalls',
      body: multipart,
      timeout: 200,
      handler: () => new Promise(() => {}),
    },
  ],
});

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer(
    { dataDir: folder(), databaseUrl: undefined },
    { plugins: [bodies], limits: { body: 1500, pace: 500 } },
  );
});
afterAll(() => server?.close());
const logged = (): string => server.logged.join('');

const at = (path: string): string => `${server.address}/api/admin/body/${path}`;
interface Answer {
  readonly status: number;
  readonly json: { readonly code: number; readonly data: unknown };
}
async function post(
  path: string,
  body: BodyInit | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  // `duplex` is what a body needs that comes in chunks; the types are those of browsers.
  const options = { method, body, duplex: 'half', headers: { 'think-lang': 'en', ...headers } } as RequestInit;
  const answer = await fetch(at(path), options);
  return { status: answer.status, json: (await answer.json()) as Answer['json'] };
}
const formOf = (...parts: readonly (readonly [string, string | Blob, string?])[]): FormData => {
  const form = new FormData();
  for (const [name, value, filename] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, filename);
  return form;
};
const blob = (size: number): Blob => new Blob([Buffer.alloc(size, 'a')], { type: 'image/png' });

/** Sends the bytes and then one after the other; what came until the server hung up. */
function dribble(head: string, body: string, rest: string, bytes: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head + body));
    const timer = setInterval(() => socket.writable && socket.write(rest.slice(0, bytes)), 50);
    socket
      .on('data', (data) => (answer += String(data)))
      .on('error', () => {})
      .on('close', () => {
        clearInterval(timer);
        resolve(answer);
      });
  });
}
const head = (path: string, length = 250_000): string =>
  `POST /api/admin/body/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`;
const begin = '--x\r\ncontent-disposition: form-data; name="f"; filename="f.bin"\r\n\r\n';

describe('a multipart body', () => {
  it('is read part by part while it comes', async () => {
    const { json } = await post(
      'parts',
      formOf(['topic', '头像'], ['file', blob(200_000), '照片.png'], ['note', 'x'.repeat(60_000)]),
    );
    expect(json).toMatchObject({
      code: 1,
      data: [
        ['topic', '头像'],
        ['file', '照片.png', 'image/png', 200_000, createHash('sha1').update(Buffer.alloc(200_000, 'a')).digest('hex')],
        ['note', 'x'.repeat(60_000)],
      ],
    });
  });

  it('is skipped where the handler does not read a file', async () => {
    const { json } = await post('names', formOf(['a', blob(150_000), 'a'], ['b', blob(100_000), 'b'], ['c', 'd']));
    expect(json.data).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['larger than it may be', formOf(['a', blob(300_001), 'a'])],
    ['of small files that are too large together', formOf(['a', blob(160_000), 'a'], ['b', blob(160_000), 'b'])],
    ['of too many parts', formOf(...Array.from({ length: 6 }, (_, n) => [`f${n}`, 'x'] as const))],
    ['with too large a field', formOf(['a', 'x'.repeat(70_000)])],
    ['with too long a name', formOf(['n'.repeat(201), 'x'])],
    ['with too long a name of a file', formOf(['n'.repeat(201), blob(10), 'a'])],
  ])('%s is refused', async (_name, form) => {
    for (const path of ['parts', 'names']) {
      const { status, json } = await post(path, form);
      expect([path, status, json.code]).toEqual([path, 413, 0]);
    }
  });

  it.each([
    ['larger than it says', 413, `${begin}${'a'.repeat(310_000)}\r\n--x--\r\n`],
    // Each of its files is small enough.
    ['that is too large as a whole', 413, `${`${begin}${'a'.repeat(160_000)}\r\n`.repeat(2)}--x--\r\n`],
    ['of 10,000 parts', 413, '--x\r\ncontent-disposition: form-data; name="f"\r\n\r\n\r\n'.repeat(4000)],
    ['that ends in the middle', 400, `${begin}aaaa`],
  ])('%s is refused in chunks', async (_name, expected, body) => {
    const { status, json } = await post(
      'parts',
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(body));
          controller.close();
        },
      }) as never,
      { 'content-type': 'multipart/form-data; boundary=x' },
    );
    expect([status, json.code]).toEqual([expected, 0]);
  });

  it('is read as what the route says it is, and as nothing else', async () => {
    expect((await post('other', formOf(['a', 'b']))).status).toBe(500);
    expect(server.logged.join('')).toContain("This needs body: { as: 'stream', limit: … } in the route.");
  });

  it('that is not one is refused', async () => {
    expect((await post('parts', '{"a":1}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await post('parts', 'a', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    const none = await post('json', formOf(['a', 'b']), {}, 'PATCH');
    expect(none.status).toBe(415);
  });

  it('that comes too slowly or never ends is given up', async () => {
    expect(await dribble(head('parts'), begin, 'a', 1)).toMatch(/^HTTP\/1\.1 408[\s\S]*"code":0/);
    expect(await dribble(head('parts'), begin, '', 0)).toMatch(/^HTTP\/1\.1 408/);
  });

  it('that the client breaks off leaves nothing behind', async () => {
    const before = server.logged.length;
    const sent = head('parts') + begin + 'a'.repeat(1000);
    const accepted = new Promise<Socket>((resolve) => server.app.http.server.once('connection', resolve));
    const socket = connect(server.port, '127.0.0.1', () => socket.write(sent));
    await expect.poll(async () => (await accepted).bytesRead).toBe(sent.length);
    socket.destroy();
    await once(socket, 'close');
    expect((await post('parts', formOf(['a', 'b']))).json.code).toBe(1);
    expect(server.logged.slice(before).join('')).not.toContain('plugin bodies');
  });

  it('that nobody reads, or that a handler stops to read, is answered all the same', async () => {
    expect((await post('unread', formOf(['a', blob(250_000), 'a']))).json).toMatchObject({ code: 1, data: 'not read' });
    expect((await post('first', formOf(['a', 'b'], ['c', blob(10), 'c'], ['d', blob(250_000), 'd']))).json.data).toBe(
      10,
    );
    const thrown = await post('throws', formOf(['c', blob(250_000), 'c']));
    expect([thrown.status, thrown.json.code]).toEqual([500, 0]);
    expect(logged()).toContain('plugin bodies: the route POST /admin/body/throws: cannot store this');
  });

  it('has texts, also in parts that say that they are JSON', async () => {
    const part =
      '--x\r\ncontent-disposition: form-data; name="j"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n--x--\r\n';
    const { json } = await post('parts', part, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(json.data).toEqual([['j', '{"a":1}']]);
  });

  it.each([
    ['a file of no name', 'x', '--x\r\ncontent-disposition: form-data; filename="a.txt"\r\n\r\na\r\n--x--\r\n'],
    ['a boundary that no form may have', 'B'.repeat(300), 'a'],
  ])('is refused with %s', async (_what, boundary, body) => {
    const { status } = await post('parts', body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
    expect(status).toBe(400);
  });

  it('that goes on and on after its answer is cut off', async () => {
    expect(await dribble(head('unread'), begin, 'a', 1)).toMatch(/^HTTP\/1\.1 200[\s\S]*not read/);
  });

  it('whose handler fails with the status of somebody else is a failure of its own', async () => {
    expect((await post('elsewhere', formOf(['a', 'b']))).status).toBe(500);
    expect(logged()).toContain('plugin bodies: the route POST /admin/body/elsewhere: not there');
  });

  it('is read once', async () => {
    expect((await post('twice', formOf(['a', 'b']))).status).toBe(500);
    expect(logged()).toContain('The body of a request can be read once.');
  });

  it('of a handler that waits for something else ends in time', async () => {
    expect((await post('stalls', formOf(['a', 'b']))).status).toBe(503);
    expect(logged()).toContain('plugin bodies: the route POST /admin/body/stalls: took longer than 200 ms');
  });
});

describe('a body of any type', () => {
  const put = (body: string, headers?: Record<string, string>) => post('raw/a%20b', body, headers, 'PUT');

  it('is read as it comes, with its header', async () => {
    expect((await put('<x/>', { 'content-type': 'text/xml' })).json.data).toEqual(['a b', 'text/xml', '<x/>']);
  });

  it('is refused before it comes when it says that it is larger', async () => {
    const head = 'PUT /api/admin/body/raw/x HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n';
    const answer = await server.raw(`${head}content-length: 1001\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('has a limit, in chunks too', async () => {
    expect((await put('x'.repeat(1001))).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(1001));
        controller.close();
      },
    });
    expect((await post('raw/x', chunks as never, {}, 'PUT')).status).toBe(413);
  });
});

describe('other methods', () => {
  it('are PATCH, PUT, HEAD and OPTIONS, and what an address does not know is named', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await post('json?x=1', '{"a":1}', headers, 'PATCH')).json.data).toEqual({
      body: { a: 1 },
      query: { x: '1' },
    });
    expect((await post('json', '{"a":1}', headers, 'PUT')).json.data).toEqual({ a: 1 });
    expect((await post('json', `{"a":"${'x'.repeat(50)}"}`, headers, 'PUT')).status).toBe(413);
    const answer = await fetch(at('raw/7'), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([200, '7']);
    const options = await fetch(at('raw/7'), { method: 'OPTIONS' });
    expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    const wrong = await fetch(at('json'), { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'PATCH, PUT']);
  });
});

describe('a route', () => {
  it('that is limited answers so many requests of one address in a while', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await post('rare', undefined)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(seen.filter((ip) => ip === '127.0.0.1')).toHaveLength(2);
  });

  it('that asks too late whether it was given up hears that it was', async () => {
    expect((await post('later', undefined)).status).toBe(503);
    givenUp.resolve();
    await expect.poll(() => seen).toContain('late true');
  });

  it('that hangs is given up, told, and named', async () => {
    const { status, json } = await post('hangs', undefined);
    expect([status, json.code]).toEqual([503, 0]);
    expect(seen).toContain('aborted');
    expect(logged()).toContain('plugin bodies: the route POST /admin/body/hangs: took longer than 200 ms');
  });
});
