import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BulkReport, Language, NoticeUndo, UndoReport } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';

interface Told {
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly isRead: boolean;
  readonly undo?: NoticeUndo;
}
const clerk = ['clerk', 'Clerk-1234'] as const;
const articles = '/api/admin/content.article/';

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);

  const begin = async () => {
    // More rows than these are a job.
    servers.push(await startServer(await place(), { resources: sampleTables, limits: { together: 3 } }));
    const server = servers.at(-1)!;
    await addPerson(server.app.gate, ...clerk, ['content/article/index', 'content/article/edit']);
    const [{ id: owner }] = (await server.app.gate.rows('admin').list({ username: clerk[0] })) as unknown as [
      { id: number },
    ];
    const ids: number[] = [];
    for (const title of ['one', 'two', 'three', 'four'])
      ids.push((await server.app.gate.rows('article').add({ title, price: '5.00', owner } as never)).id);
    return { server, ids, token: await server.signIn(...clerk) };
  };
  const told = async (server: TestServer, token: string, language: Language = 'en') => {
    const headers = { 'think-lang': language };
    const { json } = await server.request('GET', '/api/admin/ajax/notices', { token, headers });
    const list = (json.data['list'] as Told[]).map(({ title, body, link, isRead, undo }) => ({
      title,
      body,
      link,
      isRead,
      ...(undo && { undo }),
    }));
    return { list, unread: json.data['unread'] };
  };
  const bulk = async (server: TestServer, token: string, body: Readonly<Record<string, unknown>>, key?: string) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const { json } = await server.request('POST', `${articles}bulkEdit`, { token, body, headers });
    expect(json, json.msg).toMatchObject({ code: 1 });
    return json.data as unknown as BulkReport;
  };
  const undo = async (server: TestServer, token: string, id: unknown) =>
    (await server.request('POST', `${articles}undoEdit`, { token, body: { id }, headers: { 'think-lang': 'en' } }))
      .json;
  const prices = async ({ app }: TestServer, ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await app.gate.rows('article').get(id))!.price));
  const link = '/admin/content/article';

  it('stays in the bell of whoever made it, as read, and is undone from there once, but for what has changed since', async () => {
    const { server, ids, token } = await begin();
    const other = await server.signIn();
    const some = ids.slice(0, 3);
    await bulk(server, token, { ids: some, values: { price: '9.00' }, preview: true });
    expect(await told(server, token)).toEqual({ list: [], unread: 0 });
    const report = await bulk(server, token, { ids: some, values: { price: '9.00', hot: 1 } }, 'once');
    await bulk(server, token, { ids: some, values: { price: '9.00', hot: 1 } }, 'once');
    // Nothing that could be undone.
    await bulk(server, token, { ids: some, values: { price: '9.00' } });
    const pointer = { call: 'undoEdit', path: 'content/article', id: report.undo };
    const done = {
      title: 'Changed 3 records in “Article”',
      body: 'Bulk edit: Price, Hot',
      link,
      isRead: true,
      undo: pointer,
    };
    expect(await told(server, token)).toEqual({ list: [done], unread: 0 });
    expect((await told(server, token, 'zh-cn')).list).toMatchObject([
      { title: '已修改“Article”中的 3 条记录', body: '批量编辑：Price、Hot' },
    ]);
    expect(await told(server, other)).toEqual({ list: [], unread: 0 });

    // One that stays while the first is undone.
    const { undo: id } = await bulk(server, token, { ids: [ids[3]], values: { price: '9.00' } });
    const second = {
      title: 'Changed one record in “Article”',
      body: 'Bulk edit: Price',
      link,
      isRead: true,
      undo: { ...pointer, id },
    };
    await server.app.gate.rows('article').edit(some[1]!, { price: '7.00' });
    expect((await undo(server, other, report.undo)).code).toBe(0);
    const undone = (await undo(server, token, report.undo)).data as unknown as UndoReport;
    expect(undone).toMatchObject({ changed: 2, left: [{ id: some[1], name: 'two' }] });
    expect(await prices(server, some)).toEqual(['5.00', '7.00', '5.00']);
    expect(await told(server, token)).toEqual({
      list: [
        { title: 'The bulk edit of “Article” was undone', body: 'Restored: 2 · Left unchanged: 1', link, isRead: true },
        second,
      ],
      unread: 0,
    });
    expect(await undo(server, token, report.undo)).toMatchObject({
      code: 0,
      msg: 'This bulk edit was undone already, or is too old to be undone',
    });
  });

  it('asks for the rights of the moment at which it is undone, and offers it again when it was refused', async () => {
    const { server, ids, token } = await begin();
    const report = await bulk(server, token, { ids: ids.slice(0, 3), values: { price: '9.00' } });
    const [group] = await server.app.gate.rows('admin_group').list({ name: 'Group of clerk' });
    await server.app.gate.rows('admin_group').edit(group!.id, { status: 0 });
    expect((await undo(server, token, report.undo)).code).not.toBe(1);
    expect(await prices(server, ids)).toEqual(['9.00', '9.00', '9.00', '5.00']);
    await server.app.gate.rows('admin_group').edit(group!.id, { status: 1 });
    // They are somebody else's meanwhile.
    await server.app.gate.rows('article').edit(ids[0]!, { owner: 999 } as never);
    await server.app.gate.rows('article').edit(ids[1]!, { owner: 999 } as never);
    await server.app.gate.rows('article').edit(ids[2]!, { owner: 999 } as never);
    expect(await undo(server, token, report.undo)).toMatchObject({ code: 1, data: { changed: 0 } });
    expect(await prices(server, ids)).toEqual(['9.00', '9.00', '9.00', '5.00']);
    expect((await told(server, token)).list).toMatchObject([{ undo: { id: report.undo } }]);
  });

  it('is no longer offered after 30 days', async () => {
    const { server, ids, token } = await begin();
    await bulk(server, token, { ids: ids.slice(0, 3), values: { price: '9.00' } });
    await server.app.database.write(({ db }) =>
      sql`UPDATE personal_notice SET create_time = create_time - ${30 * 86_400 + 600}`.execute(db),
    );
    const { list } = await told(server, token);
    expect([list.length, list[0]!.undo]).toEqual([1, undefined]);
  });

  it('tells of the end of a large one, from where it can be undone likewise', async () => {
    const { server, ids, token } = await begin();
    const mine = importer(server, 'content.article', token, 'bulkJob');
    const { job } = await bulk(server, token, { ids, values: { price: '9.00' } });
    await mine.settled(job!.id);
    const at = `${link}?bulkJob=${job!.id}`;
    await expect
      .poll(() => told(server, token))
      .toEqual({
        list: [
          {
            title: 'The bulk edit of “Article” is finished',
            body: 'Changed: 4 · Unchanged: 0 · Skipped: 0',
            link: at,
            isRead: false,
            undo: { call: 'bulkJob', path: 'content/article', id: job!.id },
          },
        ],
        unread: 1,
      });
    await mine.step(job!.id, 'undo');
    await mine.settled(job!.id);
    await expect
      .poll(() => told(server, token))
      .toEqual({
        list: [
          {
            title: 'The bulk edit of “Article” was undone',
            body: 'Restored: 4 · Left unchanged: 0',
            link: at,
            isRead: false,
          },
        ],
        unread: 1,
      });
    expect(await prices(server, ids)).toEqual(['5.00', '5.00', '5.00', '5.00']);
  });
});
