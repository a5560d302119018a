import { afterAll, expect, it } from 'vitest';
import type { PluginHost, ServerPlugin } from '#plugin';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const hosts: PluginHost[] = [];
const plugins = ['first', 'second'].map((name): ServerPlugin => ({
  name,
  start(host) {
    hosts.push(host);
  },
}));

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('gives each plugin keyed hashes of its own, the same after a restart, and others elsewhere', async () => {
    const [here, elsewhere] = [await place(), await place()];
    const hashes: (readonly string[])[] = [];
    for (const at of [here, here, elsewhere]) {
      hosts.length = 0;
      const server = await startServer(at, { plugins });
      servers.push(server);
      hashes.push(await Promise.all(hosts.map(async (host) => (await host.hmac('words')).toString('hex'))));
      expect((await hosts[0]!.hmac('other words')).toString('hex')).not.toBe(hashes[0]![0]);
      await server.close();
      servers.pop();
    }
    const [first, again, other] = hashes;
    expect(again).toEqual(first);
    expect(new Set([...first!, ...other!]).size).toBe(4);
    for (const hash of first!) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
