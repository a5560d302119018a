import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { password, startServer, type TestServer } from '../support/server.ts';

const row = table('called_row', { name: f.text({ required: true, search: true }) });
const resources = [row.resource({ path: 'test/row', traits: { sortable: true } })];
const url = (action: string): string => `/api/admin/test.row/${action}`;

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    server = await startServer(await place(), { resources });
    token = await server.signIn();
  });
  afterAll(() => server.close());
  const call = async (method: string, url: string, more: object = {}) =>
    (await server.request(method, url, { token, ...more })).json;

  it('names the kind of token that was renewed', async () => {
    const body = { username: 'admin', password, keep: true };
    const { userInfo } = (await server.request('POST', '/api/admin/Index/login', { body })).json.data;
    const { refreshToken } = userInfo as { refreshToken: string };
    expect(await call('POST', '/api/common/refreshToken', { body: { refresh_token: refreshToken } })).toMatchObject({
      code: 1,
      data: { type: 'admin-refresh', token: expect.stringMatching(/./) as string },
    });
  });

  it('lists provinces, cities and districts for administrators and for everybody', async () => {
    for (const path of ['/api/admin/ajax/area', '/api/ajax/area']) {
      expect((await call('GET', path)).data).toContainEqual({ value: '44', label: '广东省' });
      expect((await call('GET', path, { query: { province: '44' } })).data).toContainEqual({
        value: '4403',
        label: '深圳市',
      });
      expect((await call('GET', path, { query: { province: '44', city: '4403' } })).data).toContainEqual({
        value: '440305',
        label: '南山区',
      });
    }
    expect((await server.request('GET', '/api/admin/ajax/area')).json.code).toBe(302);
    expect((await server.request('GET', '/api/ajax/area')).json.code).toBe(1);
  });

  it('has the actions of every table, each by its method', async () => {
    const rows = async () =>
      (await call('GET', url('index'), { query: { order: 'weigh,desc' } })).data['list'] as readonly Row[];
    const names = async () => (await rows()).map(({ name }) => name);
    for (const name of ['c', 'b', 'a']) expect((await call('POST', url('add'), { body: { name } })).code, name).toBe(1);
    expect(await names()).toEqual(['a', 'b', 'c']);
    const [{ id }, , { id: targetId }] = (await rows()) as [Row, Row, Row];
    expect((await call('GET', url('edit'), { query: { id } })).data).toMatchObject({ row: { name: 'a' } });
    expect((await call('POST', url('edit'), { body: { id, name: 'A' } })).code).toBe(1);
    expect((await call('POST', url('sortable'), { body: { id, targetId } })).code).toBe(1);
    expect(await names()).toEqual(['b', 'c', 'A']);
    expect((await call('DELETE', url('del'), { query: { ids: [targetId] } })).code).toBe(1);
    expect(await names()).toEqual(['b', 'A']);
  });

  it('answers rows to choose from with select=true, found by quick_search', async () => {
    for (const name of ['choice one', 'choice two']) await call('POST', url('add'), { body: { name } });
    for (const action of ['select', 'index']) {
      const query = { select: true, quick_search: 'two' };
      const { code, data } = await call('GET', url(action), { query });
      expect([action, code]).toEqual([action, 1]);
      expect(data['list']).toMatchObject([{ name: 'choice two' }]);
    }
  });
});

interface Row {
  readonly id: number;
  readonly name: string;
}
