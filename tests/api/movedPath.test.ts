import { expect, it } from 'vitest';
import { f, table, type Resource } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const fields = { title: f.text() };
const at = (path: string, more: object = {}): Resource =>
  table('note', fields).resource({ path, label: { 'zh-cn': '便签', en: 'Notes' }, ...more });
const beside = (path: string): Resource => table('letter', fields).resource({ path, label: 'Letters' });

interface Menu {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly children?: readonly Menu[];
}

eachDatabase((_name, _open, place) => {
  const rules = async ({ app }: TestServer, ...names: string[]) =>
    app.gate.rows('admin_rule').list({ name: { in: names } }, { sort: 'name' });
  const clerk = async (server: TestServer, nodes: readonly string[]): Promise<void> => {
    const owned = (await rules(server, ...nodes)).map(({ id }) => id);
    const { id } = await server.app.gate.rows('admin_group').add({ name: 'clerks', pid: 1, rule_ids: owned });
    await server.app.gate
      .rows('admin')
      .add({ username: 'clerk', nickname: 'Clerk', password: 'Clerk-123', group_ids: [id] });
  };
  const seen = async (server: TestServer, controller: string): Promise<{ code: number; menus: Menu[] }> => {
    const token = await server.signIn('clerk', 'Clerk-123');
    const { json } = await server.request('GET', `/api/admin/${controller}/index`, { token });
    const index = await server.request('GET', '/api/admin/Index/index', { token });
    return { code: json.code, menus: index.json.data['menus'] as Menu[] };
  };
  const named = (menus: readonly Menu[], name: string): Menu | undefined =>
    menus.map((each) => (each.name === name ? each : named(each.children ?? [], name))).find((each) => each);

  it('keeps the rights of groups, and what administrators made of the menu entry', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [at('content/note'), beside('content/letter')] });
    await clerk(server, ['content', 'content/note', 'content/note/index']);
    const [before] = await rules(server, 'content/note');
    await server.app.gate.rows('admin_rule').edit(before!.id, { title: 'My notes', icon: 'fa fa-star', weigh: 77 });
    await server.close();

    const moved = at('content/paper', { movedFrom: 'content/note' });
    server = await startServer(where, { resources: [moved, beside('content/letter')] });
    const [after] = await rules(server, 'content/paper');
    expect(after).toMatchObject({
      id: before!.id,
      title: 'My notes',
      icon: 'fa fa-star',
      weigh: 77,
      pid: before!.pid,
      path: 'content/paper',
      gone: 0,
    });
    expect(await rules(server, 'content/note', 'content/note/index', 'content/note/add')).toEqual([]);
    const { code, menus } = await seen(server, 'content.paper');
    expect(code).toBe(1);
    expect(named(menus, 'content/paper')).toMatchObject({ title: 'My notes', path: 'content/paper' });
    await server.close();

    // Into another directory, while another table takes the place: rights go with the table, and nobody gets new ones.
    const again = at('papers/note', { movedFrom: 'content/paper' });
    server = await startServer(where, { resources: [again, beside('content/paper')] });
    expect((await rules(server, 'papers/note'))[0]).toMatchObject({ id: before!.id, title: 'My notes', weigh: 77 });
    const later = await seen(server, 'papers.note');
    expect(later.code).toBe(1);
    expect(named(later.menus, 'papers/note')).toMatchObject({ title: 'My notes' });
    expect(named(later.menus, 'content')).toBeUndefined();
    expect((await seen(server, 'content.paper')).code).toBe(401);
    await server.close();

    // The line does nothing twice.
    server = await startServer(where, { resources: [again, beside('content/paper')] });
    expect((await rules(server, 'papers/note'))[0]!.id).toBe(before!.id);
    expect(await rules(server, 'content/paper', 'content/paper/index')).toHaveLength(2);
    expect((await seen(server, 'content.paper')).code).toBe(401);
    await server.close();
  });

  it('takes saved views along, which of them a list opens with, and the columns of people', async () => {
    const where = await place();
    const first = { resources: [at('content/note'), beside('content/letter')] };
    let server = await startServer(where, first);
    const token = await server.signIn();
    const save = async (url: string, body: Readonly<Record<string, unknown>>): Promise<void> =>
      expect((await server.request('POST', `/api/admin/ajax/${url}`, { token, body })).json).toMatchObject({ code: 1 });
    for (const path of ['content/note', 'content/letter']) {
      await save('saveView', { table: path, name: `View of ${path}`, state: {}, opens: true });
      await save('saveColumns', { table: path, columns: { size: 'small' } });
    }
    // Of somebody whose realm has no such pages.
    const other = { realm: 'guest', account_id: 1, path: 'content/note', name: 'columns', value: {} };
    await server.app.gate.rows('preference').add(other as never);
    await server.close();

    // Letters go to where notes were.
    const moved = [at('papers/note', { movedFrom: 'content/note' })];
    const second = table('letter', fields).resource({
      path: 'content/note',
      movedFrom: 'content/letter',
      label: 'Letters',
    });
    server = await startServer(where, { resources: [...moved, second] });
    const pathOf = async (name: 'saved_view' | 'list_start' | 'preference') =>
      (await server.app.gate.rows(name).list({}, { sort: 'id' })).map(({ path }) => path);
    expect(await pathOf('saved_view')).toEqual(['papers/note', 'content/note']);
    expect(await pathOf('list_start')).toEqual(['papers/note', 'content/note']);
    expect(await pathOf('preference')).toEqual(['papers/note', 'content/note', 'content/note']);
    await server.close();

    // Nothing moves twice.
    server = await startServer(where, { resources: [...moved, second] });
    expect(await pathOf('saved_view')).toEqual(['papers/note', 'content/note']);
    await server.close();
  });

  it('leaves an entry where an administrator has put it', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [at('content/note'), beside('other/letter')] });
    const [entry, other] = [(await rules(server, 'content/note'))[0]!, (await rules(server, 'other'))[0]!];
    await server.app.gate.rows('admin_rule').edit(entry.id, { pid: other.id });
    await server.close();
    server = await startServer(where, {
      resources: [at('papers/note', { movedFrom: 'content/note' }), beside('other/letter')],
    });
    expect((await rules(server, 'papers/note'))[0]).toMatchObject({ id: entry.id, pid: other.id });
    await server.close();
  });

  it('takes the path along when a table that is named by its path is renamed', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [table('note', fields).resource()] });
    await clerk(server, ['note', 'note/index']);
    await server.close();
    server = await startServer(where, { resources: [table('paper', fields, { renamedFrom: 'note' }).resource()] });
    expect((await seen(server, 'paper')).code).toBe(1);
    await server.close();
  });
});
