import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const secret = 'Person-1';

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  const serve = async (where: Place, faults = 0): Promise<TestServer> => {
    servers.push(await startServer(where, { faults }));
    return servers.at(-1)!;
  };
  const stop = async (): Promise<void> => {
    for (const server of servers.splice(0)) await server.close();
  };
  afterEach(stop);
  const save = async (server: TestServer, action: string, body: Record<string, unknown>) => {
    const token = await server.signIn();
    const { json } = await server.request('POST', `/api/admin/auth.admin/${action}`, { token, body });
    return { code: json.code, msg: json.msg, errors: json.data?.['errors'] };
  };
  const person = (username: string) => ({ username, nickname: username, password: secret, group_ids: [1] });
  const names = async (server: TestServer): Promise<string[]> =>
    (await server.app.gate.rows('admin').list()).map(({ username }) => username);
  const signsIn = async (server: TestServer, username: string, password: string): Promise<number> =>
    (await server.request('POST', '/api/admin/Index/login', { body: { username, password } })).json.code;

  it('are one account each, however they are written', async () => {
    const server = await serve(await place());
    expect((await save(server, 'add', person('lowly'))).code).toBe(1);
    for (const username of ['Lowly', 'LOWLY', 'lowly'])
      expect(await save(server, 'add', person(username))).toEqual({
        code: 0,
        msg: 'Username is already in use. Please choose another',
        errors: { username: 'Already in use. Please choose another' },
      });
    expect((await save(server, 'add', person('other'))).code).toBe(1);
    const [lowly, other] = (await server.app.gate.rows('admin').list()).slice(1);
    expect((await save(server, 'edit', { id: other!.id, username: 'LowLy' })).errors).toHaveProperty('username');
    // One's own name in other letters is nobody else's.
    expect((await save(server, 'edit', { id: lowly!.id, username: 'LowLy' })).code).toBe(1);
    expect(await names(server)).toEqual(['admin', 'LowLy', 'other']);
    expect((await save(server, 'edit', { id: lowly!.id, username: 'newname' })).code).toBe(1);
    expect((await save(server, 'edit', { id: other!.id, username: 'LOWLY' })).code).toBe(1);
  });

  it('are told apart by the database too, when several are added at once on every instance', async () => {
    const where = await place();
    const first = await serve(where);
    const instances = name === 'postgres' ? [first, await serve(where)] : [first];
    const token = await first.signIn();
    const answers = await Promise.all(
      ['someone', 'Someone', 'SOMEONE', 'someOne'].map((username, at) =>
        instances[at % instances.length]!.request('POST', '/api/admin/auth.admin/add', {
          token,
          body: person(username),
        }),
      ),
    );
    expect(answers.map(({ json }) => json.code).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    const twice = first.app.database.write(({ db }) =>
      sql`UPDATE admin SET name_key = 'admin' WHERE id <> 1`.execute(db),
    );
    await expect(twice).rejects.toThrow();
  });

  it('of an earlier version go on, and the start names those that differ in capital letters only', async () => {
    const where = await place();
    const before = await serve(where);
    const ids: number[] = [];
    for (const username of ['lowly', 'double', 'third'])
      ids.push((await before.app.gate.rows('admin').add(person(username) as never)).id);
    await before.app.database.write(async ({ db }) => {
      await sql`UPDATE admin SET name_key = NULL`.execute(db);
      await sql`UPDATE admin SET username = 'Lowly' WHERE id = ${ids[1]}`.execute(db);
    });
    await stop();

    const server = await serve(where, 1);
    expect(server.app.faults[0]).toMatch(/“lowly” and “Lowly”|“lowly”与“Lowly”/);
    for (const username of ['lowly', 'Lowly', 'third', 'THIRD', 'ADMIN'])
      expect(await signsIn(server, username, username === 'ADMIN' ? 'Canary-7391' : secret), username).toBe(1);
    for (const username of ['LOWLY', 'Third'])
      expect((await save(server, 'add', person(username))).errors).toHaveProperty('username');
    expect((await save(server, 'edit', { id: ids[1], nickname: 'still saved' })).code).toBe(1);
    expect((await save(server, 'edit', { id: ids[1], username: 'renamed' })).code).toBe(1);
    await stop();
    expect((await names(await serve(where))).toSorted()).toEqual(['admin', 'lowly', 'renamed', 'third']);
  });
});
