import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { noChoice } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

const article = 'content/article';
const compact = { ...noChoice, more: ['day'], widths: { title: 300 }, density: 'compact' };
type Body = Readonly<Record<string, unknown>>;

eachDatabase((databaseName, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(
      await startServer(await place(), { resources: [...sampleTables, ...guests.resources!], plugins: [guests] }),
    );
    return servers.at(-1)!;
  };
  const call = async (server: TestServer, token: string, name: string, body: Body) =>
    (await server.request('POST', `/api/admin/ajax/${name}`, { token, body })).json;
  const save = (server: TestServer, token: string, columns: unknown, more: Body = {}) =>
    call(server, token, 'saveColumns', { table: article, columns, ...more });
  const columns = async (server: TestServer, token: string, controller = 'content.article'): Promise<unknown> =>
    (await server.request('GET', `/api/admin/${controller}/manifest`, { token })).json.data['columns'];
  const person = async (server: TestServer, username: string, nodes: readonly string[]): Promise<string> => {
    await addPerson(server.app.gate, username, 'Clerk-1234', nodes);
    return server.signIn(username, 'Clerk-1234');
  };
  const index = [`${article}/index`];

  it('keeps the columns of a list and of its views for one person, and forgets them', async () => {
    const server = await serve();
    const [mine, theirs] = [await server.signIn(), await person(server, 'bob', index)];
    expect(await columns(server, mine)).toBeUndefined();
    expect((await save(server, mine, noChoice)).code).toBe(1);
    expect((await save(server, mine, { ...compact, more: ['day', 3], density: 'x', other: 1 })).code).toBe(1);
    const { data } = await call(server, mine, 'saveView', { table: article, name: 'All', sharing: 'all', state: {} });
    const view = data['id'] as number;
    await save(server, theirs, compact, { view });
    expect(await columns(server, mine)).toEqual({ 0: { ...compact, density: 'middle' } });
    expect(await columns(server, theirs)).toEqual({ [view]: compact });
    expect(await columns(server, mine, 'content.tag')).toBeUndefined();
    await save(server, mine, compact, { view });
    expect(await columns(server, mine)).toEqual({ 0: { ...compact, density: 'middle' }, [view]: compact });
    await save(server, mine, null);
    expect(await columns(server, mine)).toEqual({ [view]: compact });
    expect(await columns(server, theirs)).toEqual({ [view]: compact });
    await call(server, mine, 'deleteView', { table: article, id: view });
    expect(await server.app.gate.rows('preference').list()).toEqual([]);
    const log = await server.app.gate.rows('admin_log').list();
    expect(log.map(({ url }) => url).filter((url) => url!.includes('saveColumns'))).toEqual([]);
  });

  it('refuses tables that nobody may list, views of others, and what is too long', async () => {
    const server = await serve();
    const [admin, bob] = [await server.signIn(), await person(server, 'bob', index)];
    const writer = await person(server, 'writer', [`${article}/add`]);
    for (const table of ['content/none', 'preference', '', 1, null, undefined])
      expect((await save(server, admin, compact, { table })).code, String(table)).toBe(401);
    expect((await save(server, bob, compact, { table: 'content/tag' })).code).toBe(401);
    expect((await save(server, writer, compact)).code).toBe(401);
    const { data } = await call(server, admin, 'saveView', { table: article, name: 'Mine', state: {} });
    expect(await save(server, bob, compact, { view: data['id'] })).toMatchObject({ code: 0, msg: 'Record not found' });
    expect((await save(server, admin, compact, { table: 'content/tag', view: data['id'] })).code).toBe(0);
    expect(await save(server, admin, { order: ['x'.repeat(20_000)] })).toMatchObject({
      code: 0,
      msg: "This preference can't be saved",
    });
    expect((await save(server, admin, 'wide')).code).toBe(0);
    expect(await server.app.gate.rows('preference').list()).toEqual([]);
  });

  it.runIf(databaseName === 'postgres')('keeps one of two that are chosen at a time', async () => {
    const server = await serve();
    const { database, gate } = server.app;
    const token = await server.signIn();
    const asked: ReturnType<typeof save>[] = [];
    await database.write(async ({ db }) => {
      await sql`LOCK TABLE preference IN SHARE MODE`.execute(db);
      for (const [at, choice] of [noChoice, compact].entries()) {
        asked.push(save(server, token, choice));
        await expect.poll(() => waitingTransactions(database)).toBe(at + 1);
      }
    });
    expect(await Promise.all(asked)).toMatchObject([{ code: 1 }, { code: 1 }]);
    expect(await gate.rows('preference').list()).toMatchObject([{ value: compact }]);
  });

  it('is gone with its account', async () => {
    const server = await serve();
    const [admin, bob] = [await server.signIn(), await person(server, 'bob', index)];
    await save(server, bob, compact);
    await save(server, admin, compact);
    await server.request('DELETE', '/api/admin/auth.admin/del?ids[]=2', { token: admin });
    expect(await server.app.gate.rows('preference').list()).toMatchObject([{ realm: 'admin', account_id: 1 }]);
  });

  it('is for the people of another realm too', async () => {
    const server = await serve();
    await server.app.gate.rows('guest').add({ username: 'one', password: 'Guest-1234' });
    const { json } = await server.request('POST', '/api/guest/session/login', {
      body: { username: 'one', password: 'Guest-1234' },
    });
    const headers = { 'x-guest-token': (json.data['userInfo'] as { token: string }).token };
    const body = { table: 'shop/wish', columns: compact };
    expect((await server.request('POST', '/api/guest/ajax/saveColumns', { headers, body })).json.code).toBe(1);
    const manifest = await server.request('GET', '/api/guest/shop.wish/manifest', { headers });
    expect(manifest.json.data['columns']).toEqual({ 0: compact });
    // An administrator with the same number is somebody else.
    expect(await columns(server, await server.signIn(), 'shop.wish')).toBeUndefined();
    expect((await server.request('POST', '/api/guest/ajax/saveColumns', { body })).json.code).toBe(302);
  });

  it('is how each administrator has arranged the dashboard', async () => {
    const server = await serve();
    const [admin, bob] = [await server.signIn(), await person(server, 'bob', ['dashboard/index'])];
    const arrangement = async (token: string): Promise<unknown> =>
      (await server.request('GET', '/api/admin/Dashboard/index', { token })).json.data['arrangement'];
    const arranged = { order: ['b', 'a'], hidden: ['c'] };
    expect((await call(server, admin, 'saveDashboard', { arrangement: arranged })).code).toBe(1);
    expect(await arrangement(admin)).toEqual(arranged);
    expect(await arrangement(bob)).toBeUndefined();
    await call(server, admin, 'saveDashboard', { arrangement: null });
    expect(await arrangement(admin)).toBeUndefined();
    expect((await call(server, admin, 'saveDashboard', { arrangement: { hidden: ['x'.repeat(20_000)] } })).code).toBe(
      0,
    );
    expect((await server.request('POST', '/api/admin/ajax/saveDashboard', { body: {} })).json.code).toBe(302);
  });
});
