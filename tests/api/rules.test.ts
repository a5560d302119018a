import { afterEach, expect, it } from 'vitest';
import { f, table, type Label, type Resource } from '#resource';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const secret = 'Person-1';
const memo = table('memo', { title: f.text() });
const memos = (label: Label, path = 'office/memo', actions?: readonly ['index']): Resource =>
  memo.resource({ path, label, ...(actions && { actions: [...actions] }) });

eachDatabase((_name, _open, place) => {
  let server: TestServer | undefined;
  const restart = async (where: Place, resources: readonly Resource[]): Promise<TestServer> => {
    await server?.close();
    server = await startServer(where, { resources });
    return server;
  };
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const rule = async (name: string) => (await server!.app.gate.rows('admin_rule').list({ name }))[0];
  const menuTitles = async (token: string, language: string): Promise<string[]> => {
    const { json } = await server!.request('GET', '/api/admin/Index/index', {
      token,
      headers: { 'think-lang': language },
    });
    const titles = (nodes: readonly { title: string; children?: never[] }[]): string[] =>
      nodes.flatMap(({ title, children = [] }) => [title, ...titles(children)]);
    return titles(json.data['menus'] as never[]);
  };

  it('follow a new label where nobody has edited the title, and stay as somebody wrote them', async () => {
    const where = await place();
    await restart(where, [memos({ 'zh-cn': '备忘', en: 'Memos' })]);
    const token = await server!.signIn();
    expect(await menuTitles(token, 'en')).toContain('Memos');
    await restart(where, [memos({ 'zh-cn': '备忘录', en: 'Reminders' })]);
    expect(await rule('office/memo')).toMatchObject({ title: '备忘录' });
    expect(await menuTitles(token, 'en')).toContain('Reminders');

    const { id } = (await rule('office/memo'))!;
    expect(
      (
        await server!.request('POST', '/api/admin/auth.rule/edit', {
          token,
          body: { id, title: 'Ours', icon: 'fa fa-star', status: 1, weigh: 7 },
        })
      ).json.code,
    ).toBe(1);
    await restart(where, [memos({ 'zh-cn': '便笺', en: 'Slips' })]);
    expect(await rule('office/memo')).toMatchObject({ id, title: 'Ours', icon: 'fa fa-star' });
    for (const language of ['en', 'zh-cn']) expect(await menuTitles(token, language)).toContain('Ours');
    // The title of before, written by hand, is no title of the table's any more.
    await restart(where, [memos({ 'zh-cn': '便笺二', en: 'Slips' })]);
    expect(await rule('office/memo')).toMatchObject({ title: 'Ours' });
  });

  it('say what the file says: a directory for each part of the path, a remark, and new words in one language', async () => {
    const where = await place();
    const remark = { 'zh-cn': '写下来', en: 'Write it down' };
    const file = (en: string) => memo.resource({ path: 'office/desk/memo', label: { 'zh-cn': '备忘', en }, remark });
    await restart(where, [file('Memos')]);
    const [office, desk] = [(await rule('office'))!, (await rule('office/desk'))!];
    expect([office.type, desk.type, desk.pid]).toEqual(['menu_dir', 'menu_dir', office.id]);
    expect(await rule('office/desk/memo')).toMatchObject({ pid: desk.id, remark: '写下来' });
    await restart(where, [file('Reminders')]);
    expect(await menuTitles(await server!.signIn(), 'en')).toContain('Reminders');
  });

  it('are made of permissions that are no action, which groups are given like those that are', async () => {
    const where = await place();
    const file = memo.resource({
      path: 'office/memo',
      permissions: { titles: { 'zh-cn': '查看标题', en: 'See titles' } },
      access: { title: { read: (caller) => caller.may('office/memo/titles') } },
    });
    await restart(where, [file]);
    const rows = server!.app.gate.rows;
    expect(await rule('office/memo/titles')).toMatchObject({
      type: 'button',
      title: '查看标题',
      pid: (await rule('office/memo'))!.id,
    });
    await rows('memo' as never).add({ title: 'Milk' } as never);
    const seenWith = async (...names: readonly string[]): Promise<unknown> => {
      const rule_ids = await Promise.all(names.map(async (name) => (await rule(name))!.id));
      const { id } = await rows('admin_group').add({ name: names.join(' ').slice(-30), pid: 1, rule_ids });
      const username = `reader${id}`;
      await rows('admin').add({ username, nickname: 'Reader', password: secret, group_ids: [id] });
      const token = await server!.signIn(username, secret);
      const { json } = await server!.request('GET', '/api/admin/office.memo/index', { token });
      return (json.data['list'] as { title?: string }[])[0]?.title;
    };
    expect(await seenWith('office/memo', 'office/memo/index')).toBeUndefined();
    expect(await seenWith('office/memo', 'office/memo/index', 'office/memo/titles')).toBe('Milk');
  });

  it('send the component that somebody has given a page', async () => {
    await restart(await place(), [memos('Memos')]);
    const token = await server!.signIn();
    const { id } = (await rule('office/memo'))!;
    const body = { id, component: '/src/office/Memo.vue' };
    expect((await server!.request('POST', '/api/admin/auth.rule/edit', { token, body })).json.code).toBe(1);
    const { json } = await server!.request('GET', '/api/admin/Index/index', { token });
    const [office] = (json.data['menus'] as { name: string; children: unknown[] }[]).filter(
      ({ name }) => name === 'office',
    );
    expect(office).toMatchObject({ component: '', children: [{ component: '/src/office/Memo.vue' }] });
  });

  it('are gone with their table, and come back with it as they were, with everybody who owned them', async () => {
    const where = await place();
    const label = { 'zh-cn': '备忘', en: 'Memos' };
    await restart(where, [memos(label)]);
    const rows = server!.app.gate.rows;
    const owned = [(await rule('office'))!.id, (await rule('office/memo'))!.id, (await rule('office/memo/index'))!.id];
    const group = (await rows('admin_group').add({ name: 'readers', pid: 1, rule_ids: owned })).id;
    await rows('admin').add({ username: 'reader', nickname: 'Reader', password: secret, group_ids: [group] });
    const token = await server!.signIn('reader', secret);
    const codeOf = async (path = 'office.memo'): Promise<number> =>
      (await server!.request('GET', `/api/admin/${path}/index`, { token })).json.code;
    expect(await codeOf()).toBe(1);

    await restart(where, []);
    expect(await rule('office/memo/index')).toMatchObject({ gone: 1 });
    expect(await codeOf()).not.toBe(1);
    expect(await menuTitles(token, 'en')).toEqual(['My profile']);
    expect((await server!.app.gate.rows('admin_group').get(group))!.rule_ids).toEqual(owned);

    await restart(where, [memos(label)]);
    expect(await rule('office/memo/index')).toMatchObject({ id: owned[2], gone: 0 });
    expect(await codeOf()).toBe(1);
    expect(await menuTitles(token, 'en')).toContain('Memos');
  });

  it('of an action or a path that a table has no more are gone, and grant nothing', async () => {
    const where = await place();
    const label = { 'zh-cn': '备忘', en: 'Memos' };
    await restart(where, [memos(label)]);
    const rows = server!.app.gate.rows;
    const owned = [(await rule('office/memo/index'))!.id, (await rule('office/memo/add'))!.id];
    const group = (await rows('admin_group').add({ name: 'writers', pid: 1, rule_ids: owned })).id;
    await rows('admin').add({ username: 'writer', nickname: 'Writer', password: secret, group_ids: [group] });
    const token = await server!.signIn('writer', secret);
    const add = async (path: string): Promise<number> =>
      (await server!.request('POST', `/api/admin/${path}/add`, { token, body: { title: 'x' } })).json.code;
    expect(await add('office.memo')).toBe(1);

    await restart(where, [memos(label, 'office/memo', ['index'])]);
    expect([(await rule('office/memo/add'))!.gone, (await rule('office/memo/index'))!.gone]).toEqual([1, 0]);
    expect(await add('office.memo')).not.toBe(1);

    await restart(where, [memos(label, 'desk/memo')]);
    expect([
      (await rule('office'))!.gone,
      (await rule('office/memo/index'))!.gone,
      (await rule('desk/memo/index'))!.gone,
    ]).toEqual([1, 1, 0]);
    for (const path of ['office.memo', 'desk.memo']) expect(await add(path)).not.toBe(1);
  });

  it('are offered to nobody while their file is gone or broken, and stay with the groups that own them even when these are changed', async () => {
    const where = await place();
    const label = { 'zh-cn': '备忘', en: 'Memos' };
    await restart(where, [memos(label)]);
    const token = await server!.signIn();
    const owned = [(await rule('office/memo/index'))!.id, (await rule('office/memo/add'))!.id];
    const stored = (await rule('auth/rule/index'))!.id;
    const { id } = await server!.app.gate.rows('admin_group').add({ name: 'writers', pid: 1, rule_ids: owned });
    const offered = async (action: string): Promise<string> => {
      const { json } = await server!.request('GET', `/api/admin/auth.rule/${action}`, {
        token,
        query: { isTree: 'true', limit: '1000' },
      });
      expect(json.code).toBe(1);
      return JSON.stringify(json.data);
    };
    for (const action of ['index', 'select']) expect(await offered(action)).toContain('office/memo');

    await restart(where, []);
    for (const action of ['index', 'select']) expect(await offered(action)).not.toContain('office');
    expect(
      (await server!.request('GET', '/api/admin/auth.group/edit', { token, query: { id } })).json.data,
    ).toMatchObject({ row: { rule_ids: [] } });
    expect(
      (await server!.request('POST', '/api/admin/auth.group/edit', { token, body: { id, rule_ids: [stored] } })).json
        .code,
    ).toBe(1);
    expect(new Set((await server!.app.gate.rows('admin_group').get(id))!.rule_ids)).toEqual(
      new Set([...owned, stored]),
    );

    await restart(where, [memos(label)]);
    for (const action of ['index', 'select']) expect(await offered(action)).toContain('office/memo');
  });
});
