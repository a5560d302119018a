import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sampleTables } from '../support/sampleTables.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly children?: readonly Row[] };

eachDatabase((_name, _open, place) => {
  let where: Place;
  let server: TestServer;
  let token: string;
  const start = async (): Promise<void> => {
    server = await startServer(where, { resources: sampleTables });
    token = await server.signIn();
  };
  beforeAll(async () => {
    where = await place();
    await start();
  });
  afterAll(() => server.close());

  const ask = async (language: string, url: string, query?: Record<string, unknown>) =>
    (await server.request('GET', `/api/admin/${url}`, { token, query, headers: { 'think-lang': language } })).json.data;
  const list = async (language: string, url: string, query: Record<string, unknown> = {}) =>
    (await ask(language, url, { isTree: 0, limit: 1000, ...query }))['list'] as Row[];
  const save = async (language: string, url: string, body: Record<string, unknown>) =>
    expect(
      (await server.request('POST', `/api/admin/${url}`, { token, body, headers: { 'think-lang': language } })).json
        .code,
    ).toBe(1);
  const rule = async (name: string) => (await server.app.gate.rows('admin_rule').list({ name }))[0]!;
  const titlesOf = async (language: string, query: Record<string, unknown> = {}) =>
    (await list(language, 'auth.rule/index', query)).map(({ title }) => title);

  describe('titles of rules', () => {
    it('are in the language of the reader: in lists, choices and beside the groups that own them', async () => {
      const group = await server.app.gate
        .rows('admin_group')
        .add({ name: 'tagged', pid: 1, rule_ids: [(await rule('content/tag/del')).id] });
      for (const [language, title] of [
        ['en', 'Delete'],
        ['zh-cn', '删除'],
      ] as const) {
        expect(
          (await list(language, 'auth.rule/index')).find(({ name }) => name === 'content/tag/del')?.['title'],
        ).toBe(title);
        const { id } = await rule('content/tag/del');
        expect(
          (
            (await ask(language, 'auth.rule/select', { select: true, initKey: 'id', initValue: id }))['list'] as Row[]
          )[0]!['title'],
        ).toBe(title);
        expect(
          (await list(language, 'auth.group/index')).find((row) => row.id === group.id)?.['rule_ids_rows'],
        ).toMatchObject([{ title }]);
      }
    });

    it('are searched, filtered and sorted as they are read', async () => {
      expect(new Set(await titlesOf('en', { search: [{ field: 'title', operator: 'eq', val: 'Delete' }] }))).toEqual(
        new Set(['Delete']),
      );
      expect(await titlesOf('zh-cn', { search: [{ field: 'title', operator: 'eq', val: 'Delete' }] })).toEqual([]);
      expect(await titlesOf('en', { search: [{ field: 'title', operator: 'LIKE', val: 'dministrators' }] })).toEqual([
        'Administrators',
      ]);
      expect(await titlesOf('en', { quickSearch: 'Activity log' })).toEqual(['Activity log']);
      expect(await titlesOf('en', { quickSearch: '管理员日志' })).toEqual(['Activity log']);
      const sorted = (await titlesOf('en', { order: 'title,asc' })).map(String);
      expect(sorted).toEqual(sorted.toSorted((one, other) => (one < other ? -1 : 1)));
    });

    it('stay what they are when a form sends back what it was shown', async () => {
      const { id } = await rule('content/tag/del');
      const { row } = (await ask('en', 'auth.rule/edit', { id })) as { row: Row };
      expect(row['title']).toBe('Delete');
      await save('en', 'auth.rule/edit', { ...row, remark: 'seen' });
      expect(await rule('content/tag/del')).toMatchObject({ title: '删除', remark: 'seen' });
    });

    it('are the same for everybody once somebody has changed them', async () => {
      const { id } = await rule('content/tag/del');
      await save('en', 'auth.rule/edit', { id, title: 'Throw away' });
      for (const language of ['en', 'zh-cn'])
        expect((await list(language, 'auth.rule/index')).find((row) => row.id === id)?.['title']).toBe('Throw away');
      expect(await titlesOf('en', { search: [{ field: 'title', operator: 'LIKE', val: 'row awa' }] })).toEqual([
        'Throw away',
      ]);
    });

    it('bring no name of another column into the manifest', async () => {
      expect(JSON.stringify(await ask('en', 'auth.rule/manifest'))).not.toMatch(/made_title/);
    });

    it('name the rule that is refused', async () => {
      const { id } = await rule('content/tag');
      const { json } = await server.request('DELETE', '/api/admin/auth.rule/del', {
        token,
        query: {
          ids: [id, ...(await list('en', 'auth.rule/index')).filter((row) => row['pid'] === id).map((row) => row.id)],
        },
      });
      expect([json.code, json.msg]).toEqual([0, expect.stringMatching(/“[a-z ]+”/i)]);
      expect(json.msg).not.toMatch(/\p{Script=Han}/u);
    });
  });

  it('rights of a table stand in the order in which people name them', async () => {
    const tops = (await ask('en', 'auth.rule/select', { select: true }))['options'] as Row[];
    const { id } = await rule('content/article');
    expect(tops.filter((row) => row['pid'] === id).map((row) => String(row['title']).replace(/^\W+/, ''))).toEqual([
      'View',
      'New',
      'Edit',
      'Delete',
      'Import',
      'Export',
      'Sort',
      'Restore',
      'Delete permanently',
      'History',
    ]);
  });

  it('entries of the log are in the language of the reader, those of earlier versions as they were written', async () => {
    await save('zh-cn', 'auth.group/add', { name: 'noted', pid: 1 });
    await server.app.gate.rows('admin_log').add({ title: '旧记录', admin_id: 1, username: 'admin' });
    const titles = (language: string) =>
      list(language, 'auth.adminLog/index', { order: 'id,asc' }).then((rows) => rows.map(({ title }) => title));
    await expect.poll(() => titles('en')).toEqual(expect.arrayContaining(['Sign in', 'Groups-New', '旧记录']));
    expect(await titles('zh-cn')).toEqual(expect.arrayContaining(['登录', '角色组-新增', '旧记录']));
    expect((await list('en', 'routine.AdminInfo/log')).map(({ title }) => title)).toContain('Groups-New');
    expect(await list('en', 'auth.adminLog/index', { quickSearch: 'Groups-New' })).toHaveLength(1);
  });

  describe('the group that the first start makes', () => {
    const named = async (language: string) => [
      (await list(language, 'auth.group/index', { search: [{ field: 'is_super', operator: 'eq', val: 1 }] })).map(
        ({ name }) => name,
      ),
      (await list(language, 'auth.admin/index', { search: [{ field: 'username', operator: 'eq', val: 'admin' }] })).map(
        (row) => (row['group_ids_rows'] as Row[])[0]!['name'],
      ),
      ((await ask(language, 'routine.AdminInfo/index'))['info'] as { groups: string[] }).groups,
    ];

    const historyIn = async (language: string) =>
      ((await ask(language, 'auth.group/history', { id: 1 }))['list'] as { changes: object }[]).map(
        ({ changes }) => changes,
      );

    it('has its first name in the language of the reader in a history that no longer tells how it was added', async () => {
      // As if more had been done with it since than a history shows.
      const forget = () =>
        server.app.database.write(({ db }) =>
          db.deleteFrom('row_history').where('table_name', '=', 'admin_group').execute(),
        );
      const first = '超级管理员';
      await forget();
      await save('zh-cn', 'auth.group/edit', { id: 1, name: 'Board' });
      expect(await historyIn('en')).toEqual([{ name: { before: 'Super administrators', after: 'Board' } }]);
      expect(await historyIn('zh-cn')).toEqual([{ name: { before: first, after: 'Board' } }]);
      await forget();
      await save('zh-cn', 'auth.group/edit', { id: 1, name: first });
      expect(await historyIn('en')).toEqual([{ name: { before: 'Board', after: 'Super administrators' } }]);
    });

    it('is named in the language of the reader, also after an earlier version has made it', async () => {
      await server.app.gate.rows('admin_group').edit(1, { made_name: null, made_name_en: null });
      expect(await named('en')).toEqual([['超级管理员'], ['超级管理员'], ['超级管理员']]);
      await server.close();
      await start();
      expect(await named('en')).toEqual([['Super administrators'], ['Super administrators'], ['Super administrators']]);
      expect(await named('zh-cn')).toEqual([['超级管理员'], ['超级管理员'], ['超级管理员']]);
      // An earlier one called it otherwise in Chinese.
      await server.app.gate.rows('admin_group').edit(1, { name: '超级管理组', made_name: null, made_name_en: null });
      await server.close();
      await start();
      expect(await named('en')).toEqual([['Super administrators'], ['Super administrators'], ['Super administrators']]);
      await server.app.gate.rows('admin_group').edit(1, { name: '超级管理员', made_name: '超级管理员' });
    });

    it('has the name that somebody has given it; its history tells both in the language of the reader', async () => {
      await save('en', 'auth.group/edit', { id: 1, name: 'Board' });
      expect(await named('zh-cn')).toEqual([['Board'], ['Board'], ['Board']]);
      for (const [language, before] of [
        ['en', 'Super administrators'],
        ['zh-cn', '超级管理员'],
      ] as const) {
        expect((await historyIn(language))[0]).toEqual({ name: { before, after: 'Board' } });
      }
    });
  });
});
