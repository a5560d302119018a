import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { SavedView, SavedViews } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

const article = 'content/article';
const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value });
const cheap = {
  filter: [is('price', '5', 'elt')],
  quickSearch: 'a',
  order: 'price,desc',
  columns: { more: ['day'], widths: { title: 300 }, density: 'compact' },
};
type Body = Readonly<Record<string, unknown>>;

eachDatabase((databaseName, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(
      await startServer(await place(), { resources: [...sampleTables, ...guests.resources!], plugins: [guests] }),
    );
    return servers.at(-1)!;
  };
  const call = async (server: TestServer, token: string, name: string, body: Body) =>
    (await server.request('POST', `/api/admin/ajax/${name}`, { token, body: { table: article, ...body } })).json;
  const saved = async (server: TestServer, token: string, table = article): Promise<SavedViews | undefined> => {
    const { json } = await server.request('GET', `/api/admin/${table.replaceAll('/', '.')}/manifest`, { token });
    expect(json.code).toBe(1);
    return json.data['saved'] as SavedViews | undefined;
  };
  const views = async (...given: Parameters<typeof saved>): Promise<readonly SavedView[]> =>
    (await saved(...given))?.list ?? [];
  const person = async (server: TestServer, username: string, nodes: readonly string[]): Promise<string> => {
    await addPerson(server.app.gate, username, 'Clerk-1234', nodes);
    return server.signIn(username, 'Clerk-1234');
  };
  const groupOf = async ({ app: { gate } }: TestServer, username: string): Promise<number> =>
    (await gate.rows('admin').list({ username }))[0]!.group_ids[0]!;
  const index = [`${article}/index`];

  it.runIf(databaseName === 'postgres')('opens with one of two views that are chosen at a time', async () => {
    const server = await serve();
    const { database, gate } = server.app;
    const token = await server.signIn();
    const ids: unknown[] = [];
    for (const name of ['one', 'two'])
      ids.push((await call(server, token, 'saveView', { name, state: cheap })).data['id']);
    const asked: ReturnType<typeof call>[] = [];
    await database.write(async ({ db }) => {
      await sql`LOCK TABLE list_start IN SHARE MODE`.execute(db);
      for (const [at, id] of ids.entries()) {
        if (asked.length <= at) asked.push(call(server, token, 'openView', { id }));
        await expect.poll(() => waitingTransactions(database)).toBe(at + 1);
      }
    });
    expect(await Promise.all(asked)).toMatchObject([{ code: 1 }, { code: 1 }]);
    expect(await gate.rows('list_start').list()).toMatchObject([{ view_id: ids[1] }]);
  });

  it('keeps what somebody has made of a list, for them alone, and gives it back whole', async () => {
    const server = await serve();
    const [mine, theirs] = [await server.signIn(), await person(server, 'bob', index)];
    expect(await saved(server, mine)).toBeUndefined();
    const { code, data } = await call(server, mine, 'saveView', { name: ' Cheap ', state: cheap, opens: true });
    expect(code).toBe(1);
    const id = data['id'] as number;
    expect(await saved(server, mine)).toEqual({
      list: [
        {
          id,
          name: 'Cheap',
          sharing: 'own',
          group_ids: [],
          in_menu: false,
          isOwn: true,
          mayChange: true,
          state: {
            ...cheap,
            columns: { hidden: [], more: ['day'], order: [], widths: { title: 300 }, pins: {}, density: 'compact' },
          },
        },
      ],
      opens: id,
    });
    expect(await saved(server, theirs)).toBeUndefined();
    expect(await saved(server, mine, 'content/tag')).toBeUndefined();
    await call(server, mine, 'saveView', { id, name: 'Dear', in_menu: true, opens: false });
    expect(await saved(server, mine)).toMatchObject({
      list: [{ id, name: 'Dear', in_menu: true, state: { quickSearch: 'a' } }],
      opens: null,
    });
    await call(server, mine, 'openView', { id });
    expect(await saved(server, mine)).toMatchObject({ opens: id });
    await call(server, mine, 'openView', { id: null });
    expect(await saved(server, mine)).toMatchObject({ opens: null });
    await call(server, mine, 'openView', { id });
    await call(server, mine, 'deleteView', { id });
    expect(await saved(server, mine)).toBeUndefined();
  });

  it('shows shared views to everybody who may list the table, or to the members of groups, who cannot change them', async () => {
    const server = await serve();
    const [admin, bob, eve] = [
      await server.signIn(),
      await person(server, 'bob', index),
      await person(server, 'eve', index),
    ];
    const stranger = await person(server, 'stranger', ['content/tag/index']);
    const writer = await person(server, 'writer', [`${article}/add`]);
    const group = await groupOf(server, 'bob');
    const all = await call(server, admin, 'saveView', { name: 'All', state: cheap, sharing: 'all' });
    const some = await call(server, admin, 'saveView', {
      name: 'Some',
      state: cheap,
      sharing: 'groups',
      group_ids: [group],
    });
    expect([all.code, some.code]).toEqual([1, 1]);
    expect((await views(server, bob)).map(({ name, isOwn, mayChange }) => [name, isOwn, mayChange])).toEqual([
      ['All', false, false],
      ['Some', false, false],
    ]);
    expect((await views(server, eve)).map(({ name }) => name)).toEqual(['All']);
    // Whoever only adds rows has no list that would open with one.
    expect(await saved(server, writer)).toBeUndefined();
    const inMenu = async (token: string) =>
      (await server.request('GET', '/api/admin/Index/index', { token })).json.data['views'];
    expect(await inMenu(bob)).toBeUndefined();
    await call(server, admin, 'saveView', { id: some.data['id'], in_menu: true });
    for (const token of [admin, bob])
      expect(await inMenu(token)).toEqual([{ id: some.data['id'], path: article, name: 'Some' }]);
    for (const token of [eve, stranger]) expect(await inMenu(token)).toBeUndefined();
    await call(server, admin, 'saveView', { id: all.data['id'], in_menu: true });
    // Whoever may not open the list has no entry of it.
    expect(await inMenu(stranger)).toBeUndefined();
    const id = some.data['id'];
    for (const [name, body] of [
      ['saveView', { id, name: 'Mine' }],
      ['deleteView', { id }],
    ] as const) {
      expect((await call(server, bob, name, body)).code, name).not.toBe(1);
      // For who does not see it, it is not there.
      expect(await call(server, eve, name, body)).toMatchObject({ code: 0, msg: 'Record not found' });
      expect((await call(server, stranger, name, body)).code).toBe(401);
    }
    expect(await call(server, eve, 'openView', { id })).toMatchObject({ code: 0, msg: 'Record not found' });
    expect((await call(server, bob, 'openView', { id })).data['opens']).toBe(id);
    // What somebody opens with is their own business.
    expect(await saved(server, admin)).toMatchObject({ opens: null });
    const [, later] = await views(server, admin);
    expect(later).toMatchObject({ name: 'Some', group_ids: [group] });
    await call(server, admin, 'saveView', { id, sharing: 'own' });
    expect(await saved(server, bob)).toMatchObject({ list: [{ name: 'All' }], opens: null });
  });

  it('shares with groups of their own or below only, and lets super administrators tidy up', async () => {
    const server = await serve();
    const [admin, bob] = [await server.signIn(), await person(server, 'bob', index)];
    await person(server, 'eve', index);
    const [own, other] = [await groupOf(server, 'bob'), await groupOf(server, 'eve')];
    const share = (group_ids: unknown, name: string) =>
      call(server, bob, 'saveView', { name, state: cheap, sharing: 'groups', group_ids });
    const offered = await server.request('GET', '/api/admin/ajax/viewGroups', { token: bob });
    expect(offered.json.data).toEqual([{ id: own, name: 'Group of bob' }]);
    expect((await share([other], 'a')).code).toBe(0);
    expect((await share([], 'b')).data).toMatchObject({ errors: { group_ids: expect.any(String) } });
    const { data } = await share([own], 'c');
    expect(await call(server, admin, 'deleteView', { id: data['id'] })).toMatchObject({ code: 1 });
    const { data: secret } = await call(server, bob, 'saveView', { name: 'own', state: cheap });
    expect((await call(server, admin, 'deleteView', { id: secret['id'] })).code).toBe(0);
    expect((await views(server, bob)).map(({ name }) => name)).toEqual(['own']);
  });

  it('leaves out what its reader may not use, says how much that was, and names nothing of it', async () => {
    const server = await serve();
    const [admin, bob] = [await server.signIn(), await person(server, 'bob', index)];
    const hidden = {
      filter: [
        is('title', 'x', 'LIKE'),
        is('note', 'treasure', 'LIKE'),
        { or: [is('status', 'live'), { not: is('category.cost', 77, 'gt') }] },
        is('margin', 4711),
      ],
      order: 'note,asc;title,desc',
      columns: {
        hidden: ['note'],
        more: ['note', 'margin', 'day'],
        order: ['note', 'title'],
        widths: { note: 333, title: 300 },
        pins: { margin: 'left' },
      },
    };
    await call(server, admin, 'saveView', { name: 'Hidden', state: hidden, sharing: 'all' });
    expect((await views(server, admin))[0]).not.toHaveProperty('leftOut');
    const { json } = await server.request('GET', '/api/admin/content.article/manifest', { token: bob });
    // Without the time, which has digits of its own.
    const text = JSON.stringify(json.data);
    for (const word of ['treasure', 'note', 'margin', '4711', 'cost', '77', '333']) expect(text).not.toContain(word);
    expect((await views(server, bob))[0]).toMatchObject({
      leftOut: { conditions: 3, columns: 2 },
      state: {
        filter: [is('title', 'x', 'LIKE')],
        order: 'title,desc',
        columns: { hidden: [], more: ['day'], order: ['title'], widths: { title: 300 }, pins: {} },
      },
    });
  });

  it('refuses what is no view, a name that is taken, too many, and tables that nobody may list', async () => {
    const server = await serve();
    const admin = await server.signIn();
    const bob = await person(server, 'bob', index);
    const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => ({ and: [inner] }), is('id', 1));
    for (const state of [
      undefined,
      'x',
      [],
      { filter: 'x' },
      { filter: [1] },
      { filter: [deep] },
      { filter: [{ field: 'id', operator: 'x', value: 1 }] },
      { filter: [is('title', 'x'.repeat(30_000))] },
      { quickSearch: 'a\0b' },
      { quickSearch: [] },
      { order: 'x'.repeat(2000) },
    ])
      expect((await call(server, admin, 'saveView', { name: 'n', state })).code, JSON.stringify(state)).toBe(0);
    for (const name of [undefined, '', '  ', 'x'.repeat(41), { a: 1 }])
      expect((await call(server, admin, 'saveView', { name, state: cheap })).code, String(name)).toBe(0);
    expect((await call(server, admin, 'saveView', { name: 'n', state: cheap })).code).toBe(1);
    expect((await call(server, admin, 'saveView', { name: 'n', state: cheap })).data).toMatchObject({
      errors: { name: '“n” already exists. Choose another name' },
    });
    for (const table of ['content/none', 'saved_view', '', 1, null, ['content/article']])
      expect((await call(server, admin, 'saveView', { table, name: 'm', state: cheap })).code, String(table)).toBe(401);
    expect((await call(server, bob, 'saveView', { table: 'content/tag', name: 'm', state: cheap })).code).toBe(401);
    // A view of one table is none of another.
    const [{ id }] = (await views(server, admin)) as [SavedView];
    for (const name of ['saveView', 'deleteView', 'openView'])
      expect((await call(server, admin, name, { table: 'content/tag', id, state: cheap })).code, name).toBe(0);
    for (const wrong of ['x', 1.5, -1, [id], {}])
      expect((await call(server, admin, 'deleteView', { id: wrong })).code, JSON.stringify(wrong)).toBe(0);
    const path = article;
    const of = { realm: 'admin', account_id: 1, path, state: cheap } as const;
    await server.app.gate.addAll(
      'saved_view',
      Array.from({ length: 49 }, (_, at) => ({ ...of, name: `v${at}` })) as never,
    );
    expect(await call(server, admin, 'saveView', { name: 'one more', state: cheap })).toMatchObject({
      code: 0,
      msg: 'You already have 50 views of this table. Delete one first',
    });
  });

  it('takes nobody’s word for whose a view is, and forgets those of accounts that are gone', async () => {
    const server = await serve();
    const [admin, bob] = [await server.signIn(), await person(server, 'bob', index)];
    const { data } = await call(server, bob, 'saveView', {
      name: 'b',
      state: cheap,
      account_id: 1,
      realm: 'guest',
      path: 'content/tag',
      opens: true,
    });
    const id = data['id'] as number;
    await call(server, bob, 'saveView', { name: 'shared', state: cheap, sharing: 'all' });
    const { gate } = server.app;
    expect(await gate.rows('saved_view').get(id)).toMatchObject({ realm: 'admin', account_id: 2, path: article });
    expect((await views(server, admin)).map(({ name }) => name)).toEqual(['shared']);
    const del = await server.request('DELETE', '/api/admin/auth.admin/del?ids[]=2', { token: admin });
    expect(del.json.code).toBe(1);
    expect((await gate.rows('saved_view').list()).map(({ name }) => name)).toEqual(['shared']);
    expect(await gate.rows('list_start').list()).toEqual([]);
  });

  it('is for the people of another realm too, each for themselves', async () => {
    const server = await serve();
    const { gate } = server.app;
    for (const username of ['one', 'two']) await gate.rows('guest').add({ username, password: 'Guest-1234' });
    const enter = async (username: string) => {
      const { json } = await server.request('POST', '/api/guest/session/login', {
        body: { username, password: 'Guest-1234' },
      });
      return { 'x-guest-token': (json.data['userInfo'] as { token: string }).token };
    };
    const [one, two] = [await enter('one'), await enter('two')];
    const save = (headers: Readonly<Record<string, string>>, body: Body) =>
      server.request('POST', '/api/guest/ajax/saveView', { headers, body: { table: 'shop/wish', ...body } });
    const state = { filter: [is('title', 'x', 'LIKE'), is('remark', 'y')], quickSearch: '' };
    const { json } = await save(one, { name: 'Mine', state, opens: true });
    expect(json).toMatchObject({ code: 1, data: { list: [{ name: 'Mine', leftOut: { conditions: 1, columns: 0 } }] } });
    expect((await save(one, { name: 'Theirs', state, sharing: 'all' })).json.code).toBe(401);
    const manifest = async (headers: Readonly<Record<string, string>>) =>
      (await server.request('GET', '/api/guest/shop.wish/manifest', { headers })).json.data['saved'];
    expect(await manifest(one)).toMatchObject({ opens: json.data['id'] });
    expect(await manifest(two)).toBeUndefined();
    // An administrator with the same number is somebody else.
    expect(await saved(server, await server.signIn(), 'shop/wish')).toBeUndefined();
    for (const url of ['saveView', 'deleteView', 'openView'])
      expect((await server.request('POST', `/api/guest/ajax/${url}`, { body: {} })).json.code).toBe(302);
  });
});
