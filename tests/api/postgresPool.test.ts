import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { postgresPool } from '../../src/server/database/postgresPool.ts';
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
});
