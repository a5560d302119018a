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

  it('answers four hundred addresses that ask at once from what it has drawn, and goes on answering meanwhile', async () => {
    await ask('203.0.113.7');
    const all = Array.from({ length: 400 }, (_, at) => ask(`198.18.${at % 2}.${at}`));
    const began = performance.now();
    await server.request('GET', '/config.json');
    const waited = performance.now() - began;
    const asked = await Promise.all(all);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
    expect(waited).toBeLessThan(1000);
    expect((await ask('203.0.113.8')).json.code).toBe(1);
  });
});
