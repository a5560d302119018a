import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placesOn } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const office = 'https://office.example';
const login = '/api/admin/Index/login';
const place = placesOn('sqlite');

describe('pages of a site that is allowed', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(await place(), { config: { allowedOrigins: [office] } });
  });
  afterAll(() => server.close());

  const ask = (method: string, origin: string, headers: Record<string, string> = {}) =>
    server.request(method, login, {
      headers: { origin, 'sec-fetch-site': 'cross-site', ...headers },
      ...(method === 'POST' && { body: {} }),
    });

  it('may ask before, and are told what they may send', async () => {
    const { status, text, headers } = await ask('OPTIONS', office, { 'access-control-request-method': 'POST' });
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': office,
      'access-control-max-age': '1800',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('think-lang, server, batoken, ba-user-token') as string,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin') as string,
    });
  });

  it.each(['GET', 'POST'])('may read what %s answers, refusals too', async (method) => {
    const { status, headers } = await ask(method, office);
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(office);
    expect(headers['vary']).toContain('Origin');
  });

  it.each(['https://evil.example', 'http://office.example', `${office}:444`, `${office}.evil.example`, 'null'])(
    'are not those of %s',
    async (origin) => {
      for (const method of ['OPTIONS', 'POST'])
        expect((await ask(method, origin, { 'access-control-request-method': 'POST' })).status).toBe(403);
      const { status, headers } = await ask('GET', origin);
      expect(status).toBe(200);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

describe.each([
  [
    'localhost',
    ['http://localhost:5173', 'https://localhost'],
    ['http://127.0.0.1:5173', 'http://localhost.evil.example'],
  ],
  ['*', ['http://localhost:5173', 'https://evil.example'], []],
])('pages of the host %s', (host, allowed, refused) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(await place(), { config: { allowedOrigins: [host] } });
  });
  afterAll(() => server.close());
  const post = (headers: Record<string, string>) =>
    server.request('POST', login, { headers: { 'sec-fetch-site': 'same-site', ...headers }, body: {} });

  it.each(allowed)('may call and read with tokens, from %s', async (origin) => {
    const asked = { headers: { origin, 'access-control-request-method': 'POST' } };
    expect((await server.request('OPTIONS', login, asked)).status).toBe(204);
    const { status, headers } = await post({ origin });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each(allowed)('do nothing with the cookies of a visitor, from %s', async (origin) => {
    expect((await post({ origin, cookie: 'visitor=1' })).status).toBe(403);
  });

  it.each([...refused, 'null'])('are not those of %s', async (origin) => {
    const { status, headers } = await post({ origin });
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });
});
