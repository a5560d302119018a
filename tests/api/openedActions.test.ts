import { expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { personWith, saveSettings, settingsServers } from '../support/settingsPage.ts';
import type { TestServer } from '../support/server.ts';

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}
const namesIn = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ name, children = [] }) => [name, ...namesIn(children)]);

eachDatabase((_name, _open, place) => {
  const { serve } = settingsServers(place);
  const call = async (server: TestServer, token: string, method: 'GET' | 'POST', url: string, body?: object) =>
    (await server.request(method, `/api/admin/${url}`, { token, ...(body && { body: { ...body } }) })).json;
  const add = (server: TestServer, token: string, name: string) =>
    call(server, token, 'POST', 'auth.group/add', { name, pid: 1 });
  const menu = async (server: TestServer, token: string) =>
    namesIn((await call(server, token, 'GET', 'Index/index')).data['menus'] as readonly Node[]);

  it('an action whose full address is among those of the site is open to every administrator', async () => {
    const server = await serve();
    const boss = await server.signIn();
    const lowly = await personWith(server, 'auth', 'auth/admin', 'auth/admin/index');
    const other = await personWith(server, 'auth', 'auth/group', 'auth/group/index');
    const may = async (token: string) => {
      const { data } = await call(server, token, 'GET', 'auth.admin/manifest');
      return (data['actions'] as readonly string[]).includes('edit');
    };
    expect(await may(lowly)).toBe(false);
    expect((await add(server, other, 'refused')).code).toBe(401);
    const urls = [
      'https://a.example',
      'https://a.example/admin/auth/Admin/edit',
      'https://a.example/admin/auth/nothing/edit',
    ];
    expect(await saveSettings(server, boss, { urls })).toMatchObject({ code: 1 });
    expect(await may(lowly)).toBe(true);
    expect(await menu(server, lowly)).toContain('auth/admin/edit');
    // Neither another action, nor a page that somebody does not have.
    expect(await menu(server, lowly)).not.toContain('auth/admin/del');
    expect(await menu(server, other)).not.toContain('auth/admin');
    expect((await add(server, other, 'still refused')).code).toBe(401);
    expect(await saveSettings(server, boss, { urls: ['https://a.example'] })).toMatchObject({ code: 1 });
    expect(await may(lowly)).toBe(false);
    expect(await menu(server, lowly)).not.toContain('auth/admin/edit');
  });

  it('is opened by super administrators only, who alone may do everything', async () => {
    const server = await serve();
    const lowly = await personWith(server, 'routine/config', 'routine/config/edit');
    for (const entry of [
      'https://a.example/admin/auth/group/add',
      'https://a.example/api/admin/auth.group/add',
      'https://a.example/Admin/auth.Group/add/',
    ])
      expect(await saveSettings(server, lowly, { urls: [entry] })).toMatchObject({
        code: 0,
        data: { errors: { urls: `Only super administrators can open an action to every administrator: “${entry}”` } },
      });
    expect((await add(server, lowly, 'mine')).code).toBe(401);
    // Other addresses are theirs to set, and those that are open already may stay.
    const opened = 'https://a.example/admin/auth/admin/edit';
    expect(await saveSettings(server, await server.signIn(), { urls: [opened] })).toMatchObject({ code: 1 });
    expect(await saveSettings(server, lowly, { urls: ['https://b.example', opened] })).toMatchObject({ code: 1 });
  });
});
