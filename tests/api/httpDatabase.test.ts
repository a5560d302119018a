import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/databases.ts';
import { startPostgres, type RunningPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
let postgres: RunningPostgres;
let server: TestServer;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.createDatabase('site');
  server = await startServer({ dataDir: folder(), databaseUrl: `${postgres.url}/site` });
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
});

it('PostgreSQL stops and comes back: every answer says so clearly, and service goes on by itself', async () => {
  const token = await server.signIn();
  const list = (): ReturnType<TestServer['request']> =>
    server.request('GET', '/api/admin/auth.admin/index', { token, mayFail: true });
  const add = (name: string): ReturnType<TestServer['request']> =>
    server.request('POST', '/api/admin/auth.admin/add', {
      token,
      mayFail: true,
      body: { username: name, nickname: name, group_ids: [1], password: 'secret-1' },
    });
  expect((await list()).json.data['total']).toBe(1);
  await postgres.restart(async () => {
    for (const { status, json } of [
      await list(),
      await add('lost'),
      await list(),
      ...(await Promise.all([list(), add('gone'), list()])),
    ]) {
      expect([status, json.code, json.data]).toEqual([503, 0, { request_id: expect.any(String) }]);
      expect(json.msg).toMatch(/^The database can't be reached/);
    }
    expect((await server.request('GET', '/config.json')).status).toBe(200);
    expect((await server.request('GET', '/api/nowhere')).status).toBe(404);
  });
  await expect.poll(async () => (await list()).status).toBe(200);
  expect((await list()).json.data['total']).toBe(1);
  expect((await add('kept')).json.code).toBe(1);
  expect((await list()).json.data['total']).toBe(2);
});
