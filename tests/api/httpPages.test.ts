import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { f, table } from '#resource';
import { temporaryFolder } from '../support/databases.ts';
import { root, startServer, type Answered, type TestServer } from '../support/server.ts';

const elsewhere = table('elsewhere', { title: f.text() }).resource({
  source: { rest: 'https://rows.example:8443/api' },
});
const folder = temporaryFolder();
let server: TestServer;
let unbuilt: TestServer;
beforeAll(async () => {
  server = await startServer(
    { dataDir: folder(), databaseUrl: undefined },
    { config: { root: project(true) }, resources: [elsewhere] },
  );
  unbuilt = await startServer({ dataDir: folder(), databaseUrl: undefined }, { config: { root: project(false) } });
});
afterAll(() => Promise.all([server?.close(), unbuilt?.close()]));

/** The project's folder with a bundle of our own. */
function project(isBuilt: boolean): string {
  const made = folder();
  for (const name of ['locales', 'package.json']) symlinkSync(join(root, name), join(made, name));
  if (!isBuilt) return made;
  mkdirSync(join(made, 'dist/assets'), { recursive: true });
  writeFileSync(
    join(made, 'dist/index.html'),
    '<html><title>Ai Chat</title><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="first-language" content="__FIRST_LANGUAGE__"><script>let a = 1</script><script type="module" src="/assets/main-abc.js"></script></html>',
  );
  writeFileSync(join(made, 'dist/assets/main-abc.js'), `export const text = '${'long '.repeat(1000)}';`);
  writeFileSync(join(made, 'dist/assets/.hidden'), 'hidden');
  // What each file holds tells which one was sent.
  writeFileSync(join(made, 'dist/assets/packed-abc.js'), 'plain');
  writeFileSync(join(made, 'dist/assets/packed-abc.js.br'), brotliCompressSync('br'));
  writeFileSync(join(made, 'dist/assets/packed-abc.js.gz'), gzipSync('gzip'));
  writeFileSync(join(made, 'dist/.built-from'), 'stamp');
  return made;
}

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** Without the header that only calls carry. */
const open = (path: string, accept = navigation.accept, at = server): Promise<string> =>
  at.raw(`GET ${path} HTTP/1.1\r\nhost: localhost:${at.port}\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`);

it('says in which language a first visit is', async () => {
  const language = async () => /first-language" content="([^"]*)"/.exec(await open('/index'))?.[1];
  expect(await language()).toBe('zh-cn');
  const token = await server.signIn();
  const choose = async (first_language: string) =>
    (await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { first_language } })).json;
  expect(await choose('browser')).toMatchObject({ code: 1 });
  expect(await language()).toBe('browser');
  expect(await choose('"><script>')).toMatchObject({ code: 0 });
  expect(await language()).toBe('browser');
});

