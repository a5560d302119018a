import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { definePlugin, type Notice, type PluginHost } from '#plugin';
import approval from '../examples/approval.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { readEvents, type EventReader } from '../support/eventReader.ts';
import { guests } from '../support/guests.ts';
import { startServer, type TestServer } from '../support/server.ts';

const list = '/api/admin/ajax/notices';
const read = '/api/admin/ajax/readNotices';
const hello = { title: { 'zh-cn': '您好', en: 'Hello' }, body: 'Plain <b>text</b>', link: '/admin/dashboard' };

interface Shown {
  readonly list: readonly { readonly id: number; readonly title: string; readonly isRead: boolean }[];
  readonly unread: number;
  readonly last: number;
}

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  const readers: EventReader[] = [];
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  async function serve(where?: Place, now?: () => number): Promise<{ server: TestServer; host: PluginHost }> {
    let host: PluginHost;
    const bell = definePlugin({ name: 'bell', notices: true, start: (given) => void (host = given) });
    const options = { plugins: [bell, guests], resources: guests.resources!, ...(now && { now }) };
    servers.push(await startServer(where ?? (await place()), options));
    return { server: servers.at(-1)!, host: host! };
  }
  const addAdmin = async ({ app: { gate } }: TestServer, username: string): Promise<number> =>
    (await gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [1] })).id;
  const shown = async (server: TestServer, token: string, headers = {}): Promise<Shown> =>
    (await server.request('GET', list, { token, headers })).json.data as unknown as Shown;
  const mark = async (server: TestServer, token: string, body: Record<string, unknown>) =>
    (await server.request('POST', read, { token, body })).json;
  async function listen(server: TestServer, headers: Record<string, string>, area = 'admin'): Promise<EventReader> {
    readers.push(await readEvents(`${server.address}/api/${area}/ajax/changes`, headers));
    return readers.at(-1)!;
  }
  /** How it was, and what has become of it. Of other changes in between nothing is told here. */
  const statesOf = ({ events }: EventReader): unknown[] =>
    events.filter(({ event }) => event === 'notices').map(({ data }) => JSON.parse(data) as unknown);
  const told = (reader: EventReader, states: number): Promise<void> =>
    expect.poll(() => statesOf(reader).length).toBeGreaterThanOrEqual(states);

  it('tells a person in their language, counts what is not read, and marks one or all as read', async () => {
    const { server, host } = await serve();
    const token = await server.signIn();
    expect(await shown(server, token)).toEqual({ list: [], unread: 0, last: 0 });
    await host.notify({ realm: 'admin', id: 1 }, { ...hello, data: { order: 7 } });
    await host.notify({ realm: 'admin', id: 1 }, { title: { key: 'config:wrongEntry', params: { entry: 'x' } } });
    const { list: all, unread, last } = await shown(server, token);
    expect(all).toMatchObject([
      { title: "“x” isn't in a valid format", body: '', link: '', data: null, isRead: false },
      { title: 'Hello', body: 'Plain <b>text</b>', link: '/admin/dashboard', data: { order: 7 }, isRead: false },
    ]);
    expect({ unread, last }).toEqual({ unread: 2, last: all[0]!.id });
    const chinese = await shown(server, token, { 'think-lang': 'zh-cn' });
    expect(chinese.list.map(({ title }) => title)).toEqual(['“x”格式不正确', '您好']);
    expect(await mark(server, token, { id: all[1]!.id })).toMatchObject({ code: 1, data: { unread: 1 } });
    await host.notify({ realm: 'admin', id: 1 }, hello);
    // What has come since they looked stays unread.
    expect(await mark(server, token, { upTo: last })).toMatchObject({ data: { unread: 1 } });
    expect((await shown(server, token)).list.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    for (const body of [{}, { id: 'x' }, { id: 0 }, { upTo: 1.5 }, { id: [1] }])
      expect(await mark(server, token, body), JSON.stringify(body)).toMatchObject({ code: 0, data: { errors: {} } });
  });

  it('belongs to its person only: nobody else reads, marks or hears it, of the same realm or another', async () => {
    const { server, host } = await serve();
    const { gate } = server.app;
    const other = await addAdmin(server, 'other');
    await gate.rowsOf(gate.modelOf('guest')).add({ username: 'one', password: 'Guest-1' } as never);
    const [token, otherToken] = [await server.signIn(), await server.signIn('other', 'Person-1')];
    const { json } = await server.request('POST', '/api/guest/session/login', {
      body: { username: 'one', password: 'Guest-1' },
    });
    const guestToken = { 'x-guest-token': (json.data['userInfo'] as { token: string }).token };
    const [mine, theirs, guest] = [
      await listen(server, { batoken: token }),
      await listen(server, { batoken: otherToken }),
      await listen(server, guestToken, 'guest'),
    ];
    for (const reader of [mine, theirs, guest]) await told(reader, 1);
    await host.notify({ realm: 'admin', id: other }, hello);
    await told(theirs, 2);
    expect(statesOf(theirs)).toEqual([
      { unread: 0, last: 0 },
      { unread: 1, last: expect.any(Number) },
    ]);
    const [{ id }] = (await shown(server, otherToken)).list as unknown as [{ id: number }];
    // An account of another realm with the same number.
    await host.notify({ realm: 'guest' as never, id: 1 }, hello);
    await told(guest, 2);
    expect((await server.request('GET', '/api/guest/ajax/notices', { headers: guestToken })).json.data).toMatchObject({
      unread: 1,
    });
    expect(await shown(server, token)).toMatchObject({ list: [], unread: 0 });
    expect(await mark(server, token, { id })).toMatchObject({ data: { unread: 0 } });
    expect(await mark(server, token, { upTo: 1_000_000 })).toMatchObject({ data: { unread: 0 } });
    expect((await shown(server, otherToken)).unread).toBe(1);
    expect(statesOf(mine).length).toBeLessThan(4);
    for (const state of statesOf(mine)) expect(state).toEqual({ unread: 0, last: 0 });
    for (const url of [list, read])
      expect((await server.request(url === read ? 'POST' : 'GET', url)).json.code, url).toBe(302);
    expect((await server.request('GET', list, { headers: guestToken })).json.code).toBe(302);
  });

  it('shows it at once in open pages, and in others that it was read', async () => {
    const { server, host } = await serve();
    const token = await server.signIn();
    const reader = await listen(server, { batoken: token });
    await told(reader, 1);
    await host.notify({ realm: 'admin', id: 1 }, hello);
    await told(reader, 2);
    const { last } = await shown(server, token);
    await mark(server, token, { upTo: last });
    await told(reader, 3);
    expect(statesOf(reader)).toEqual([
      { unread: 0, last: 0 },
      { unread: 1, last },
      { unread: 0, last },
    ]);
  });

  it('is kept for 90 days, and the last 500 of a person', async () => {
    const where = await place();
    const { server, host } = await serve(where);
    await host.notify({ realm: 'admin', id: 2 }, hello);
    await server.app.database.write(async ({ db }) => {
      const line = sql`('admin', 1, '', '"x"', '', '', '', 0, ${Math.floor(Date.now() / 1000)})`;
      await sql`INSERT INTO personal_notice (realm, account_id, plugin, title, body, link, data, read_time, create_time)
        VALUES ${sql.join(Array.from({ length: 505 }, () => line))}`.execute(db);
    });
    await host.notify({ realm: 'admin', id: 1 }, hello);
    const rows = async ({ app }: TestServer, id: number) =>
      (await sql`SELECT id FROM personal_notice WHERE account_id = ${id}`.execute(app.database.read)).rows.length;
    expect([await rows(server, 1), await rows(server, 2)]).toEqual([500, 1]);
    await servers.pop()!.close();
    const later = await serve(where, () => Math.floor(Date.now() / 1000) + 91 * 86_400);
    await expect.poll(() => rows(later.server, 2)).toBe(0);
    await expect.poll(() => rows(later.server, 1)).toBe(0);
  });

  it('says to a plugin what it has got wrong, and stores nothing', async () => {
    const { server, host } = await serve();
    const failure = async (notice: object, to: object = { realm: 'admin', id: 1 }): Promise<string> =>
      host.notify(to as never, { ...hello, ...notice } as Notice).then(
        () => '',
        (error: Error) => error.message,
      );
    for (const link of ['//evil.example', 'https://evil.example', '/\\evil', 'javascript:alert(1)', 'admin', '/a b', 7])
      expect(await failure({ link }), String(link)).toContain('link must be a page of this site');
    for (const title of ['', ' ', { en: 'only' }, undefined, null, 7])
      expect(await failure({ title }), JSON.stringify(title)).toContain('title must be a text');
    expect(await failure({ title: 'x'.repeat(201) })).toContain('200 characters');
    expect(await failure({ body: 'x'.repeat(2001) })).toContain('2000 characters');
    expect(await failure({ data: 'x'.repeat(10_000) })).toContain('10000 characters of JSON');
    expect(await failure({}, { realm: 'nowhere', id: 1 })).toContain('nobody');
    expect(await failure({}, { realm: 'admin', id: 1.5 })).toContain('nobody');
    const inside = host.transaction(host.system, async () => host.notify({ realm: 'admin', id: 1 }, hello));
    await expect(inside).rejects.toThrow('enqueue a job');
    expect((await shown(server, await server.signIn())).list).toEqual([]);
  });

  it('the example tells who asked, once, when it was approved', async () => {
    servers.push(await startServer(await place(), { plugins: [approval], resources: approval.resources! }));
    const [server] = servers as [TestServer];
    const token = await server.signIn();
    const rows = server.app.gate.rows('approval');
    const { id } = await rows.add({ title: 'A new chair', admin_id: 1 });
    await rows.edit(id, { approved: 1 });
    await rows.edit(id, { title: 'A newer chair' });
    await expect.poll(async () => (await shown(server, token)).unread).toBe(1);
    expect((await shown(server, token)).list).toMatchObject([
      { title: 'Your request was approved', link: '/admin/office/approval' },
    ]);
  });

  describe.runIf(name === 'postgres')('a second instance', () => {
    it('shows what the first has told, at once', async () => {
      const where = await place();
      const [one, other] = [await serve(where), await serve(where)];
      const token = await other.server.signIn();
      const reader = await listen(other.server, { batoken: token });
      await told(reader, 1);
      await one.host.notify({ realm: 'admin', id: 1 }, hello);
      await told(reader, 2);
      expect(statesOf(reader)[1]).toMatchObject({ unread: 1 });
    });
  });

  it('is in the back office, where the server itself tells things, and elsewhere only where a plugin does', async () => {
    let host: PluginHost;
    const quiet = definePlugin({ name: 'quiet', start: (given) => void (host = given) });
    servers.push(await startServer(await place(), { plugins: [quiet, guests], resources: guests.resources! }));
    const [server] = servers as [TestServer];
    const token = await server.signIn();
    expect((await server.request('GET', list, { token })).json).toMatchObject({ code: 1, data: { unread: 0 } });
    expect((await server.request('GET', '/api/admin/Index/index', { token })).json.data).toMatchObject({
      notices: { unread: 0, last: 0 },
    });
    expect((await server.request('GET', '/api/guest/ajax/notices')).status).toBe(404);
    await expect(host!.notify({ realm: 'guest', id: 1 } as never, hello)).rejects.toThrow('write notices: true');
    // Administrators have theirs anyway: every super administrator who may sign in, and nobody else.
    const clerks = await server.app.gate.rows('admin_group').add({ name: 'Clerks', pid: 1, rule_ids: [] });
    await addAdmin(server, 'second');
    for (const [username, status, groups] of [
      ['away', 0, [1]],
      ['clerk', 1, [clerks.id]],
    ] as const)
      await server.app.gate
        .rows('admin')
        .add({ username, nickname: username, password: 'Person-1', status, group_ids: [...groups] });
    await host!.notifySupers(hello);
    const told = await sql<{ account_id: number }>`SELECT account_id FROM personal_notice ORDER BY account_id`.execute(
      server.app.database.read,
    );
    expect(told.rows.map((row) => Number(row.account_id))).toEqual([1, 2]);
    const { server: other } = await serve();
    expect((await other.request('GET', '/api/guest/ajax/notices')).status).toBe(200);
  });
});
