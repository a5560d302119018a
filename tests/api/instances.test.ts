import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database, Sql } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { postgresPool } from '../../src/server/database/postgresPool.ts';
import { eachDatabase, temporaryFolder, type Place } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';
import { personWith, saveSettings } from '../support/settingsPage.ts';
import { startServer, type Asked, type TestServer } from '../support/server.ts';

type Asking = readonly [method: string, action: string, asked: Asked];
const secret = 'Second-8134';
const folder = temporaryFolder();

eachDatabase((name, _open, place) => {
  describe('three programs that start at once on an empty database', () => {
    const running: Program[] = [];
    let where: Place;
    /** The data folder stands for the machine: on PostgreSQL each instance has its own. */
    beforeAll(async () => {
      where = await place();
      for (let each = 0; each < 3; each += 1) {
        const environment: Record<string, string> =
          name === 'postgres' ? { DATA_DIR: folder(), DATABASE_URL: where.databaseUrl! } : { DATA_DIR: where.dataDir };
        // Of those that share a folder one gets as far as its plugins.
        const project = inject(name === 'postgres' ? 'productFolder' : 'coreFolder');
        running.push(runProgram({ ...environment, ADMIN_PASSWORD: secret }, project));
      }
      await Promise.allSettled(running.map(({ address }) => address));
    });
    afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

    const signIn = async (address: string): Promise<number> => {
      const answer = await fetch(`${address}/api/admin/Index/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: secret }),
      });
      return ((await answer.json()) as { code: number }).code;
    };

    it.runIf(name === 'postgres')('all come up, and the one first administrator signs in at each', async () => {
      const addresses = await Promise.all(running.map(({ address }) => address));
      expect(await Promise.all(addresses.map(signIn))).toEqual([1, 1, 1]);
      expect(running.map(({ output }) => output.err)).toEqual(['', '', '']);
      expect(running.filter(({ output }) => output.out.includes(secret))).toHaveLength(1);
    });

    it.runIf(name === 'sqlite')('one comes up; the others say that the folder is taken', async () => {
      const settled = await Promise.allSettled(running.map(({ address }) => address));
      const [up] = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2);
      expect(await signIn(up!)).toBe(1);
      running.forEach(({ child }) => child.kill('SIGTERM'));
      await Promise.all(running.map(({ ended }) => ended));
    });

    it('make one administrator, one group and each rule once', async () => {
      const database = await openDatabase(where);
      const namesIn = async (table: string, column: string): Promise<unknown[]> =>
        (await database.read.selectFrom(table).select(column).execute()).map((row) => row[column]);
      expect(await namesIn('admin', 'username')).toEqual(['admin']);
      expect(await namesIn('admin_group', 'is_super')).toEqual([1]);
      const rules = await namesIn('admin_rule', 'name');
      expect(rules).toContain('auth/admin/edit');
      expect(new Set(rules).size).toBe(rules.length);
      expect(await database.read.selectFrom('admin_rule').where('version', '>', 1).select('name').execute()).toEqual(
        [],
      );
      await database.close();
    });
  });

  it.runIf(name === 'postgres')(
    'opens an empty database from several instances at once: one makes what all need',
    async () => {
      const where = await place();
      const pools = [1, 2].map(() => postgresPool(where.databaseUrl!, { connections: 1, unhurried: true }, () => {}));
      const [first, watching] = pools.map(({ db }) => db) as [Sql, Sql];
      const waiting = sql<{ n: number }>`SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      const made = Promise.withResolvers<void>();
      // What has the table's name and is not committed stops the instance that makes it: the others wait until that one is done.
      const making = first.transaction().execute(async (transaction) => {
        await sql`CREATE TABLE table_change (name text)`.execute(transaction);
        made.resolve();
        await expect.poll(async () => (await waiting.execute(watching)).rows).toEqual([{ n: 2 }]);
        throw new Error('not kept');
      });
      await made.promise;
      const opening = Promise.all([1, 2, 3].map(() => openDatabase(where)));
      await expect(making).rejects.toThrow('not kept');
      const databases = await opening;
      const write = (database: Database): Promise<void> => database.write(async ({ touch }) => touch('note'));
      await Promise.all(databases.map(write));
      await Promise.all([...databases, ...pools].map((each) => ('close' in each ? each.close() : each.end())));
    },
  );

  // A folder has one server, so two of them share PostgreSQL only.
  describe.runIf(name === 'postgres')('two instances', () => {
    const servers: TestServer[] = [];
    let round = 0;
    beforeAll(async () => {
      const where = await place();
      for (let each = 0; each < 2; each += 1) servers.push(await startServer(where));
      await servers[0]!.app.gate.rows('admin_group').add({ name: 'ordinary', pid: 1 });
    });
    afterAll(() => Promise.all(servers.map((server) => server.close())));

    /** Two super administrators and no other, one signed in at each instance. */
    const twoSupers = async (): Promise<{ id: number; token: string }[]> => {
      const rows = servers[0]!.app.gate.rows('admin');
      const names = ['first', 'second'].map((username) => `${username}_${(round += 1)}`);
      const made = [];
      for (const username of names)
        made.push((await rows.add({ username, nickname: username, password: secret, group_ids: [1], status: 1 })).id);
      for (const { id } of await rows.list()) if (!made.includes(id)) await rows.del([id]);
      return Promise.all(made.map(async (id, at) => ({ id, token: await servers[at]!.signIn(names[at]!, secret) })));
    };
    const act = async (at: number, token: string, [method, action, asked]: Asking): Promise<number> =>
      (await servers[at]!.request(method, `/api/admin/auth.admin/${action}`, { token, ...asked })).json.code;

    it('an action that is opened at one is open at the other, until it is closed there', async () => {
      const [one, other] = servers as [TestServer, TestServer];
      const boss = await one.signIn();
      const lowly = await personWith(other, 'auth', 'auth/admin', 'auth/admin/index');
      const may = async (): Promise<boolean> => {
        const { json } = await other.request('GET', '/api/admin/auth.admin/manifest', { token: lowly });
        return (json.data['actions'] as readonly string[]).includes('add');
      };
      expect(await may()).toBe(false);
      for (const [urls, isOpen] of [
        [['https://a.example/admin/auth/admin/add'], true],
        [[], false],
      ] as const) {
        expect(await saveSettings(one, boss, { urls })).toMatchObject({ code: 1 });
        await expect.poll(may).toBe(isOpen);
      }
    });

    it.each([
      ['disable', (other: number): Asking => ['POST', 'edit', { body: { id: other, status: 0 } }]],
      ['delete', (other: number): Asking => ['DELETE', 'del', { query: { ids: [other] } }]],
      ['demote', (other: number): Asking => ['POST', 'edit', { body: { id: other, group_ids: [2] } }]],
    ])('keep one of the last two super administrators, when these %s each other at once', async (_name, asking) => {
      const rows = servers[0]!.app.gate.rows('admin');
      for (let times = 0; times < 4; times += 1) {
        const [first, second] = await twoSupers();
        const codes = await Promise.all([
          act(0, first!.token, asking(second!.id)),
          act(1, second!.token, asking(first!.id)),
        ]);
        expect(codes.filter((code) => code === 1)).toHaveLength(1);
        const left = (await rows.list({ status: 1 })).filter(({ group_ids: groups }) => groups.includes(1));
        expect(left).toHaveLength(1);
      }
    });
  });
});
