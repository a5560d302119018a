import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sampleTables } from '../support/sampleTables.ts';

const secret = 'Person-1';
type Table = 'admin' | 'admin_group' | 'admin_rule' | 'admin_log';

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  const tokens: Record<string, string> = {};
  const ids: Record<string, number> = {};
  const rules: Record<string, number> = {};
  const rows = <N extends Table>(name: N) => server.app.gate.rows(name);
  const ruleIds = (...names: string[]): number[] =>
    names.map((name) => rules[name]!).toSorted((one, other) => one - other);
  const group = async (name: string, pid: number, ...names: string[]): Promise<void> => {
    ids[name] = (await rows('admin_group').add({ name, pid, rule_ids: ruleIds(...names) })).id;
  };
  const person = async (username: string, ...groups: string[]): Promise<void> => {
    ids[username] = (
      await rows('admin').add({
        username,
        nickname: username,
        password: secret,
        group_ids: groups.map((each) => ids[each]!),
      })
    ).id;
  };
  const call = async (
    who: string,
    method: string,
    url: string,
    asked: { body?: Record<string, unknown>; query?: Record<string, unknown> } = {},
  ) => (await server.request(method, `/api/admin/${url}`, { token: tokens[who], ...asked })).json;
  const listed = async (who: string, url: string, query: Record<string, unknown> = {}) =>
    (await call(who, 'GET', `${url}/index`, { query: { limit: 100, isTree: 0, ...query } })).data as unknown as {
      list: Record<string, unknown>[];
      total: number;
    };
  const saved = async (who: string, url: string, body: Record<string, unknown>) => {
    const answer = await call(who, 'POST', `${url}/edit`, { body });
    expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  };

  // boss stands above clerk; paused and other are beside boss. One rule that boss and clerk own is disabled.
  beforeAll(async () => {
    server = await startServer(await place(), { resources: sampleTables });
    for (const { name, id } of await rows('admin_rule').list()) rules[name] = id;
    const people = [
      'auth',
      'auth/admin',
      'auth/admin/index',
      'auth/admin/edit',
      'auth/admin/del',
      'auth/group',
      'auth/group/index',
      'auth/group/edit',
      'auth/rule',
      'auth/rule/index',
    ];
    const logs = ['auth/adminLog', 'auth/adminLog/index', 'auth/adminLog/del'];
    const tags = ['content', 'content/tag', 'content/tag/index', 'content/tag/add', 'content/tag/edit'];
    await group('boss_group', 1, ...people, ...logs, ...tags);
    await group('clerk_group', ids['boss_group']!, ...tags);
    await group('paused_group', 1, 'content/tag/del');
    await group('other_group', 1, 'content/tag/del');
    await rows('admin_group').edit(ids['paused_group']!, { status: 0 });
    await rows('admin_rule').edit(rules['content/tag/edit']!, { status: 0 });
    await person('boss', 'boss_group', 'paused_group');
    await person('clerk', 'clerk_group');
    await person('both', 'clerk_group', 'other_group');
    tokens['admin'] = await server.signIn();
    for (const who of ['boss', 'clerk']) tokens[who] = await server.signIn(who, secret);
  });
  afterAll(() => server.close());

  describe('what a delegated administrator cannot see', () => {
    beforeEach(() =>
      rows('admin_group').edit(ids['clerk_group']!, {
        rule_ids: ruleIds('content', 'content/tag', 'content/tag/index', 'content/tag/add', 'content/tag/edit'),
      }),
    );
    const owned = async (): Promise<readonly number[]> =>
      (await rows('admin_group').get(ids['clerk_group']!))!.rule_ids;

    it('is not named in what they read', async () => {
      const { row } = (await call('boss', 'GET', 'auth.group/edit', { query: { id: ids['clerk_group'] } })).data as {
        row: { rule_ids: number[] };
      };
      expect(row.rule_ids.toSorted((one, other) => one - other)).toEqual(
        ruleIds('content', 'content/tag', 'content/tag/index', 'content/tag/add'),
      );
      const { row: self } = (await call('boss', 'GET', 'auth.admin/edit', { query: { id: ids['boss'] } })).data as {
        row: { group_ids: number[] };
      };
      expect(self.group_ids).toEqual([ids['boss_group']]);
      const texts = [
        await listed('boss', 'auth.group'),
        await listed('boss', 'auth.admin'),
        await listed('boss', 'auth.rule'),
      ].map((each) => JSON.stringify(each));
      for (const text of texts) expect(text).not.toMatch(/paused_group|other_group|"both"|content\/tag\/edit/);
    });

    it('stays when they take away a rule that they see', async () => {
      await saved('boss', 'auth.group', {
        id: ids['clerk_group'],
        rule_ids: ruleIds('content', 'content/tag', 'content/tag/index'),
      });
      expect(await owned()).toEqual(ruleIds('content', 'content/tag', 'content/tag/index', 'content/tag/edit'));
      await saved('boss', 'auth.group', { id: ids['clerk_group'], rule_ids: [] });
      expect(await owned()).toEqual(ruleIds('content/tag/edit'));
    });

    it('stays when they send back a whole row, in whatever order', async () => {
      const { row } = (await call('boss', 'GET', 'auth.group/edit', { query: { id: ids['clerk_group'] } })).data as {
        row: { rule_ids: number[] };
      };
      const before = await owned();
      await saved('boss', 'auth.group', { ...row, rule_ids: row.rule_ids.toReversed(), name: 'clerks' });
      expect(await owned()).toEqual(before);
      expect((await rows('admin_group').get(ids['clerk_group']!))!.name).toBe('clerks');
    });

    it('cannot be given to others, though it is theirs', async () => {
      await rows('admin_group').edit(ids['clerk_group']!, { rule_ids: ruleIds('content/tag/index') });
      const answer = await call('boss', 'POST', 'auth.group/edit', {
        body: { id: ids['clerk_group'], rule_ids: ruleIds('content/tag/index', 'content/tag/edit') },
      });
      expect(answer).toMatchObject({ code: 0, data: { errors: { rule_ids: expect.any(String) as string } } });
    });

    it('stays theirs when they save themselves', async () => {
      const { row } = (await call('boss', 'GET', 'auth.admin/edit', { query: { id: ids['boss'] } })).data as {
        row: Record<string, unknown>;
      };
      await saved('boss', 'auth.admin', { ...row, motto: 'still me' });
      expect((await rows('admin').get(ids['boss']!))!).toMatchObject({
        motto: 'still me',
        group_ids: [ids['boss_group'], ids['paused_group']],
      });
    });

    it('is nobody whom they could change: members of a group beside theirs', async () => {
      for (const body of [
        { id: ids['both'], group_ids: [ids['clerk_group']] },
        { id: ids['both'], status: 0 },
      ])
        expect((await call('boss', 'POST', 'auth.admin/edit', { body })).code).toBe(0);
      expect((await call('boss', 'DELETE', 'auth.admin/del', { query: { ids: [ids['both']] } })).code).toBe(0);
      expect((await rows('admin').get(ids['both']!))!).toMatchObject({
        status: 1,
        group_ids: [ids['clerk_group'], ids['other_group']],
      });
    });
  });

  describe("the administrators' log", () => {
    beforeAll(async () => {
      for (const who of ['boss', 'clerk', 'admin'])
        await rows('admin_log').add({
          admin_id: ids[who] ?? 1,
          username: who,
          title: `${who} was here`,
          data: { motto: `canary of ${who}` },
        });
    });
    const titles = async (who: string, query: Record<string, unknown> = {}): Promise<string[]> =>
      (await listed(who, 'auth.adminLog', query)).list
        .map(({ title }) => String(title))
        .filter((title) => title.endsWith('was here'))
        .toSorted((one, other) => one.localeCompare(other));

    it('shows everybody their own entries only, however they are asked for', async () => {
      expect(await titles('boss')).toEqual(['boss was here']);
      expect(await titles('admin')).toEqual(['admin was here', 'boss was here', 'clerk was here']);
      const asked = [
        { quickSearch: 'clerk' },
        { search: [{ field: 'admin_id', val: ids['clerk'], operator: 'eq' }] },
        { search: [{ field: 'admin.username', val: 'clerk', operator: 'eq' }] },
        { initKey: 'id', initValue: (await rows('admin_log').list()).map(({ id }) => id), select: true },
      ];
      for (const query of asked) {
        const text = JSON.stringify((await call('boss', 'GET', 'auth.adminLog/index', { query })).data);
        expect(text).not.toMatch(/(?:clerk|admin) was here|canary of (?:clerk|admin)/);
      }
      expect(
        (await listed('boss', 'auth.adminLog', { search: [{ field: 'title', val: 'was here', operator: 'LIKE' }] }))
          .total,
      ).toBe(1);
    });

    it('loses nothing by a delegated administrator, not even entries of their own', async () => {
      const all = await rows('admin_log').list({ title: { contains: 'was here' } });
      expect(all).toHaveLength(3);
      for (const { id } of all)
        expect((await call('boss', 'DELETE', 'auth.adminLog/del', { query: { ids: [id] } })).code).toBe(401);
      expect((await call('boss', 'POST', 'auth.adminLog/edit', { body: { id: all[0]!.id, title: 'x' } })).code).toBe(
        401,
      );
      expect((await call('clerk', 'DELETE', 'auth.adminLog/del', { query: { ids: [all[0]!.id] } })).code).toBe(401);
      expect(await titles('admin')).toHaveLength(3);
      expect((await call('admin', 'DELETE', 'auth.adminLog/del', { query: { ids: [all[0]!.id] } })).code).toBe(1);
      expect(await titles('admin')).toHaveLength(2);
    });
  });
});
