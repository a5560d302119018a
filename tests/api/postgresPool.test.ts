import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { job } from '#plugin';
import { postgresPool } from '../../src/server/database/postgresPool.ts';
import { transact } from '../../src/server/database/postgres/transact.ts';
import { jobsOf } from '../../src/server/jobs/registeredJob.ts';
import { postgresQueue } from '../../src/server/jobs/postgresQueue.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { placesOn, testedDatabases } from '../support/databases.ts';
import { dumbNetwork } from '../support/dumbNetwork.ts';

describe.runIf(testedDatabases.includes('postgres'))('connections to PostgreSQL', () => {
  const place = placesOn('postgres');

  it('waits for one that others have longer than one may take to be made', async () => {
    const { databaseUrl } = await place();
    const connect = 500;
    const pool = postgresPool(databaseUrl!, { connections: 1, connect }, () => {});
    // A busy machine may need longer for the first one.
    const held = await vi.waitFor(() => pool.connect(), { timeout: 300_000 });
    const waiting = sql<{ one: number }>`SELECT 1 AS one`.execute(pool.db);
    await sleep(connect * 1.5);
    held.release();
    expect((await waiting).rows).toEqual([{ one: 1 }]);
    await pool.db.destroy();
  });

  it('says soon that a server does not answer, however many wait', async () => {
    // A server that takes the connection and says nothing.
    const silent = createServer();
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const pool = postgresPool(`postgres://nobody@127.0.0.1:${port}/none`, { connections: 1, connect: 200 }, () => {});
    await expect(pool.connect()).rejects.toMatchObject({ key: 'database:unavailable' });
    await pool.end();
    silent.close();
  });

  it('gives a connection up that has fallen silent, within a transaction too, and takes another', async () => {
    const { databaseUrl } = await place();
    const network = await dumbNetwork(databaseUrl!);
    const silence = 5000;
    const pool = postgresPool(network.url, { connections: 1, silence }, () => {});
    const one = () => sql<{ one: number }>`SELECT 1 AS one`.execute(pool.db);
    const alone = { guarded: new Set<string>(), committed: pool.db, shard: 0, isExpecting: false };
    await vi.waitFor(one, { timeout: 300_000 });
    network.swallow();
    await expect(one()).rejects.toMatchObject({ key: 'database:unavailable' });
    expect((await one()).rows).toEqual([{ one: 1 }]);
    const cut = transact(pool, alone, async ({ db }) => {
      await sql`SELECT 1`.execute(db);
      network.swallow();
      await sql`SELECT 1`.execute(db);
    });
    await expect(cut).rejects.toMatchObject({ key: 'database:unavailable' });
    expect((await one()).rows).toEqual([{ one: 1 }]);
    await pool.db.destroy();
    await network.close();
  });

  it('gives one up, too, over which it looks for jobs', async () => {
    const where = await place();
    const network = await dumbNetwork(where.databaseUrl!);
    const database = await openDatabase(where, () => {});
    const [send] = jobsOf([{ name: 'post', jobs: [job({ name: 'send', run() {} })] }]);
    const queue = await postgresQueue(network.url, database, [send!], { look: 60_000 }, () => {}, 5000);
    const look = () =>
      queue.take(send!, 1).then(
        (taken) => taken,
        () => 'silent',
      );
    await expect.poll(look).toEqual([]);
    network.swallow();
    expect(await look()).toBe('silent');
    await expect.poll(look).toEqual([]);
    await queue.close();
    await database.close();
    await network.close();
  });
});
