import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, file, type FileOptions, type FileSource } from '#plugin';
import { temporaryFolder } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const folder = temporaryFolder();
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251));
let path = '';
let options: FileOptions = {};
let source: string | FileSource | undefined;
const open = { method: 'GET', node: 'everyone' } as const;
const memory = (given: Partial<FileSource> = {}): FileSource => ({
  size: bytes.length,
  modified: 1_700_000_000,
  etag: 'v1',
  read: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  ...given,
});

const files = definePlugin({
  name: 'files',
  routes: [
    { ...open, url: '/admin/file/get', handler: () => file(source ?? path, options) },
    { ...open, url: '/admin/file/inside', node: 'signed-in', handler: () => file(path, options) },
    {
      ...open,
      url: '/admin/file/text',
      handler: () =>
        new Response('名字', {
          status: 201,
          headers: {
            'x-own': '1',
            'x-frame-options': 'ALLOWALL',
            'content-security-policy': 'default-src *',
            'content-length': '999',
            'cache-control': 'max-age=60',
          },
        }),
    },
    { ...open, url: '/admin/file/bytes', handler: () => new Response(new Uint8Array([0, 255, 1])) },
    { ...open, url: '/admin/file/nothing', handler: () => new Response(null, { status: 204 }) },
    {
      ...open,
      url: '/admin/file/endless',
      handler: () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(10_000)) })),
    },
    {
      ...open,
      url: '/admin/file/half',
      handler: () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from('half')),
            pull: () => Promise.reject(new Error('the body broke')),
          }),
        ),
    },
  ],
});

let server: TestServer;
beforeAll(async () => {
  const dataDir = folder();
  mkdirSync(join(dataDir, 'files'));
  path = join(dataDir, 'files', 'a.bin');
  writeFileSync(path, bytes);
  utimesSync(path, 1_700_000_000, 1_700_000_000.5);
  server = await startServer({ dataDir, databaseUrl: undefined }, { plugins: [files] });
});
afterAll(() => server?.close());
const logged = (): string => server.logged.join('');

interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}
async function get(headers: Record<string, string> = {}, name = 'get', method = 'GET'): Promise<Got> {
  const answer = await fetch(`${server.address}/api/admin/file/${name}`, { method, headers });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
const hashOf = (given: Buffer): string => createHash('sha1').update(given).digest('hex');

describe.each([
  ['on the disk', () => undefined],
  ['from elsewhere', () => memory()],
])('a file %s', (_name, from) => {
  beforeAll(() => {
    source = from();
    options = {};
  });

  it('comes whole, is saved unless told, and says how to ask for it again', async () => {
    const { status, headers, body } = await get();
    expect([status, hashOf(body)]).toEqual([200, hashOf(bytes)]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
      etag: expect.stringMatching(/^"[\w-]+"$/) as string,
    });
    const head = await get({}, 'get', 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, '300000', 0]);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, 299_999],
    ['bytes=-5', 299_995, 299_999],
    ['bytes=-400000', 0, 299_999],
    [`bytes=1-${'9'.repeat(400)}`, 1, 299_999],
    ['bytes=299999-400000', 299_999, 299_999],
    ['BYTES = 1 - 2', 1, 2],
  ])('comes in parts: %s', async (range, start, end) => {
    const { status, headers, body } = await get({ range });
    expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/300000`,
      `${end - start + 1}`,
    ]);
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=300000-', 'bytes=-0', `bytes=${'9'.repeat(40)}-`])('has no such part: %s', async (range) => {
    const { status, headers, body } = await get({ range });
    expect([status, headers.get('content-range'), body.length]).toEqual([416, 'bytes */300000', 0]);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'bytes=0-1,5-6', 'lines=0-1'])(
    'comes whole for a range that is none or several: %s',
    async (range) => {
      expect((await get({ range })).status).toBe(200);
    },
  );

  it('comes in parts only while it is the same', async () => {
    const etag = (await get()).headers.get('etag')!;
    const part = (condition: string) => get({ range: 'bytes=0-0', 'if-range': condition });
    expect((await part(etag)).status).toBe(206);
    expect((await part('Tue, 14 Nov 2023 22:13:20 GMT')).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Tue, 14 Nov 2023 22:13:21 GMT', 'yesterday'])
      expect([other, (await part(other)).status]).toEqual([other, 200]);
  });

  it('does not come again to who has it', async () => {
    const etag = (await get()).headers.get('etag')!;
    for (const headers of [
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Tue, 14 Nov 2023 22:13:20 GMT' },
    ] as Record<string, string>[]) {
      const { status, body } = await get(headers);
      expect([headers, status, body.length]).toEqual([headers, 304, 0]);
    }
    for (const headers of [
      { 'if-none-match': '"x"', 'if-modified-since': 'Tue, 14 Nov 2023 22:13:20 GMT' },
      { 'if-modified-since': 'Tue, 14 Nov 2023 22:13:19 GMT' },
      { 'if-modified-since': 'x' },
    ] as Record<string, string>[])
      expect([headers, (await get(headers)).status]).toEqual([headers, 200]);
  });
});

describe('what a file is called and shown as', () => {
  it.each([
    ['image/png', 'inline'],
    ['IMAGE/JPEG', 'inline'],
    ['video/mp4', 'inline'],
    ['audio/mpeg', 'inline'],
    ['application/pdf', 'inline'],
    ['text/plain; charset=utf-8', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/html', 'attachment'],
    ['text/plainx', 'attachment'],
    ['application/xhtml+xml', 'attachment'],
    ['text/xml', 'attachment'],
    ['application/javascript', 'attachment'],
    ['application/octet-stream', 'attachment'],
  ])('%s: %s', async (type, expected) => {
    [source, options] = [memory(), { type, inline: true, maxAge: 60 }];
    const { headers } = await get();
    expect([headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      type,
      expected,
      'public, max-age=60',
    ]);
    options = { type };
    expect((await get()).headers.get('content-disposition')).toBe('attachment');
  });

  it('is shown in a frame of this site when it is PDF, in one of any site when anybody may have it', async () => {
    const token = await server.signIn();
    const framing = async (name: string, given: FileOptions) => {
      options = given;
      const { headers } = await get({ batoken: token }, name);
      return [headers.get('content-security-policy'), headers.get('x-frame-options')];
    };
    const pdf = { type: 'application/pdf', inline: true };
    expect(await framing('get', pdf)).toEqual(["default-src 'none'; frame-ancestors *", 'SAMEORIGIN']);
    expect(await framing('inside', pdf)).toEqual(["default-src 'none'; frame-ancestors 'self'", 'SAMEORIGIN']);
    const never = "default-src 'none'; frame-ancestors 'none'";
    expect(await framing('get', { ...pdf, inline: false })).toEqual([
      `sandbox; ${never}; style-src 'unsafe-inline'`,
      'DENY',
    ]);
    expect(await framing('get', { type: 'text/plain', inline: true })).toEqual([never, 'DENY']);
  });

  it('carries names of every script, and none that breaks the header', async () => {
    for (const name of ['a b.png', '照片 “1”.png', 'x"; filename="y.exe', 'a\r\nset-cookie: a=b', '../../x']) {
      [source, options] = [memory(), { name }];
      const header = (await get()).headers.get('content-disposition')!;
      expect(header).toMatch(/^attachment; filename="?/);
      expect(header).not.toMatch(/[\r\n]|filename="?y\.exe|\.\.\//);
      if (name.startsWith('照')) expect(header).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
    }
  });

  it('belongs to nobody but who asked where somebody has to be signed in', async () => {
    const token = await server.signIn();
    expect((await get({ batoken: token }, 'inside')).headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('a file that is not what it said', () => {
  it('is not there: as any address that is not', async () => {
    for (const missing of ['/nowhere/x', path.replace(/a\.bin$/, ''), `${path}/x`]) {
      source = missing;
      expect((await get()).status).toBe(404);
    }
  });

  it.each([
    ['fewer', { read: () => Readable.from([Buffer.alloc(10)]) }],
    ['more', { read: () => Readable.from([Buffer.alloc(400_000)]) }],
    [
      'broken',
      {
        read: () =>
          Readable.from(
            (function* () {
              yield Buffer.alloc(10);
              throw new Error('the disk broke');
            })(),
          ),
      },
    ],
  ])('with %s bytes cuts the connection, and is named', async (name, given) => {
    [source, options] = [memory(given), {}];
    await expect(get()).rejects.toThrow();
    expect(logged()).toMatch(
      name === 'broken'
        ? /plugin files: the route GET \/admin\/file\/get: the disk broke/
        : new RegExp(`plugin files: the route GET /admin/file/get: A file gave ${name} bytes`),
    );
    expect((await get({}, 'text')).status).toBe(201);
  });

  it('that cannot be opened is an error, and named', async () => {
    source = memory({ read: () => Promise.reject(new Error('the storage is away')) });
    const { status, headers } = await get();
    expect([status, headers.get('content-type')]).toEqual([500, 'application/json; charset=utf-8']);
    expect(logged()).toContain('plugin files: the route GET /admin/file/get: the storage is away');
  });

  it('is called what it may be called, and no path', async () => {
    source = memory();
    options = { name: '../a/b\\c.txt' };
    expect((await get()).headers.get('content-disposition')).toBe('attachment; filename=.._a_b_c.txt');
    options = {};
  });

  it('with an etag that is none is named', async () => {
    source = memory({ etag: 'a"b' });
    expect((await get()).status).toBe(500);
    expect(logged()).toContain('The etag "a"b" of a file must be visible ASCII without quotes.'.replaceAll('"', '\\"'));
  });

  it('may be empty', async () => {
    source = memory({ size: 0 });
    const { status, headers, body } = await get();
    expect([status, headers.get('content-length'), body.length]).toEqual([200, '0', 0]);
  });
});

describe('a response', () => {
  it('is sent as it is, but for the headers that keep browsers safe', async () => {
    const { status, headers, body } = await get({}, 'text');
    expect([status, body.toString()]).toEqual([201, '名字']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-own': '1',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/plain;charset=UTF-8',
      'cache-control': 'max-age=60',
    });
    expect([...(await get({}, 'bytes')).body]).toEqual([0, 255, 1]);
    expect((await get({}, 'nothing')).status).toBe(204);
  });

  it('that its reader leaves is no failure', async () => {
    const left = new AbortController();
    const answer = await fetch(`${server.address}/api/admin/file/endless`, { signal: left.signal });
    await answer.body!.getReader().read();
    left.abort();
    // Another request, whose answer comes after the end of that one has been seen to.
    for (let n = 0; n < 5; n += 1) await get({}, 'nothing');
    expect(logged()).not.toContain('GET /admin/file/endless');
  });

  it('whose body breaks cuts the connection, and is named', async () => {
    await expect(get({}, 'half')).rejects.toThrow();
    expect(logged()).toContain('plugin files: the route GET /admin/file/half: the body broke');
  });
});
