import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import ownedRows from '../../examples/ownedRows.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const memo = table('owned_memo', { text: f.text({ required: true }) });
declare module '#resource' {
  interface Tables {
    owned_memo: typeof memo;
  }
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  beforeAll(async () => {
    const resources = [memo.resource({ path: 'work/memo', traits: { owned: true } })];
    server = await startServer(await place(), { resources, plugins: [ownedRows] });
  });
  afterAll(() => server.close());

  it('gives a table what the trait of a plugin brings: column, hook and rule', async () => {
    const boss = await server.signIn();
    await addPerson(server.app.gate, 'ann', 'Person-1', ['work/memo/index', 'work/memo/add']);
    const ann = await server.signIn('ann', 'Person-1');
    const call = async (token: string, method: 'GET' | 'POST', action: string, body?: Record<string, unknown>) =>
      (await server.request(method, `/api/admin/work.memo/${action}`, { token, ...(body && { body }) })).json;
    expect((await call(boss, 'POST', 'add', { text: 'of the boss' })).code).toBe(1);
    expect((await call(ann, 'POST', 'add', { text: 'of Ann' })).code).toBe(1);
    const texts = async (token: string): Promise<unknown> =>
      ((await call(token, 'GET', 'index')).data['list'] as { text: string }[]).map(({ text }) => text).toSorted();
    expect(await texts(boss)).toEqual(['of Ann', 'of the boss']);
    expect(await texts(ann)).toEqual(['of Ann']);
  });
});
