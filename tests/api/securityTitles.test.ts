import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { dropSearch } from '../../src/server/database/search/searchIndex.ts';
import { readState, writeState } from '../../src/server/database/schema/schemaState.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  const serve = async (where?: Place): Promise<TestServer> => {
    servers.push(await startServer(where ?? (await place())));
    return servers.at(-1)!;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** The titles and targets of a kind, as the list shows them in a language. */
  async function shown(server: TestServer, token: string, language: string, kind: string) {
    const { json } = await server.request('GET', '/api/admin/auth.securityLog/index', {
      token,
      query: { search: [{ field: 'kind', operator: '=', val: kind }], order: 'id,asc' },
      headers: { 'think-lang': language },
    });
    const list = json.data['list'] as readonly Record<string, unknown>[];
    return list.map(({ title, target }) => [title, target]);
  }

  it('calls tables, pages, settings and actions what people call them, in the language of who reads', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { id: group } = await server.app.gate.rows('admin_group').add({ name: 'Clerks', pid: 1 });
    const clerk = { username: 'clerk', nickname: 'C', password: 'Person-1', group_ids: [group] };
    await server.app.gate.rows('admin').add(clerk);
    const theirs = await server.signIn('clerk', 'Person-1');
    await server.request('DELETE', '/api/admin/auth.admin/del', { token: theirs, query: { ids: [1] } });
    await server.request('GET', '/api/admin/auth.admin/manifest', { token: theirs });
    await server.request('GET', '/api/admin/nowhere/at/all', { token: theirs });
    await server.request('POST', '/api/admin/auth.group/edit', {
      token,
      body: { id: group, name: 'Staff', status: 0 },
    });
    await server.request('POST', '/api/admin/auth.group/edit', { token, body: { id: group, status: 1 } });
    await server.request('POST', '/api/admin/routine.Config/edit', {
      token,
      body: { smtp_server: 'mail.example.org' },
    });
    await expect.poll(() => shown(server, token, 'en', 'forbidden')).toHaveLength(2);
    expect(await shown(server, token, 'en', 'forbidden')).toEqual([
      ['Administrators › Delete', '/admin/auth.admin/del'],
      ['Administrators › View', '/admin/auth.admin/manifest'],
    ]);
    expect(await shown(server, token, 'zh-cn', 'forbidden')).toEqual([
      ['管理员 › 删除', '/admin/auth.admin/del'],
      ['管理员 › 查看', '/admin/auth.admin/manifest'],
    ]);
    const groups = [await shown(server, token, 'en', 'group'), await shown(server, token, 'zh-cn', 'group')];
    expect(groups[0]!.at(-2)).toEqual(groups[0]!.at(-1));
    expect(groups.map((each) => each.at(-1))).toEqual([
      [`Groups #${group} Staff`, `admin_group #${group} Staff`],
      [`角色组 #${group} Staff`, `admin_group #${group} Staff`],
    ]);
    expect(await shown(server, token, 'en', 'sign_in')).toContainEqual(['clerk', '']);
    expect(await shown(server, token, 'en', 'settings')).toEqual([['Mail › SMTP server', 'mail: smtp_server']]);
  });

  it('tells the beginning of being signed in as somebody else from its end, and both from what was refused', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { id: group } = await server.app.gate.rows('admin_group').add({ name: 'Clerks', pid: 1 });
    const signInAs = async (username: string, group_id: number) => {
      const person = { username, nickname: 'C', password: 'Person-1', group_ids: [group_id] };
      const { id } = await server.app.gate.rows('admin').add(person);
      return (await server.request('POST', '/api/admin/auth.admin/signInAs', { token, body: { ids: [id] } })).json;
    };
    expect(await signInAs('boss', 1)).toMatchObject({ code: 0 });
    const { data } = await signInAs('clerk', group);
    const { identity } = data['result'] as { identity: { token: string } };
    await server.request('POST', '/api/admin/Index/signBack', { token: identity.token });
    const told = async (language: string) => (await shown(server, token, language, 'act_as')).map(([title]) => title);
    await expect
      .poll(() => told('en'))
      .toEqual(['Tried to sign in as boss', 'Signed in as clerk', 'Went back from clerk to their own account']);
    expect(await told('zh-cn')).toEqual(['尝试以 boss 的身份登录', '以 clerk 的身份登录', '从 clerk 返回自己的账号']);
  });

  it('calls a row that the product has made by its name in the language of who reads', async () => {
    const server = await serve();
    const token = await server.signIn();
    const made = { name: '值班', made_name: '值班', made_name_en: 'On duty', pid: 1 };
    const { id } = await server.app.gate.rows('admin_group').add(made);
    expect(await shown(server, token, 'en', 'group')).toEqual([[`Groups #${id} On duty`, `admin_group #${id} 值班`]]);
    expect(await shown(server, token, 'zh-cn', 'group')).toEqual([[`角色组 #${id} 值班`, `admin_group #${id} 值班`]]);
  });

  it('is searched by who, to what, and from where', async () => {
    const server = await serve();
    const token = await server.signIn();
    await server.app.gate.rows('admin_group').add({ name: 'Lighthouse keepers', pid: 1 });
    const found = async (quickSearch: string): Promise<readonly unknown[]> => {
      const query = { quickSearch, order: 'id,asc' };
      const { json } = await server.request('GET', '/api/admin/auth.securityLog/index', { token, query });
      return (json.data['list'] as readonly { kind: string }[]).map(({ kind }) => kind);
    };
    await expect.poll(() => found('lighthouse')).toEqual(['group']);
    await expect.poll(() => found('admin')).toContain('sign_in');
    await expect.poll(() => found('127.0.0')).toContain('sign_in');
    expect(await found('nobody')).toEqual([]);
  });

  it('adds the names to a sealed log that had none, and leaves its entries as they are', async () => {
    const where = await place();
    const before = await serve(where);
    await before.app.gate.rows('admin_group').add({ name: 'Clerks', pid: 1 });
    const { database } = before.app;
    const { tables } = await readState(database.read, database.dialect);
    const isNew = (column: string): boolean => ['title', 'title_en'].includes(column);
    await database.write(async ({ db }) => {
      // Nor was it searched then.
      for (const statement of dropSearch(database.dialect, 'security_log')) await sql.raw(statement).execute(db);
      for (const name of ['title', 'title_en'])
        await sql`ALTER TABLE security_log DROP COLUMN ${sql.ref(name)}`.execute(db);
      await writeState(db, {
        tables: tables.map((table) =>
          table.name === 'security_log'
            ? { ...table, columns: table.columns.filter(({ name }) => !isNew(name)) }
            : table,
        ),
      });
    });
    await servers.splice(0)[0]!.close();
    const after = await serve(where);
    await after.app.gate.rows('admin_group').add({ name: 'Guests', pid: 1 });
    const token = await after.signIn();
    expect((await shown(after, token, 'en', 'group')).map(([title]) => title).slice(-2)).toEqual([
      null,
      expect.stringMatching(/^Groups #\d+ Guests$/),
    ]);
  });
});
