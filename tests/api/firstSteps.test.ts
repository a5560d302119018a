import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, addSuperior } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    server = await startServer(await place());
    token = await server.signIn();
  });
  afterAll(() => server.close());
  const steps = async (as = token): Promise<unknown> =>
    (await server.request('GET', '/api/admin/Dashboard/index', { token: as })).json.data['steps'];
  const done = async (): Promise<boolean[]> =>
    ((await steps()) as readonly { readonly isDone: boolean }[]).map(({ isDone }) => isDone);

  it('names what a new installation needs, ticks it once it is done, and tells super administrators only', async () => {
    expect(await steps()).toEqual([
      { name: 'site', isDone: false, path: 'routine/config' },
      { name: 'table', isDone: false },
      { name: 'people', isDone: false, path: 'auth/admin' },
    ]);
    await server.request('POST', '/api/admin/routine.Config/edit', {
      token,
      body: { smtp_server: 'mail.example.com', smtp_sender_mail: 'us@example.com' },
    });
    await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { site_name: 'Ours' } });
    expect(await steps()).toEqual([
      { name: 'site', isDone: true, path: 'routine/config' },
      { name: 'table', isDone: false },
      { name: 'people', isDone: false, path: 'auth/invitation' },
    ]);
    await addPerson(server.app.gate, 'lowly', 'Person-1', ['dashboard/index']);
    expect(await done()).toEqual([true, false, true]);
    expect(await steps(await server.signIn('lowly', 'Person-1'))).toBeUndefined();
    await addSuperior(server.app.gate, 'second', 'Person-1');
    expect(await steps(await server.signIn('second', 'Person-1'))).toHaveLength(3);
  });
});
