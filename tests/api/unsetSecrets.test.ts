import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const lock = table('test_lock', {
  title: f.text({ required: true }),
  pin: f.password(),
  key: f.text({ secret: true }),
  seal: f.text({ secret: true, readonly: true }),
});
const locks = lock.resource({ path: 'test/lock' });
declare module '#resource' {
  interface Tables {
    test_lock: typeof lock;
  }
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(await place(), { resources: [locks] });
  });
  afterAll(() => server.close());
  const read = (id: number, token: string): Promise<object> =>
    server.request('GET', `/api/admin/test.lock/edit`, { token, query: { id } }).then(({ json }) => json.data);

  it('tells whoever may change a record which of its secrets hold nothing, and no more', async () => {
    const { id } = await server.app.gate.rows('test_lock').add({ title: 'Gate', key: 'Canary-1' });
    const token = await server.signIn();
    expect(await read(id, token)).toMatchObject({ row: { title: 'Gate' }, unset: ['pin'] });
    await server.app.gate.rows('test_lock').edit(id, { pin: 'Canary-2' });
    const whole = await read(id, token);
    expect(whole).not.toHaveProperty('unset');
    expect(JSON.stringify(whole)).not.toContain('Canary');
    await server.app.gate.rows('test_lock').edit(id, { key: null });
    expect(await read(id, token)).toMatchObject({ unset: ['key'] });
    await addPerson(server.app.gate, 'reader', 'Reader-1', ['test/lock/index']);
    expect(await read(id, await server.signIn('reader', 'Reader-1'))).not.toHaveProperty('unset');
  });
});
