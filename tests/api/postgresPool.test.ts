import { connect as connectTo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { postgresPool } from '../../src/server/database/postgresPool.ts';
import { transact } from '../../src/server/database/postgres/transact.ts';
import { placesOn, testedDatabases } from '../support/databases.ts';

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
    const silence = 1000;
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
});

/** A way to the server on which what is connected already can be made to go nowhere, without anybody being told. */
async function dumbNetwork(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const ways: [Socket, Socket][] = [];
  const server = createServer((client) => {
    const behind = connectTo(Number(port), hostname);
    ways.push([client, behind]);
    for (const socket of [client, behind]) socket.on('error', () => {});
    client.pipe(behind).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    swallow(): void {
      for (const way of ways) for (const socket of way) socket.unpipe().resume();
    },
    async close(): Promise<void> {
      for (const way of ways) for (const socket of way) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
