import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { temporaryFolder } from '../support/databases.ts';
import { password, startServer, type TestServer } from '../support/server.ts';

const open = { node: 'everyone' } as const;
const heavy = definePlugin({
  name: 'heavy',
  routes: [
    { ...open, method: 'GET', url: '/admin/heavy/get', handler: () => 'x'.repeat(30_000_000) },
    { ...open, method: 'GET', url: '/admin/heavy/ip', handler: ({ caller }) => caller.ip },
    { ...open, method: 'GET', url: '/admin/Index/login', handler: () => 'not mine' },
    { ...open, method: 'GET', url: 'no/slash', handler: () => 'never' },
  ],
});

const folder = temporaryFolder();
const place = () => ({ dataDir: folder(), databaseUrl: undefined });
const started: TestServer[] = [];
const start = async (...args: Parameters<typeof startServer>): Promise<TestServer> => {
  started.push(await startServer(...args));
  return started.at(-1)!;
};
afterAll(() => Promise.all(started.map((each) => each.close())));

describe('time limits', () => {
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await start(place(), { plugins: [heavy], faults: 2, limits: { body: 1000 } });
  });
  afterAll(() => sockets.forEach((socket) => socket.destroy()));

  /** Sends the text, then goes on byte by byte; resolves with what came when the server hangs up. */
  const dribble = (text: string, more = ''): Promise<string> =>
    new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(text);
        timer = setInterval(() => more && socket.writable && socket.write(more), 100);
      });
      sockets.push(socket);
      let received = '';
      socket
        .on('data', (data) => (received += data))
        .on('error', () => {})
        .on('close', () => {
          clearInterval(timer);
          resolve(received);
        });
    });

  /** Asks for more than the buffers hold and reads nothing of it; that it was hung up on shows on the server's side. */
  const stoppedReader = (): Promise<{ closed: Promise<void> }> =>
    new Promise((resolve) => {
      server.app.http.server.once('connection', (accepted: Socket) =>
        resolve({ closed: new Promise((done) => accepted.on('close', () => done())) }),
      );
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write('GET /api/admin/heavy/get HTTP/1.1\r\nhost: x\r\n\r\n'),
      );
      sockets.push(socket.pause().on('error', () => {}));
    });

  it('are set for headers, silence and idleness; bodies have their own', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = server.app.http.server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 0,
      timeout: 120_000,
      keepAliveTimeout: 72_000,
    });
  });

  it('end idle connections, slow headers, slow bodies and slow readers, while others are served', async () => {
    // The limits of the product would make this test take a minute; who looks after them does so every five seconds.
    Object.assign(server.app.http.server, { headersTimeout: 500, timeout: 1500 });
    const reader = await stoppedReader();
    const idle = Promise.all(Array.from({ length: 500 }, () => dribble('')));
    const headers = dribble('GET /api/admin/Index/login HTTP/1.1\r\nhost: x\r\nx-slow: ', 'a');
    const body = dribble(
      'POST /api/admin/Index/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"username":"',
      'a',
    );
    for (let count = 0; count < 20; count += 1)
      expect((await server.request('GET', '/api/admin/Index/login')).status).toBe(200);
    expect(await headers).toMatch(/^HTTP\/1\.1 408 Request Timeout[\s\S]*"code":0/);
    expect(await body).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    await Promise.all([idle, reader.closed]);
  });
});

describe('addresses of proxies', () => {
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'shop.example',
    'x-forwarded-proto': 'https',
  };
  const ipAt = async (trustProxy: string | undefined): Promise<unknown> => {
    const server = await start(place(), { plugins: [heavy], faults: 2, config: { trustProxy } });
    return (await server.request('GET', '/api/admin/heavy/ip', { headers: forwarded })).json.data;
  };

  it('are believed when they are named, and nobody else is', async () => {
    expect(await ipAt(undefined)).toBe('127.0.0.1');
    expect(await ipAt('10.0.0.0/8')).toBe('127.0.0.1');
    expect(await ipAt('10.0.0.0/8, 127.0.0.1')).toBe('203.0.113.9');
  });
});

describe('routes of plugins', () => {
  it('that are taken or no addresses are named, and the others work', async () => {
    const server = await start(place(), { plugins: [heavy], faults: 2 });
    expect(server.app.faults).toEqual([
      expect.stringMatching(/^plugin heavy: route GET \/admin\/Index\/login: .* is taken by the server itself/),
      expect.stringMatching(/^plugin heavy: route GET no\/slash: url "no\/slash" must begin with "\/"/),
    ]);
    expect((await server.request('GET', '/api/admin/Index/login')).json.data).toEqual({ captcha: false });
    expect((await server.request('GET', '/api/admin/heavy/ip')).json.code).toBe(1);
  });
});

describe('the log', () => {
  it('has no secrets, and nobody can write lines of their own into it', async () => {
    const server = await start(place());
    const token = await server.signIn();
    const forged = 'canary\n{"level":60,"msg":"forged"}\u001b[2J';
    const coded = encodeURIComponent(forged);
    await server.request('POST', '/api/admin/Index/login', {
      body: { username: forged, password: `canary-${password}` },
    });
    await server.request('GET', `/api/admin/Index/index?batoken=${token}&q=${coded}`, {
      token,
      headers: { 'user-agent': 'canary', referer: `/${token}` },
    });
    for (const url of [
      `/api/${coded}`,
      `/api/admin/${coded}/index`,
      `/${coded}`,
      `/api/admin/%c0canary/index`,
      `/api/admin/${'canary'.repeat(60)}/index`,
    ])
      await server.request('GET', url, { token });
    await server.request('POST', '/api/admin/Index/login', {
      body: `{"canary":"${token}`,
      headers: { 'content-type': 'application/json' },
    });
    await server.raw(`canary ${token}\r\n\r\n`);
    const text = server.logged.join('');
    for (const line of server.logged) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) as number });
    expect(text.split('\n')).toHaveLength(server.logged.length + 1);
    expect(text).not.toContain('\u001b');
    for (const secret of [password, token, 'canary']) expect(text).not.toContain(secret);
    expect(server.logged.some((line) => line.includes('"route":"/api/admin/Index/index"'))).toBe(true);
  });
});
