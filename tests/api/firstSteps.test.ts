import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
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

  it('names what plugins need, until they say that it is done; one that fails asks for nothing', async () => {
    const step = { help: { 'zh-cn': '说明', en: 'Help' }, go: { 'zh-cn': '打开', en: 'Open' } };
    let isSet = false;
    const model = { ...step, label: { 'zh-cn': '模型', en: 'Model' }, path: 'routine/config?group=needy' };
    const needy = definePlugin({
      name: 'needy',
      firstSteps: [
        { ...model, isDone: async (host) => isSet && (await host.settings('basics')).site_name !== '' },
        { ...model, isDone: () => Promise.reject(new Error('no idea')) },
      ],
    });
    const own = await startServer(await place(), { plugins: [needy] });
    try {
      const ask = async (language: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
        const headers = { 'think-lang': language };
        const { json } = await own.request('GET', '/api/admin/Dashboard/index', { token: await own.signIn(), headers });
        return json.data['steps'] as never;
      };
      const asked = { name: '0', isDone: false, path: 'routine/config?group=needy' };
      expect((await ask('en')).slice(0, 3)).toEqual([
        expect.objectContaining({ name: 'site' }),
        { ...asked, label: 'Model', help: 'Help', go: 'Open' },
        { ...asked, name: '1', isDone: true, label: 'Model', help: 'Help', go: 'Open' },
      ]);
      expect(own.logged.join('\n')).toContain('no idea');
      isSet = true;
      expect((await ask('zh-cn'))[1]).toEqual({ ...asked, isDone: true, label: '模型', help: '说明', go: '打开' });
    } finally {
      await own.close();
    }
  });
});
