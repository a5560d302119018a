import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sampleTables } from '../support/sampleTables.ts';

const clearCache = '/api/admin/ajax/clearCache';

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  let token = '';
  beforeAll(async () => {
    const where = await place();
    servers.push(await startServer(where, { resources: sampleTables }));
    // Several instances share a PostgreSQL.
    if (name === 'postgres') servers.push(await startServer(where, { resources: sampleTables }));
    token = await servers[0]!.signIn();
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  const clear = async (body: Record<string, unknown>, as = token) =>
    (await servers[0]!.request('POST', clearCache, { token: as, body })).json;
  /** Writes as only somebody does who goes round the server: it notices nothing. */
  const behind = (statement: ReturnType<typeof sql>) =>
    servers[0]!.app.database.write(({ db }) => statement.execute(db));
  const onEach = (ask: (server: TestServer) => Promise<unknown>) => Promise.all(servers.map(ask));
  const both = (value: unknown) => servers.map(() => value);
  const person = async (username: string): Promise<{ id: number; token: string }> => {
    const { gate } = servers[0]!.app;
    const { id: group } = await gate.rows('admin_group').add({ name: username, pid: 1 });
    const { id } = await gate
      .rows('admin')
      .add({ username, nickname: username, password: 'Person-1', group_ids: [group] });
    return { id, token: await servers[0]!.signIn(username, 'Person-1') };
  };

  it.each(['tp', 'all'])('forgets totals, rights, sessions and settings on every instance (%s)', async (type) => {
    const articles = servers[0]!.app.gate.rows('article');
    const { id: gone } = await articles.add({ title: 'gone', owner: 1 });
    await articles.add({ title: 'stays', owner: 1 });
    const disabled = await person(`disabled_${type}`);
    const ended = await person(`ended_${type}`);
    const total = async (server: TestServer) =>
      (await server.request('GET', '/api/admin/content.article/index', { token })).json.data['total'];
    const codeOf = (asked: string) => async (server: TestServer) =>
      (await server.request('GET', '/api/admin/Index/index', { token: asked })).json.code;
    const siteName = async (server: TestServer) =>
      ((await server.request('GET', '/config.json')).json as unknown as { siteName: string }).siteName;
    const seen = async () => [
      await onEach(total),
      await onEach(codeOf(disabled.token)),
      await onEach(codeOf(ended.token)),
      await onEach(siteName),
    ];

    const before = await seen();
    const counted = (before[0] as number[])[0]!;
    await behind(sql`DELETE FROM article WHERE id = ${gone}`);
    await behind(sql`UPDATE admin SET status = 0 WHERE id = ${disabled.id}`);
    await behind(sql`DELETE FROM session_token WHERE account_id = ${ended.id}`);
    await behind(
      sql`INSERT INTO setting (name, value) VALUES ('basics', ${JSON.stringify({ site_name: type })})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
    expect(await seen(), 'what is kept is what is answered').toEqual(before);
    expect(await clear({ type })).toMatchObject({ code: 1, msg: 'Server cache cleared', data: null });
    expect(await seen()).toEqual([both(counted - 1), both(302), both(302), both(type)]);
  });

  it('keeps who is signed in, and answers as before', async () => {
    const { token: other } = await person('somebody');
    await clear({ type: 'all' });
    for (const server of servers) {
      for (const each of [token, other])
        expect((await server.request('GET', '/api/admin/Index/index', { token: each })).json.data).toHaveProperty(
          'adminInfo',
        );
    }
  });

  describe.each([{}, { type: 'storage' }, { type: '' }, { type: ['tp'] }, { type: { tp: 'tp' } }, { type: 'TP' }])(
    '%j',
    (body) => {
      it('is a wrong parameter', async () => {
        const { code, msg, data } = await clear(body);
        expect({ code, msg, data }).toEqual({
          code: 0,
          msg: 'Parameter error: type must be tp or all',
          data: { errors: { type: msg } },
        });
      });
    },
  );

  it('is for super administrators only', async () => {
    const { token: other } = await person('curious');
    expect(await clear({ type: 'all' }, other)).toMatchObject({ code: 401, data: null });
    expect(await clear({ type: 'storage' }, other)).toMatchObject({ code: 401 });
  });
});
