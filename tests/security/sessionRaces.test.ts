import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { forgetEvents } from '../../src/server/security/forgetEvents.ts';
import { SecurityLog } from '../../src/server/security/securityLog.ts';
import { twoStepRows } from '../../src/server/session/twoStep/twoStepRows.ts';
import { eachDatabase } from '../support/databases.ts';
import { securityServers } from '../support/securityServers.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitingTransactions } from '../support/waitingTransactions.ts';

eachDatabase((name, _open, place) => {
  // SQLite has one writer at a time.
  const isTested = name === 'postgres';
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(await startServer(await place()));
    return servers.at(-1)!;
  };

  it.runIf(isTested)('draws a picture for each of two who ask with one id', async () => {
    const server = await serve();
    const { database } = server.app;
    const id = randomUUID();
    let asked: ReturnType<TestServer['request']> | undefined;
    await database.write(async ({ db }) => {
      await sql`INSERT INTO captcha (key, purpose, targets, tries, expire_time)
        VALUES (${id}, '', '[]', 2, 4000000000)`.execute(db);
      asked ??= server.request('GET', '/api/common/clickCaptcha', { query: { id } });
      await expect.poll(() => waitingTransactions(database)).toBe(1);
    });
    expect((await asked!).json).toMatchObject({ code: 1, data: { id } });
    const { rows } = await sql`SELECT key, tries FROM captcha`.execute(database.read);
    expect(rows).toEqual([{ key: id, tries: 0 }]);
  });

  it.runIf(isTested)(
    'leaves connections to other requests while a crowd of sign-ins waits for the database',
    async () => {
      const server = await serve();
      const { database } = server.app;
      const token = await server.signIn();
      const crowd: ReturnType<TestServer['request']>[] = [];
      const signIn = (at: number) =>
        server.request('POST', '/api/admin/Index/login', {
          body: { username: `nobody${at}`, password: 'Wrong-Horse 1' },
        });
      await database.write(async ({ db }) => {
        await sql`LOCK TABLE sign_in_failure IN ACCESS EXCLUSIVE MODE`.execute(db);
        for (let at = 0; at < 40; at += 1) crowd.push(signIn(at));
        await expect.poll(() => waitingTransactions(database)).toBeGreaterThan(0);
        for (let times = 0; times < 10; times += 1) {
          // PostgreSQL ends a transaction that is silent for long.
          await sql`SELECT 1`.execute(db);
          expect((await server.request('GET', '/api/admin/auth.Admin/index', { token })).json.code).toBe(1);
        }
        expect(await waitingTransactions(database)).toBeLessThan(5);
      });
      for (const answer of crowd) expect((await answer).json.code).toBe(0);
    },
  );

  it.runIf(isTested)('leaves the recovery codes of one of two who ask for new ones', async () => {
    const { database } = (await serve()).app;
    const account = { realm: 'admin' as const, id: 1 };
    const codes = (of: string) => Array.from({ length: 10 }, (_, at) => `${of} ${at}`);
    await database.write(({ db }) => twoStepRows.begin(db, account, 'secret', 1));
    let second: Promise<void> | undefined;
    await database.write(async ({ db }) => {
      await twoStepRows.setCodes(db, account, codes('first'));
      let isOver = false;
      second ??= database
        .write((write) => twoStepRows.setCodes(write.db, account, codes('second')))
        .finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await waitingTransactions(database)) === 1).toBe(true);
    });
    await second;
    const { rows } = await sql<{ hash: string }>`SELECT hash FROM two_step_recovery ORDER BY hash`.execute(
      database.read,
    );
    expect(rows.map(({ hash }) => hash)).toEqual(codes('second'));
  });

  it.runIf(isTested)('notes once that old entries of the security log were removed', async () => {
    const { database } = (await serve()).app;
    const errors: unknown[] = [];
    const old = sql`SELECT id FROM security_log WHERE kind = 'sign_in'`;
    await servers.at(-1)!.signIn();
    await expect.poll(async () => (await old.execute(database.read)).rows.length).toBe(1);
    const stops: (() => Promise<void>)[] = [];
    const now = () => Math.floor(Date.now() / 1000) + 100 * 86_400;
    const messages = { translate: (_language: string, key: string) => key };
    const events = new SecurityLog({ database, log: pino({ level: 'silent' }), messages, now });
    const parts = { database, events, now, days: async () => 1, failed: (error: unknown) => void errors.push(error) };
    await database.write(async ({ db }) => {
      await sql`SELECT 1 FROM security_log FOR UPDATE`.execute(db);
      for (const count of [1, 2]) {
        if (stops.length < count) stops.push(forgetEvents(parts));
        await expect.poll(() => waitingTransactions(database)).toBe(count);
      }
    });
    for (const stop of stops) await stop();
    await events.close();
    const { rows } = await sql<{ detail: string }>`SELECT detail FROM security_log WHERE kind = 'log'`.execute(
      database.read,
    );
    expect(rows).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
