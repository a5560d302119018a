import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { accept, f, fieldKind, operatorsFor, table, type AnyField } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type ServerOptions, type TestServer } from '../support/server.ts';

/** An application with a table, a kind and a route of the same names as those of the other, which are other ones. */
function application(factor: number, name: AnyField): ServerOptions {
  const gradeField = fieldKind<number>({
    kind: 'grade',
    column: () => ({ type: 'integer' }),
    operators: operatorsFor.number,
    parse: (input) => accept(Number(input)),
    store: (value) => value * factor,
    load: (value) => Number(value) / factor,
  });
  const thing = table('thing', { name, grade: gradeField() as AnyField }).resource({
    path: 'shop/thing',
    label: `Things of ${factor}`,
  });
  const route = { method: 'GET', url: '/admin/shop.factor/index', realm: 'admin', node: 'everyone' } as const;
  return {
    resources: [thing],
    plugins: [
      definePlugin({ name: 'grades', fields: [gradeField.kind], routes: [{ ...route, handler: () => ({ factor }) }] }),
    ],
  };
}

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  beforeAll(async () => {
    servers.push(await startServer(await place(), application(10, f.text())));
    servers.push(await startServer(await place(), application(100, f.money({ label: 'Amount' }))));
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('live side by side in one process, each with its own tables, kinds, routes, sessions and settings', async () => {
    const tokens = await Promise.all(servers.map((server) => server.signIn()));
    const ask = async (at: number, method: string, url: string, asked: object = {}) =>
      (await servers[at]!.request(method, `/api/admin/${url}`, { token: tokens[at], ...asked })).json;
    const grades = [5, 7];
    for (const [at, name] of ['5.005', '5'].entries()) {
      const added = await ask(at, 'POST', 'shop.thing/add', { body: { name, grade: grades[at] } });
      expect(added).toMatchObject({ code: 1, data: { row: { name: at === 0 ? '5.005' : '5.00', grade: grades[at] } } });
    }
    expect((await ask(1, 'POST', 'shop.thing/add', { body: { name: '5.005', grade: 1 } })).code).toBe(0);
    for (const [at, { app }] of servers.entries()) {
      const stored = await app.database.read.selectFrom('thing').select('grade').execute();
      expect(stored.map(({ grade }) => Number(grade))).toEqual([grades[at]! * [10, 100][at]!]);
      const query = { search: [{ field: 'grade', operator: 'eq', val: grades[at] }] };
      expect((await ask(at, 'GET', 'shop.thing/index', { query })).data).toMatchObject({ total: 1 });
      expect((await ask(at, 'GET', 'shop.thing/manifest')).data).toMatchObject({ label: `Things of ${[10, 100][at]}` });
      expect((await ask(at, 'GET', 'shop.factor/index')).data).toEqual({ factor: [10, 100][at] });
      const strange = await servers[1 - at]!.request('GET', '/api/admin/Index/index', { token: tokens[at] });
      expect(strange.json.code).toBe(302);
      await ask(at, 'POST', 'routine.Config/edit', { body: { site_name: `Site ${at}` } });
    }
    for (const [at, server] of servers.entries())
      expect((await server.request('GET', '/config.json')).text).toContain(`Site ${at}`);
    await servers[0]!.close();
    expect((await ask(1, 'GET', 'shop.thing/index')).data).toMatchObject({ total: 1 });
  });
});