describe('pages', () => {
  it.each([
    '/',
    '/?a=1',
    '/index',
    '/admin',
    '/admin/',
    '/admin/login',
    '/admin/loading/%7B%22to%22%3A1%7D',
    '/admin/content/article',
    '/user',
    '/chat/1',
    '/404',
    '/nowhere',
  ])('%s is the application', async (path) => {
    const answer = await open(path);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).toContain('main-abc.js');
  });

  it.each(['/api', '/api/', '/api/nowhere', '/API/admin/no/thing', '/assets/nothing.js', '/api?x=1'])(
    '%s is not',
    async (path) => {
      const answer = await open(path);
      expect(answer).toMatch(/^HTTP\/1\.1 404[\s\S]*"code":0/);
      expect(answer).not.toContain('main-abc.js');
    },
  );

  it.each(['/', '/admin/login', '/admin/auth/group', '/admin/content/article?page=2', '/user', '/chat/1', '/nowhere'])(
    '%s comes to programs that take anything',
    async (path) => {
      expect(await open(path, '*/*')).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*main-abc\.js/);
      expect(await server.raw(`HEAD ${path} HTTP/1.0\r\nhost: x\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 200 OK[\s\S]*text\/html/,
      );
    },
  );

  it.each(['/admin/auth.group/nowhere', '/nothing.js', '/api/admin/login', '/api'])('%s does not', async (path) => {
    expect(await open(path, '*/*')).toMatch(/^HTTP\/1\.1 404[\s\S]*"code":0/);
  });

  it('come to no program that names itself a caller or what it takes', async () => {
    expect(await open('/admin/login', 'application/json, text/plain, */*')).toMatch(/^HTTP\/1\.1 404[\s\S]*"code":0/);
    expect(await open('/admin/auth/group?server=1', '*/*')).toMatch(/^HTTP\/1\.1 404[\s\S]*"code":0/);
    expect(await open('/admin/Index/login', '*/*')).toMatch(/^HTTP\/1\.1 200[\s\S]*"code":1/);
  });

  it.each(['/admin/%E0%A4%A', '/%', '/admin/a/%ff', '/admin/login?x=%E0%A4%A'])(
    '%s, which nobody can read, is the application, and no call',
    async (path) => {
      expect(await open(path)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*x-content-type-options: nosniff[\s\S]*main-abc\.js/i);
      expect(await open(path, 'application/json')).toMatch(/^HTTP\/1\.1 40[04][\s\S]*"code":0/);
      expect(await open(`/api${path}`)).toMatch(/^HTTP\/1\.1 40[04][\s\S]*"code":0/);
    },
  );

  it('carry a nonce of their own, in the page and in the policy', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await open('/');
        const inPage = /content="([^"]+)"/.exec(answer)?.[1];
        expect(answer).toContain(`'nonce-${inPage}'`);
        expect(answer).not.toContain('__CSP_NONCE__');
        return inPage;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
  });

  it('are called as the site is', async () => {
    const token = await server.signIn();
    const name = 'Chat & <b>$&</b>';
    expect(
      (await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { site_name: name } })).json,
    ).toMatchObject({ code: 1 });
    expect(await open('/')).toContain('<title>Chat &#38; &#60;b&#62;$&#38;&#60;/b&#62;</title>');
    expect(
      (await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { site_name: 'Ai Chat' } })).json,
    ).toMatchObject({ code: 1 });
    expect(await open('/')).toContain('<title>Ai Chat</title>');
  });

  it('answer HEAD, and compressed where that is understood', async () => {
    const head = await server.request('HEAD', '/admin/login', { headers: navigation });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
    const packed = await server.raw(`GET /assets/main-abc.js HTTP/1.0\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n`);
    expect(packed).toMatch(/content-encoding: gzip/i);
    const body = packed.slice(packed.indexOf('\r\n\r\n') + 4);
    expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toContain('long long');
  });

  it('say what to do while they are not built', async () => {
    expect(await open('/', navigation.accept, unbuilt)).toMatch(
      /^HTTP\/1\.1 503 [\s\S]*content-type: text\/plain[\s\S]*npm start/,
    );
    expect((await unbuilt.request('GET', '/api/admin/Index/login')).json.code).toBe(1);
  });
});

describe('files of the bundle', () => {
  it('are kept for ever, pages never', async () => {
    const { headers } = await server.request('GET', '/assets/main-abc.js');
    expect([headers['cache-control'], headers['content-type']]).toEqual([
      'public, max-age=31536000, immutable',
      'application/javascript; charset=utf-8',
    ]);
    expect(await open('/')).toMatch(/cache-control: no-cache/i);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('are sent as they were packed when they were built: %s', async (accepted, wanted) => {
    const answer = await server.raw(
      `GET /assets/packed-abc.js HTTP/1.0\r\nhost: x\r\naccept-encoding: ${accepted}\r\n\r\n`,
    );
    expect(/content-encoding: (\w+)/i.exec(answer)?.[1]).toBe(wanted);
    expect(answer).toMatch(/content-type: application\/javascript; charset=utf-8/i);
    expect(answer).toMatch(/cache-control: public, max-age=31536000, immutable/i);
    expect(answer).toMatch(/vary: [^\r]*accept-encoding/i);
    const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
    const unpack = wanted === 'br' ? brotliDecompressSync : wanted === 'gzip' ? gunzipSync : Buffer.from;
    expect((unpack as (from: Buffer) => Buffer)(body).toString()).toBe(wanted ?? 'plain');
  });

  it.each([
    '/assets/.hidden',
    '/assets/%2ehidden',
    '/assets/../.built-from',
    '/assets/%2e%2e/.built-from',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..\\package.json',
    '/assets/a%00',
    '/assets//etc/passwd',
    '/assets/',
    '/assets',
    '/.built-from',
    '/package.json',
    '/locales/en/server.json',
  ])('the rest stays hidden: %s', async (path) => {
    const { status, text } = await server.request('GET', path, { headers: { accept: '*/*' } });
    expect([400, 403, 404]).toContain(status);
    // The address itself is said again.
    expect(text.replace(path, '')).not.toMatch(/hidden|stamp|back-office|root:/);
  });
});

describe('security headers', () => {
  const policyOf = ({ headers }: Answered): Record<string, string> =>
    Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
    );

  it('let a page run and load our own files only', async () => {
    const policy = policyOf(await server.request('GET', '/admin/login', { headers: navigation }));
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': `'self' 'sha256-${createHash('sha256').update('let a = 1').digest('base64')}'`,
      'style-src-attr': "'unsafe-inline'",
      'connect-src': "'self' https://rows.example:8443",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'img-src': "'self' data: blob: http: https:",
    });
    expect(policy['style-src']).toMatch(/^'self' 'nonce-[^']+'$/);
  });

  it('let nothing else do anything', async () => {
    for (const path of ['/config.json', '/api/nowhere', '/api/admin/Index/login', '/api/admin/Index/index']) {
      const answer = await server.request('GET', path);
      expect(policyOf(answer)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" });
    }
  });

  it.each(['/', '/config.json', '/api/admin/Index/login', '/api/nowhere', '/assets/main-abc.js'])(
    '%s says nosniff, no-referrer and not to be framed',
    async (path) => {
      const { headers } = await server.request('GET', path, { headers: navigation });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );
});

describe('other sites', () => {
  const login = '/api/admin/Index/login';
  const refused = async (headers: Record<string, string>, method = 'POST'): Promise<boolean> => {
    const { status, json } = await server.request(method, login, { headers, ...(method === 'POST' && { body: {} }) });
    if (status === 403) expect(json).toMatchObject({ code: 401, data: null });
    return status === 403;
  };

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1',
    'garbage',
    '',
    'file://',
  ])('may not change anything: origin %s', async (origin) => {
    expect(await refused({ origin })).toBe(true);
    expect(await refused({ origin, 'sec-fetch-site': 'cross-site' })).toBe(true);
    expect(await refused({ origin, 'x-http-method-override': 'GET' })).toBe(true);
  });

  it('our own may, and programs, and pages behind a proxy that renames the host', async () => {
    expect(await refused({ origin: server.address })).toBe(false);
    expect(await refused({})).toBe(false);
    expect(await refused({ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' })).toBe(false);
  });

  it('get no permission to read, whatever they ask before', async () => {
    const { status, headers } = await server.request('OPTIONS', login, {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'batoken',
      },
    });
    expect(status).toBe(403);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(await refused({ origin: 'https://evil.example' }, 'GET')).toBe(false);
  });

  it('cannot name another host to be believed', async () => {
    expect(await refused({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' })).toBe(true);
  });
});

describe('config.json', () => {
  it('has what the specification names, and nothing secret', async () => {
    const { json, text, headers } = await server.request('GET', '/config.json');
    expect(json).toMatchObject({
      siteName: 'Ai Chat',
      siteLogo: '',
      recordNumber: '',
      businessDepartmentId: '',
      urls: [],
      version: expect.stringMatching(/^v\d+\.\d+\.\d+$/) as string,
      cdnUrl: '',
      apiUrl: '',
      headNav: [],
      defaultLang: 'zh-cn',
      fallbackLang: 'zh-cn',
      langArray: ['zh-cn', 'en'],
    });
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).not.toMatch(/password|secret|token/i);
    expect((await server.request('GET', '/api/config.json')).json).toEqual(json);
  });
});
