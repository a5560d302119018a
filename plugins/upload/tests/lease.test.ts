import { expect } from 'vitest';
import { sql } from 'kysely';
import type { PluginHost } from '#plugin';
import { testPlugin, waitingTransactions, type TestServer } from '#test';
import { Leases } from '../server/resumable/lease.ts';
import { upload } from '../server.ts';
import { tusClient } from './tus.ts';

let host: PluginHost;
const plugins = [upload(), { name: 'witness', start: (given: PluginHost) => void (host = given) }];
/** An upload that was begun, and its leases. */
async function begin(server: TestServer) {
  await tusClient(server, await server.signIn()).begin(3);
  const rows = host.rows('unfinished_upload', host.system);
  const { id, uuid } = (await rows.list())[0]!;
  const leases = new Leases({ host } as never);
  const take = (wanted = () => {}, signal?: AbortSignal) => leases.take(id, uuid, wanted, signal);
  return { rows, id, take };
}

/** Seconds that the clock of the server goes ahead. */
let ahead = 0;
const now = (): number => Math.floor(Date.now() / 1000) + ahead;
testPlugin(
  'whoever holds an upload goes on holding it, whatever the clocks of other servers say',
  plugins,
  async (server) => {
    const { rows, id, take } = await begin(server);
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
    let end: unknown;
    const waiting = take().then(
      () => (end = 'taken'),
      (error: unknown) => (end = error),
    );
    for (let beat = 1; end === undefined; beat += 1) await rows.edit(id, { beat });
    await waiting;
    expect(end).toMatchObject({ key: 'upload:resume.busy' });
    // Something silent is dead.
    await (
      await take()
    )();
    expect(await rows.get(id)).toMatchObject({ holder: null });
  },
  { now },
);

testPlugin('whoever was taken for dead and lives is told to end', plugins, async (server) => {
  const { rows, id, take } = await begin(server);
  const told = Promise.withResolvers<void>();
  const release = await take(told.resolve);
  await rows.edit(id, { holder: 'another' });
  await told.promise;
  await release();
  expect(await rows.get(id)).toMatchObject({ holder: 'another' });
});

testPlugin(
  'who was taken for dead ends nothing that another has taken',
  plugins,
  async (server, { database: name }) => {
    if (name === 'sqlite') return;
    const { database } = server.app;
    const { rows, id, take } = await begin(server);
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
  },
);
