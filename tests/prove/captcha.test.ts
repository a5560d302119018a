import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type Answered, type TestServer } from '../support/server.ts';

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(await place(), { config: { trustProxy: 'loopback' } });
  });
  afterAll(() => server.close());
  const ask = (ip: string): Promise<Answered> =>
    server.request('GET', '/api/common/clickCaptcha', { headers: { 'x-forwarded-for': ip }, mayFail: true });

  it('draws one picture after the other, refuses when too many wait, and goes on answering meanwhile', async () => {
    await ask('203.0.113.7');
    const asked = Array.from({ length: 120 }, (_, at) => ask(`198.51.100.${at}`));
    const began = performance.now();
    await server.request('GET', '/config.json');
    const waited = performance.now() - began;
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(41);
    // All of them together take two seconds and more.
    expect(waited).toBeLessThan(1000);
    expect((await ask('203.0.113.7')).json.code).toBe(1);
  });
});
