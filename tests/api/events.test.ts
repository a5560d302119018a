import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { definePlugin, type EventOrigin, type PluginHost } from '#plugin';
import { eachDatabase, temporaryFolder, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

declare module '#plugin' {
  interface Events {
    'post.arrived': { readonly text: string };
  }
}
const secret = 'Second-8134';

eachDatabase((name, _open, place) => {
  const folder = temporaryFolder();
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const start = async (
    where?: Place,
    begin: (host: PluginHost) => unknown = () => {},
  ): Promise<{ server: TestServer; host: PluginHost }> => {
    let host: PluginHost;
    const plugin = definePlugin({
      name: 'post',
      async start(given) {
        host = given;
        await begin(given);
      },
    });
    const server = await startServer(where ?? (await place()), { plugins: [plugin], limits: { hook: 1500 } });
    servers.push(server);
    return { server, host: host! };
  };

  describe('an event', () => {
    it('is heard by all who subscribe, in order, until they end it', async () => {
      const { host } = await start();
      const heard: string[] = [];
      const end = await host.subscribe('post.arrived', ({ text }, { isOwn }) => void heard.push(`${text} ${isOwn}`));
      for (const text of ['one', 'two', 'three']) await host.publish('post.arrived', { text });
      await expect.poll(() => heard).toEqual(['one true', 'two true', 'three true']);
      end();
      await host.subscribe('post.arrived', ({ text }) => void heard.push(`second ${text}`));
      await host.publish('post.arrived', { text: 'four' });
      await expect.poll(() => heard.at(-1)).toBe('second four');
      expect(heard).toHaveLength(4);
    });

    it('may be large, and keeps its place between small ones', async () => {
      const { host } = await start();
      const heard: string[] = [];
      await host.subscribe('post.arrived', ({ text }) => void heard.push(text));
      const long = '漢"\n'.repeat(50_000);
      for (const text of ['before', long, 'after']) await host.publish('post.arrived', { text });
      await expect.poll(() => heard.length).toBe(3);
      expect(heard).toEqual(['before', long, 'after']);
    });

    it('whose subscriber throws or hangs is named, and heard by the others', async () => {
      const { host, server } = await start();
      const heard: string[] = [];
      await host.subscribe('post.arrived', () => {
        throw new Error('no room');
      });
      await host.subscribe('post.arrived', () => new Promise(() => {}));
      await host.subscribe('post.arrived', ({ text }) => void heard.push(text));
      await host.publish('post.arrived', { text: 'one' });
      await expect.poll(() => heard).toEqual(['one']);
      const what = 'plugin post: its subscriber of "post.arrived": ';
      for (const why of ['no room', 'took longer than 1500 ms'])
        await expect.poll(() => server.logged.join()).toContain(JSON.stringify(`${what}${why}`).slice(1, -1));
    });

    it('of the product cannot be published by a plugin', async () => {
      const { host } = await start();
      await expect(host.publish('before-stop', {})).rejects.toThrow('the product\u2019s own'.replace('\u2019', "'"));
    });
  });

  describe('the product', () => {
    it('tells who has signed in, which account was closed and which settings were changed', async () => {
      const heard: unknown[] = [];
      const { server } = await start(undefined, async (host) => {
        for (const each of ['signed-in', 'account-closed', 'settings-changed'] as const)
          await host.subscribe(each, (data) => void heard.push([each, data]));
      });
      const admins = server.app.gate.rows('admin');
      const fields = { nickname: 'x', password: secret, group_ids: [1], status: 1 as const };
      const [first, second] = [
        await admins.add({ username: 'first', ...fields }),
        await admins.add({ username: 'second', ...fields }),
      ];
      const token = await server.signIn('first', secret);
      await expect.poll(() => heard).toContainEqual(['signed-in', { realm: 'admin', id: first.id, username: 'first' }]);
      const { json } = await server.request('POST', '/api/admin/routine.Config/edit', {
        token,
        body: { site_name: 'Told' },
      });
      expect(json.code, json.msg).toBe(1);
      await expect.poll(() => heard).toContainEqual(['settings-changed', { group: 'basics' }]);
      await admins.edit(second.id, { nickname: 'still here' });
      await admins.edit(second.id, { status: 0 });
      await expect.poll(() => heard).toContainEqual(['account-closed', { realm: 'admin', id: second.id }]);
      await admins.del([first.id]);
      await expect.poll(() => heard).toContainEqual(['account-closed', { realm: 'admin', id: first.id }]);
      expect(heard).toHaveLength(4);
    });

    it('waits for whoever ends something before it stops, and still answers meanwhile', async () => {
      const order: string[] = [];
      const { server } = await start(undefined, async (host) => {
        await host.subscribe('before-stop', async () => {
          order.push(`answers ${(await fetch(`${server.address}/config.json`)).status}`);
        });
        await host.subscribe('after-stop', () => void order.push('stopped'));
      });
      await server.close();
      expect(order).toEqual(['answers 200', 'stopped']);
    });
  });

  describe.runIf(name === 'postgres')('two instances', () => {
    it('both hear an event, and each knows whose it is', async () => {
      const where = await place();
      const heard: string[] = [];
      const begin = (instance: string) => (host: PluginHost) =>
        host.subscribe(
          'post.arrived',
          ({ text }, { isOwn }: EventOrigin) => void heard.push(`${instance} ${text} ${isOwn}`),
        );
      const first = await start(where, begin('first'));
      await start({ ...where, dataDir: folder() }, begin('second'));
      await first.host.publish('post.arrived', { text: 'hello' });
      await expect.poll(() => heard.toSorted()).toEqual(['first hello true', 'second hello false']);
    });

    it('hear again after the connection broke, and are told that they may have missed something', async () => {
      const where = await place();
      const heard: string[] = [];
      let missed = 0;
      const first = await start(where, (host) =>
        host.subscribe(
          'post.arrived',
          ({ text }) => void heard.push(text),
          () => (missed += 1),
        ),
      );
      const { database } = first.server.app;
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'back-office events'`.execute(database.read);
      let count = 0;
      await expect
        .poll(async () => {
          await first.host.publish('post.arrived', { text: `again ${(count += 1)}` });
          return heard.length;
        })
        .toBeGreaterThan(0);
      expect(missed).toBe(1);
    });
  });

  it.runIf(name === 'postgres')('listens by one connection, whoever listens', async () => {
    const { host, server } = await start();
    for (let count = 0; count < 3; count += 1) await host.subscribe('post.arrived', () => {});
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'back-office events'`.execute(server.app.database.read);
    expect(rows).toHaveLength(1);
  });
});
