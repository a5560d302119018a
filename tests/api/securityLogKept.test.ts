import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Problem } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { addLowly, entries, securityServers, reported } from '../support/securityServers.ts';
import { password } from '../support/server.ts';

const login = '/api/admin/Index/login';
const day = 86_400;

eachDatabase((_name, _open, place) => {
  const { servers, serve, pass } = securityServers(place);

  describe('nobody changes an entry', () => {
    it('through the product, the system’s own code among them', async () => {
      const server = await serve();
      const token = await server.signIn();
      const rows = server.app.gate.rows('security_log');
      await expect.poll(async () => (await entries(server)).length).toBeGreaterThan(0);
      const { id } = (await entries(server))[0]!;
      for (const change of [
        () => rows.edit(id, { username: 'nobody' } as never),
        () => rows.del([id]),
        () => rows.add({ kind: 'sign_in', outcome: 'success' } as never),
        () => server.app.gate.addAll('security_log', [{ kind: 'sign_in', outcome: 'success' } as never]),
      ])
        await expect(change()).rejects.toThrow(Problem);
      for (const [method, action] of [
        ['POST', 'add'],
        ['POST', 'edit'],
        ['DELETE', 'del'],
        ['POST', 'sortable'],
        ['DELETE', 'destroy'],
      ] as const) {
        const { json } = await server.request(method, `/api/admin/auth.securityLog/${action}`, {
          token,
          ...(method === 'POST' ? { body: { id, username: 'nobody' } } : { query: { ids: [id] } }),
        });
        expect(json.code).toBe(401);
      }
      expect((await entries(server)).find((entry) => entry.id === id)!.username).not.toBe('nobody');
    });

    it('in the database, however it is asked', async () => {
      const server = await serve();
      await server.signIn();
      await expect.poll(async () => (await entries(server)).length).toBeGreaterThan(0);
      const before = await entries(server);
      for (const statement of [
        `UPDATE security_log SET username = 'nobody'`,
        `DELETE FROM security_log`,
        `DELETE FROM security_log WHERE id = ${before[0]!.id}`,
      ])
        await expect(server.app.database.write(({ db }) => sql.raw(statement).execute(db))).rejects.toThrow();
      // Others may have come since.
      expect((await entries(server)).slice(0, before.length)).toEqual(before);
    });
  });

  it('keeps entries for as long as the setting says, notes that old ones went, and lets nobody set less than thirty days', async () => {
    const where = await place();
    const server = await serve(where);
    const token = await server.signIn();
    const setTo = async (days: number) =>
      (await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { security_log_days: days } }))
        .json;
    expect((await setTo(29)).data).toMatchObject({ errors: { security_log_days: expect.any(String) as string } });
    expect((await setTo(40)).code).toBe(1);
    await expect.poll(async () => (await reported(server, 'sign_in')).length).toBe(1);
    const count = (await entries(server)).length;
    await server.close();
    servers.pop();
    pass(39 * day);
    const later = await serve(where);
    expect(await entries(later)).toHaveLength(count);
    await later.close();
    servers.pop();
    pass(2 * day);
    const last = await serve(where);
    await expect.poll(async () => (await entries(last)).map(({ kind }) => kind)).toEqual(['log']);
    expect((await entries(last))[0]!.detail).toMatchObject({ removed: count });
  });

  it('makes one entry of a minute of equal events, and few of a flood of different ones', async () => {
    const server = await serve();
    const refused = (at: number) =>
      server.request('GET', '/config.json', { headers: { 'x-forwarded-for': `198.51.100.${at}` } });
    const token = await server.signIn();
    await server.request('POST', '/api/admin/routine.Config/edit', {
      token,
      body: { no_access_ip: '198.51.100.0/24' },
    });
    for (let turn = 0; turn < 30; turn += 1) await refused(1);
    await expect.poll(async () => (await entries(server, { kind: 'address' })).length).toBe(1);
    pass(60);
    await refused(2);
    await expect
      .poll(async () => (await entries(server, { kind: 'address' })).map(({ ip, times }) => [ip, times]))
      .toEqual([
        ['198.51.100.1', 1],
        ['198.51.100.1', 29],
        ['198.51.100.2', 1],
      ]);
    await Promise.all(Array.from({ length: 250 }, (_, at) => refused(at + 3)));
    pass(60);
    await refused(1);
    await expect
      .poll(async () => (await entries(server, { kind: 'address', ip: '*' })).map(({ times }) => times))
      .toEqual([191]);
    expect((await entries(server, { kind: 'address' })).length).toBeLessThanOrEqual(3 + 59 + 2);
  });

  it('keeps who has signed in apart from any flood of those who have not', async () => {
    const server = await serve();
    const flood = (at: number) =>
      server.request('POST', login, {
        body: { username: `${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}nobody`, password: 'wrong' },
        headers: { 'x-forwarded-for': `198.51.100.${at % 70}` },
      });
    for (let at = 0; at < 75; at += 1) await flood(at);
    const from = { headers: { 'x-forwarded-for': '203.0.113.6' } };
    const right = await server.request('POST', login, { body: { username: 'admin', password }, ...from });
    await expect
      .poll(async () =>
        (await entries(server, { kind: 'sign_in', outcome: 'success' })).map((entry) => [
          entry.username,
          entry.ip,
          entry.request_id,
        ]),
      )
      .toEqual([['admin', '203.0.113.6', right.headers['x-request-id']]]);
  });

  it('folds what one caller is refused too often, and nothing of the others', async () => {
    const server = await serve();
    await addLowly(server);
    await addLowly(server, 'honest');
    const [lowly, honest] = [await server.signIn('lowly', 'Person-1'), await server.signIn('honest', 'Person-1')];
    const { gate } = server.app;
    const controllers = [...gate.models.values()].map(({ path }) => path.replace('/', '.')).slice(0, 5);
    for (const controller of controllers) {
      const url = `/api/admin/${controller}`;
      await server.request('GET', `${url}/index`, { token: lowly });
      await server.request('POST', `${url}/add`, { token: lowly, body: {} });
      await server.request('DELETE', `${url}/del`, { token: lowly, query: { ids: [1] } });
    }
    await server.request('GET', '/api/admin/routine.Config/index', { token: honest });
    await expect
      .poll(async () => (await entries(server, { kind: 'forbidden', username: 'honest' })).map(({ target }) => target))
      .toEqual(['/admin/routine.Config/index']);
    pass(60);
    await server.request('GET', '/api/admin/routine.Config/index', { token: honest });
    await expect
      .poll(async () =>
        (await entries(server, { kind: 'forbidden', username: 'lowly', target: '*' })).map(({ admin_id: id, ip }) => [
          id > 0,
          ip,
        ]),
      )
      .toEqual([[true, '*']]);
    expect((await entries(server, { kind: 'forbidden', username: 'lowly' })).length).toBeLessThan(12);
  });

  it('loses nothing that waits when the server stops', async () => {
    const where = await place();
    const server = await serve(where);
    for (let turn = 0; turn < 3; turn += 1)
      await server.request('POST', login, { body: { username: 'admin', password: 'wrong' } });
    await server.close();
    servers.pop();
    const again = await serve(where);
    const failed = (await entries(again, { kind: 'sign_in' })).map(({ times }) => Number(times));
    expect(failed.reduce((sum, times) => sum + times, 0)).toBe(3);
  });
});
