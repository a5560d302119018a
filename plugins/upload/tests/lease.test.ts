import { expect } from 'vitest';
import { sql } from 'kysely';
import type { PluginHost } from '#plugin';
import { testPlugin, waitingTransactions, type TestServer } from '#test';
import { Leases, type LeaseTimes } from '../server/resumable/lease.ts';
import { upload } from '../server.ts';
import { tusClient } from './tus.ts';

let host: PluginHost;
const plugins = [upload(), { name: 'witness', start: (given: PluginHost) => void (host = given) }];
/** An upload that was begun, and its leases by these times instead of the product's. */
async function begin(server: TestServer, times: LeaseTimes) {
  await tusClient(server, await server.signIn()).begin(3);
  const rows = host.rows('unfinished_upload', host.system);
  const { id, uuid } = (await rows.list())[0]!;
  const take = (wanted = () => {}, signal?: AbortSignal) =>
    new Leases({ host } as never, times).take(id, uuid, wanted, signal);
  /** By other times; this happens before each look at who holds it. */
  const takeBy = (others: LeaseTimes, before: () => Promise<unknown>) => {
    const transaction: PluginHost['transaction'] = async (...given) => {
      await before();
      return host.transaction(...given);
    };
    const looking = new Proxy(host, {
      get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)),
    });
    return new Leases({ host: looking } as never, others).take(id, uuid, () => {});
  };
  return { rows, id, take, takeBy };
}

const minute = 60_000;
/** Seconds that the clock of the server goes ahead. */
let ahead = 0;
const now = (): number => Math.floor(Date.now() / 1000) + ahead;
testPlugin(
  'whoever holds an upload goes on holding it, whatever the clocks of other servers say',
  plugins,
  async (server) => {
    const { rows, id, take, takeBy } = await begin(server, { lifetime: minute, patience: minute });
    const release = await take();
    ahead = 3600;
    try {
      // Who has no patience is told at once.
      await expect(take(undefined, AbortSignal.abort())).rejects.toMatchObject({ key: 'upload:resume.busy' });
    } finally {
      ahead = 0;
    }
    await release();
    await (
      await take()
    )();
    // As long as something says that it goes on, it is waited for in vain.
    await rows.edit(id, { holder: 'another', beat: 0 });
    let beat = 0;
    const brief = { lifetime: 150, patience: 1500 };
    await expect(takeBy(brief, () => rows.edit(id, { beat: (beat += 1) }))).rejects.toMatchObject({
      key: 'upload:resume.busy',
    });
    // Something silent is dead.
    await (
      await takeBy({ lifetime: 300, patience: minute }, async () => {})
    )();
    expect(await rows.get(id)).toMatchObject({ holder: null });
  },
  { now },
);

testPlugin('whoever was taken for dead and lives is told to end', plugins, async (server) => {
  const { rows, id, take } = await begin(server, { lifetime: 300, patience: minute });
  const told = Promise.withResolvers<void>();
  const release = await take(told.resolve);
  await rows.edit(id, { holder: 'another' });
  await told.promise;
  await release();
  expect(await rows.get(id)).toMatchObject({ holder: 'another' });
});

testPlugin.onPostgres('who was taken for dead ends nothing that another has taken', plugins, async (server) => {
  const { database } = server.app;
  const { rows, id, take } = await begin(server, { lifetime: minute, patience: minute });
  const release = await take();
  let released: Promise<void> | undefined;
  await database.write(async ({ db, touch }) => {
    await sql`SELECT 1 FROM unfinished_upload FOR UPDATE`.execute(db);
    released ??= release();
    await expect.poll(() => waitingTransactions(database)).toBe(1);
    await sql`UPDATE unfinished_upload SET holder = 'another', beat = 40`.execute(db);
    touch('unfinished_upload');
  });
  await released;
  expect(await rows.get(id)).toMatchObject({ holder: 'another', beat: 40 });
});
