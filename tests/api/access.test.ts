import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sampleTables } from '../support/sampleTables.ts';

interface Menu {
  readonly title: string;
  readonly name: string;
  readonly children?: readonly Menu[];
}
const secret = 'Person-1';

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let where: Awaited<ReturnType<typeof place>>;
  const tokens: Record<string, string> = {};
  const ids: Record<string, number> = {};
  const rows = <N extends 'admin' | 'admin_group' | 'admin_log' | 'admin_rule'>(name: N) => server.app.gate.rows(name);
  const rulesOf = async (...names: string[]): Promise<number[]> =>
    (await rows('admin_rule').list({ name: { in: names } })).map(({ id }) => id);
  const person = async (username: string, group: number): Promise<void> => {
    ids[username] = (
      await rows('admin').add({ username, nickname: username, password: secret, group_ids: [group] })
    ).id;
    tokens[username] = await server.signIn(username, secret);
  };
  const call = async (
    who: string,
    method: string,
    url: string,
    body?: Record<string, unknown>,
    query?: Record<string, unknown>,
  ) => (await server.request(method, `/api/admin/${url}`, { token: tokens[who], body, query })).json;

  // boss (some rights) above clerk (fewer); other stands beside boss; admin is above all.
  beforeAll(async () => {
    where = await place();
    server = await startServer(where, { resources: sampleTables });
    tokens['admin'] = await server.signIn();
    const groups = ['index', 'add', 'edit', 'del'].flatMap((action) => [
      `auth/group/${action}`,
      `auth/admin/${action}`,
    ]);
    const boss = await rows('admin_group').add({
      name: 'boss',
      pid: 1,
      rule_ids: await rulesOf(
        'auth',
        'auth/group',
        'auth/admin',
        'auth/rule',
        'auth/rule/index',
        'auth/rule/edit',
        ...groups,
        'content',
        'content/tag',
        'content/tag/index',
        'content/tag/add',
      ),
    });
    const clerk = await rows('admin_group').add({
      name: 'clerk',
      pid: boss.id,
      rule_ids: await rulesOf('content', 'content/tag', 'content/tag/index'),
    });
    const other = await rows('admin_group').add({ name: 'other', pid: 1, rule_ids: await rulesOf('content/tag/del') });
    Object.assign(ids, { boss_group: boss.id, clerk_group: clerk.id, other_group: other.id });
    await person('boss', boss.id);
    await person('clerk', clerk.id);
    await person('other', other.id);
  });
  afterAll(() => server.close());

  it('shows a delegated administrator only groups and people below, and themself', async () => {
    const groups = await call('boss', 'GET', 'auth.group/index', undefined, { isTree: 0, limit: 100 });
    expect((groups.data['list'] as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(['boss', 'clerk']);
    const people = await call('boss', 'GET', 'auth.admin/index', undefined, { limit: 100, order: 'id,asc' });
    expect((people.data['list'] as { username: string }[]).map(({ username }) => username)).toEqual(['boss', 'clerk']);
    expect((await call('boss', 'GET', 'auth.admin/edit', undefined, { id: 1 })).code).toBe(0);
    const rules = await call('boss', 'GET', 'auth.rule/index', undefined, { isTree: 0, limit: 1000 });
    expect((rules.data['list'] as { name: string }[]).some(({ name }) => name === 'content/tag/del')).toBe(false);
  });

  it('shows them no group that stands beside theirs, however little it may do', async () => {
    const beside = await rows('admin_group').add({ name: 'beside', pid: 1, rule_ids: await rulesOf('content/tag') });
    const { data } = await call('boss', 'GET', 'auth.group/index', undefined, { isTree: 0, limit: 100 });
    expect((data['list'] as { name: string }[]).map(({ name }) => name)).not.toContain('beside');
    expect((await call('boss', 'POST', 'auth.group/edit', { id: beside.id, name: 'taken' })).code).toBe(0);
    await rows('admin_group').del([beside.id]);
  });

  describe('refuses a delegated administrator', () => {
    it.each<[string, string, () => Record<string, unknown>, string]>([
      [
        'granting a rule they lack',
        'auth.group/edit',
        () => ({ id: ids['clerk_group'], rule_ids: [ids['rule']] }),
        'rule_ids',
      ],
      [
        'making a group of rules they lack',
        'auth.group/add',
        () => ({ name: 'x', pid: ids['boss_group'], rule_ids: [ids['rule']] }),
        'rule_ids',
      ],
      [
        'making a super group',
        'auth.group/add',
        () => ({ name: 'x', pid: ids['boss_group'], is_super: 1 }),
        'is_super',
      ],
      ['putting a group at the top', 'auth.group/add', () => ({ name: 'x' }), 'pid'],
      [
        'putting a group below another branch',
        'auth.group/edit',
        () => ({ id: ids['clerk_group'], pid: ids['other_group'] }),
        'pid',
      ],
      ['changing their own group', 'auth.group/edit', () => ({ id: ids['boss_group'], name: 'x' }), ''],
      ['changing a superior group', 'auth.group/edit', () => ({ id: 1, name: 'x' }), ''],
      ['joining a superior group', 'auth.admin/edit', () => ({ id: ids['boss'], group_ids: [1] }), 'group_ids'],
      [
        'leaving their own group',
        'auth.admin/edit',
        () => ({ id: ids['boss'], group_ids: [ids['clerk_group']] }),
        'group_ids',
      ],
      [
        'putting somebody into a superior group',
        'auth.admin/edit',
        () => ({ id: ids['clerk'], group_ids: [1] }),
        'group_ids',
      ],
      [
        'putting somebody into their own group',
        'auth.admin/edit',
        () => ({ id: ids['clerk'], group_ids: [ids['boss_group']] }),
        'group_ids',
      ],
      [
        'adding a superior',
        'auth.admin/add',
        () => ({ username: 'evil', nickname: 'Evil', password: secret, group_ids: [1] }),
        'group_ids',
      ],
      [
        'adding somebody without a group',
        'auth.admin/add',
        () => ({ username: 'evil', nickname: 'Evil', password: secret, group_ids: [] }),
        'group_ids',
      ],
      ['changing a superior', 'auth.admin/edit', () => ({ id: 1, password: 'Stolen-1' }), ''],
      ['disabling themself', 'auth.admin/edit', () => ({ id: ids['boss'], status: 0 }), 'status'],
      [
        'renaming a rule into another right',
        'auth.rule/edit',
        () => ({ id: ids['own_rule'], name: 'content/tag/del' }),
        '',
      ],
    ])('%s', async (_what, url, body, field) => {
      ids['rule'] = (await rulesOf('content/tag/del'))[0]!;
      ids['own_rule'] = (await rulesOf('content/tag/add'))[0]!;
      const before = JSON.stringify([
        await rows('admin').list(),
        await rows('admin_group').list(),
        await rows('admin_rule').list(),
      ]);
      const answer = await call('boss', 'POST', url, body());
      expect(answer.code).not.toBe(1);
      if (field) expect(Object.keys((answer.data?.['errors'] ?? {}) as object)).toEqual([field]);
      expect(
        JSON.stringify([await rows('admin').list(), await rows('admin_group').list(), await rows('admin_rule').list()]),
      ).toBe(before);
    });

    it('deleting themself, superiors, or their own group', async () => {
      for (const id of [ids['boss'], 1])
        expect((await call('boss', 'DELETE', 'auth.admin/del', undefined, { ids: [id] })).code).toBe(0);
      for (const id of [ids['boss_group'], 1, ids['other_group']])
        expect((await call('boss', 'DELETE', 'auth.group/del', undefined, { ids: [id] })).code).toBe(0);
    });
  });

  it('lets a delegated administrator do what is theirs to do', async () => {
    const [tagIndex, tagAdd] = [await rulesOf('content/tag/index'), await rulesOf('content/tag/add')];
    const made = await call('boss', 'POST', 'auth.group/add', {
      name: 'new',
      pid: ids['boss_group'],
      rule_ids: [...tagIndex, ...tagAdd],
    });
    expect(made.code, made.msg).toBe(1);
    const group = (made.data['row'] as { id: number }).id;
    const added = await call('boss', 'POST', 'auth.admin/add', {
      username: 'fresh',
      nickname: 'Fresh',
      password: secret,
      group_ids: [group],
    });
    expect(added.code, added.msg).toBe(1);
    expect((await call('boss', 'DELETE', 'auth.group/del', undefined, { ids: [group] })).code).toBe(0);
    expect(
      (await call('boss', 'DELETE', 'auth.admin/del', undefined, { ids: [(added.data['row'] as { id: number }).id] }))
        .code,
    ).toBe(1);
    expect((await call('boss', 'DELETE', 'auth.group/del', undefined, { ids: [group] })).code).toBe(1);
  });

  it('leaves rules alone that the one who saves a group cannot see', async () => {
    const { id } = await rows('admin_group').add({
      name: 'mixed',
      pid: ids['boss_group'],
      rule_ids: await rulesOf('content/tag/index', 'content/tag/add'),
    });
    await rows('admin_group').edit(ids['boss_group']!, {
      rule_ids: (await rows('admin_group').get(ids['boss_group']!))!.rule_ids.filter(
        (rule) => rule !== ids['own_rule'],
      ),
    });
    // The group now owns a rule that boss has lost, so it is not below boss any more.
    expect((await call('boss', 'POST', 'auth.group/edit', { id, name: 'taken' })).code).not.toBe(1);
    await rows('admin_group').edit(ids['boss_group']!, {
      rule_ids: [...(await rows('admin_group').get(ids['boss_group']!))!.rule_ids, ids['own_rule']!],
    });
    expect((await call('boss', 'POST', 'auth.group/edit', { id, name: 'mine again' })).code).toBe(1);
  });

  it('refuses a circle of groups', async () => {
    const answer = await call('admin', 'POST', 'auth.group/edit', { id: ids['boss_group'], pid: ids['clerk_group'] });
    expect(answer.data['errors']).toHaveProperty('pid');
  });

  it('keeps one super administrator, whatever is tried at once', async () => {
    const { id } = await rows('admin').add({
      username: 'second',
      nickname: 'Second',
      password: secret,
      group_ids: [1],
    });
    tokens['second'] = await server.signIn('second', secret);
    const answers = await Promise.all([
      call('admin', 'POST', 'auth.admin/edit', { id, status: 0 }),
      call('second', 'POST', 'auth.admin/edit', { id: 1, status: 0 }),
    ]);
    expect(answers.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(1);
    const active = (await rows('admin').list({ status: 1 })).filter(({ group_ids: groups }) => groups.includes(1));
    expect(active.length).toBeGreaterThanOrEqual(1);
    await rows('admin').edit(1, { status: 1 });
    await rows('admin').edit(id, { status: 1 });
    tokens['admin'] = await server.signIn();
    tokens['second'] = await server.signIn('second', secret);
    expect((await call('admin', 'DELETE', 'auth.admin/del', undefined, { ids: [1] })).code).toBe(0);
    expect((await call('admin', 'DELETE', 'auth.admin/del', undefined, { ids: [id] })).code).toBe(1);
    expect((await call('admin', 'POST', 'auth.group/edit', { id: 1, status: 0 })).code).toBe(0);
    expect((await call('admin', 'POST', 'auth.group/edit', { id: 1, is_super: 0 })).code).toBe(0);
    expect((await call('admin', 'DELETE', 'auth.group/del', undefined, { ids: [1] })).code).toBe(0);
  });

  it('decides every generic action by its node', async () => {
    const tag = (await server.app.gate.rows('tag').add({ name: 'node' })).id;
    const actions: [string, string, Record<string, unknown> | undefined, Record<string, unknown> | undefined][] = [
      ['GET', 'index', undefined, {}],
      ['GET', 'edit', undefined, { id: tag }],
      ['POST', 'add', { name: 'n' }, undefined],
      ['DELETE', 'del', undefined, { ids: [tag] }],
      ['POST', 'sortable', { id: tag, targetId: 1 }, undefined],
      ['GET', 'history', undefined, { id: tag }],
      ['POST', 'restore', { ids: [tag] }, undefined],
      ['DELETE', 'destroy', undefined, { ids: [tag] }],
      ['GET', 'select', undefined, {}],
      ['GET', 'manifest', undefined, {}],
    ];
    const codes = async (who: string): Promise<Record<string, number>> =>
      Object.fromEntries(
        await Promise.all(
          actions.map(async ([method, action, body, query]) => [
            action,
            (await call(who, method, `content.tag/${action}`, body, query)).code,
          ]),
        ),
      );
    expect(await codes('clerk')).toEqual({
      index: 1,
      edit: 1,
      add: 401,
      del: 401,
      sortable: 401,
      history: 401,
      restore: 401,
      destroy: 401,
      select: 1,
      manifest: 1,
    });
    expect((await call('clerk', 'POST', 'content.tag/edit', { id: tag, name: 'm' })).code).toBe(401);
    expect((await call('other', 'GET', 'content.tag/index')).code).toBe(401);
    expect((await call('other', 'DELETE', 'content.tag/del', undefined, { ids: [tag] })).code).toBe(1);
    const manifest = (await call('clerk', 'GET', 'content.tag/manifest')).data as { actions: string[] };
    expect(manifest.actions).toEqual(['index']);
    for (const missing of ['content.tag', 'content.nothing', 'x'])
      expect((await server.request('GET', `/api/admin/${missing}/index`)).json.code).toBe(302);
  });

  const menus = async (who: string, language = 'zh-cn'): Promise<Menu[]> =>
    (await server.request('GET', '/api/admin/Index/index', { token: tokens[who], headers: { 'think-lang': language } }))
      .json.data['menus'] as Menu[];
  const names = (nodes: readonly Menu[]): string[] =>
    nodes.flatMap(({ name, children = [] }) => [name, ...names(children)]);

  it('gives everybody the menu of their own nodes, in their language', async () => {
    expect(names(await menus('clerk'))).toEqual(['content', 'content/tag', 'content/tag/index', 'routine/adminInfo']);
    expect((await menus('clerk'))[0]).toMatchObject({ title: '内容管理' });
    expect((await menus('clerk', 'en'))[0]).toMatchObject({ title: 'Content' });
    expect(names(await menus('admin'))).toContain('auth/admin/del');
    await rows('admin_group').edit(ids['clerk_group']!, { status: 0 });
    expect(names(await menus('clerk'))).toEqual(['routine/adminInfo']);
    await rows('admin_group').edit(ids['clerk_group']!, { status: 1 });
    const [rule] = await rulesOf('content/tag/index');
    await rows('admin_rule').edit(rule!, { status: 0 });
    expect((await call('clerk', 'GET', 'content.tag/index')).code).toBe(401);
    await rows('admin_rule').edit(rule!, { status: 1 });
    expect((await call('clerk', 'GET', 'content.tag/index')).code).toBe(1);
  });

  it('keeps what an administrator changed of a rule, and follows the tables otherwise, over a restart', async () => {
    const [edited] = await rulesOf('content/tag');
    await call('admin', 'POST', 'auth.rule/edit', { id: edited, title: 'My tags' });
    await server.close();
    server = await startServer(where, { resources: sampleTables.filter(({ name }) => !['folder'].includes(name)) });
    expect((await rows('admin_rule').list({ name: 'content/tag' }))[0]).toMatchObject({ title: 'My tags' });
    expect(names(await menus('admin'))).not.toContain('files/folder');
    expect((await menus('clerk', 'en'))[0]!.children![0]).toMatchObject({ title: 'My tags' });
    await server.close();
    server = await startServer(where, { resources: sampleTables });
    expect(names(await menus('admin'))).toContain('files/folder/index');
  });

  it('notes what administrators change, without secrets, and shows everybody their own only', async () => {
    await call('admin', 'POST', 'auth.admin/edit', { id: ids['clerk'], password: 'Changed-99', motto: 'hello' });
    const logs = async (who: string) =>
      (await call(who, 'GET', 'auth.adminLog/index', undefined, { limit: 100 })).data['list'] as {
        username: string;
        title: string;
        url: string;
      }[];
    await expect
      .poll(async () => (await logs('admin')).find(({ url }) => url === '/admin/auth.admin/edit'))
      .toMatchObject({ username: 'admin', title: 'Administrators-Edit' });
    const stored = async (): Promise<string> =>
      JSON.stringify((await sql`SELECT * FROM admin_log`.execute(server.app.database.read)).rows);
    await expect.poll(stored).toContain('hello');
    expect(await stored()).not.toContain('Changed-99');
    // Neither what a database cannot keep hides anybody, nor other ids beside those that counted, nor what is very long.
    const gone = (
      await rows('admin').add({
        username: 'brief',
        nickname: 'Brief',
        password: secret,
        group_ids: [ids['clerk_group']!],
      })
    ).id;
    await call('admin', 'DELETE', 'auth.admin/del', { ids: [99_999] }, { ids: [gone], uuid: 'NUL \0 in it' });
    await call(
      'admin',
      'POST',
      'auth.admin/edit',
      { last_login_ip: 'A'.repeat(20_001), id: ids['clerk'], motto: 'told' },
      { x: '\u0001'.repeat(500) },
    );
    const { row } = (await call('admin', 'POST', 'content.article/add', { title: 'Back again' })).data as {
      row: { id: number };
    };
    await call('admin', 'DELETE', 'content.article/del', undefined, { ids: [row.id] });
    expect((await call('admin', 'POST', 'content.article/restore', { ids: [88_888] }, { ids: [row.id] })).code).toBe(1);
    const noted = async (): Promise<string> =>
      JSON.stringify((await sql`SELECT data FROM admin_log`.execute(server.app.database.read)).rows);
    await expect.poll(noted).toContain('NUL ');
    await expect.poll(noted).toContain('told');
    await expect
      .poll(
        async () =>
          (await sql`SELECT 1 FROM admin_log WHERE url LIKE '%/restore'`.execute(server.app.database.read)).rows.length,
      )
      .toBe(1);
    const reported = (await noted()).replaceAll('\\', '');
    expect(reported).not.toContain('88888');
    expect([reported.includes('99999'), reported.includes(`"ids":["${gone}"]`), reported.includes('AAA…')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await call('boss', 'GET', 'auth.adminLog/index')).code).toBe(401);
    expect((await call('admin', 'POST', 'auth.adminLog/add', { title: 'x' })).code).toBe(401);
    expect((await call('admin', 'POST', 'auth.adminLog/edit', { id: 1, title: 'x' })).code).toBe(401);
  });

  it('keeps the last entries of who is deleted in that moment, and of a server that stops', async () => {
    const { gate } = server.app;
    const brief = await gate
      .rows('admin')
      .add({ username: 'brief', nickname: 'Brief', password: secret, group_ids: [1] });
    tokens['brief'] = await server.signIn('brief', secret);
    await call('brief', 'POST', 'content.tag/add', { name: 'last words' });
    await gate.rows('admin').del([brief.id]);
    await call('admin', 'POST', 'content.tag/add', { name: 'good night' });
    await server.close();
    server = await startServer(where, { resources: sampleTables });
    const entries = await rows('admin_log').list({}, { sort: '-id', limit: 2 });
    expect(
      entries.map(({ username, data }) => [username, (JSON.parse(String(data)) as { name: string }).name]),
    ).toEqual([
      ['admin', 'good night'],
      ['brief', 'last words'],
    ]);
  });
});
