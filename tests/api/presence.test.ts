import { afterEach, expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { readEvents, type EventReader } from '../support/eventReader.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { startServer, type ServerOptions, type TestServer } from '../support/server.ts';

const secret = 'Person-1';
/** Those that are looked at here. */
const tables = sampleTables.filter(({ name }) => ['category', 'tag'].includes(name));
const rights = ['content/tag/index', 'content/tag/edit'];

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  const readers: EventReader[] = [];
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const serve = async (where?: Place, limits: ServerOptions['limits'] = {}): Promise<TestServer> => {
    servers.push(await startServer(where ?? (await place()), { resources: tables, limits }));
    return servers.at(-1)!;
  };
  const person = async (server: TestServer, username: string, nodes = rights): Promise<string> => {
    await addPerson(server.app.gate, username, secret, nodes);
    return server.signIn(username, secret);
  };
  let round = 0;
  const tagOf = async ({ app: { gate } }: TestServer): Promise<number> =>
    (await gate.rows('tag').add({ name: `tag ${(round += 1)}` })).id;
  const say = async (server: TestServer, token: string, body: Readonly<Record<string, unknown>>) =>
    (
      await server.request('POST', '/api/admin/ajax/presence', {
        token,
        body: { path: 'content/tag', window: 'one', doing: 'view', ...body },
      })
    ).json;
  const people = async (...asked: Parameters<typeof say>) => {
    const { code, data } = await say(...asked);
    expect(code).toBe(1);
    return (data['people'] as { name: string; doing: string }[]).map((each) => `${each.name} ${each.doing}`);
  };
  const listen = async ({ address }: TestServer, token: string): Promise<EventReader> => {
    const reader = await readEvents(`${address}/api/admin/ajax/changes`, { batoken: token });
    readers.push(reader);
    await reader.count(1);
    return reader;
  };
  const told = ({ events }: EventReader) =>
    events
      .filter(({ event }) => event === 'presence')
      .map(({ data }) => JSON.parse(data) as { path: string; id: number; people: { name: string; doing: string }[] })
      .map(({ path, id, people: all }) => [path, id, ...all.map((each) => `${each.name} ${each.doing}`)]);

  it('says who else is at a record, and what they do there, from however many windows', async () => {
    const server = await serve();
    const [ann, ben] = [await person(server, 'ann'), await person(server, 'ben')];
    const [id, other] = [await tagOf(server), await tagOf(server)];
    expect(await people(server, ann, { id })).toEqual([]);
    expect(await people(server, ben, { id })).toEqual(['ann view']);
    expect(await people(server, ben, { id, window: 'two', doing: 'edit' })).toEqual(['ann view']);
    expect(await people(server, ann, { id })).toEqual(['ben edit']);
    expect(await people(server, ann, { id: other })).toEqual([]);
    expect(await people(server, ben, { id, window: 'two', doing: 'leave' })).toEqual([]);
    expect(await people(server, ann, { id })).toEqual(['ben view']);
    await people(server, ben, { id, doing: 'leave' });
    expect(await people(server, ann, { id })).toEqual([]);
  });

  it('tells whoever is at the record, and nobody else, as people come and go', async () => {
    const server = await serve();
    const [ann, ben] = [await person(server, 'ann'), await person(server, 'ben')];
    const [id, other] = [await tagOf(server), await tagOf(server)];
    const [there, elsewhere] = [await listen(server, ann), await listen(server, await person(server, 'cyd'))];
    const place = ['content/tag', id];
    // Each is heard before the next happens: what is told is who is there at that moment.
    await people(server, ann, { id });
    await expect.poll(() => told(there)).toEqual([place]);
    await people(server, ben, { id: other });
    await people(server, ben, { id, doing: 'edit' });
    await expect.poll(() => told(there)).toEqual([place, [...place, 'ben edit']]);
    // Being somewhere again is no news.
    await people(server, ben, { id, doing: 'edit' });
    await people(server, ben, { id, doing: 'leave' });
    await expect.poll(() => told(there)).toEqual([place, [...place, 'ben edit'], place]);
    expect(elsewhere.text).not.toContain('presence');
  });

  it('tells who may edit there only, and nobody whose rights to the table are gone meanwhile', async () => {
    const server = await serve();
    const { gate } = server.app;
    const ann = await person(server, 'ann', ['content/tag/edit', 'content/category/index']);
    const ben = await person(server, 'ben');
    const id = await tagOf(server);
    const there = await listen(server, ann);
    await people(server, ann, { id, doing: 'edit' });
    await people(server, ben, { id });
    await expect.poll(() => told(there).at(-1)).toEqual(['content/tag', id, 'ben view']);
    const [group] = await gate.rows('admin_group').list({ name: 'Group of ann' });
    const rules = await gate
      .rows('admin_rule')
      .list({ name: { in: ['content', 'content/category', 'content/category/index'] } });
    await gate.rows('admin_group').edit(group!.id, { rule_ids: rules.map((rule) => rule.id) });
    const later = await listen(server, ann);
    await people(server, ben, { id, doing: 'edit' });
    await gate.rows('category').add({ name: 'news' });
    // What comes after it is there.
    await expect.poll(() => later.text).toContain('content/category');
    expect(later.text).not.toContain('presence');
  });

  it('forgets a window that is not heard of again', async () => {
    const server = await serve(undefined, { presence: 400 });
    const [ann, ben] = [await person(server, 'ann'), await person(server, 'ben')];
    const id = await tagOf(server);
    await people(server, ben, { id });
    await expect.poll(() => people(server, ann, { id })).toEqual([]);
  });

  it('tells nothing of rows that the caller may not read, and of what is none', async () => {
    const server = await serve();
    const ann = await person(server, 'ann');
    const blind = await person(server, 'blind', ['content/category/index']);
    const id = await tagOf(server);
    await people(server, await server.signIn(), { id });
    expect(await people(server, ann, { id })).toEqual(['admin view']);
    expect((await say(server, blind, { id })).code).toBe(401);
    const missing = await say(server, ann, { id: 999_999 });
    expect(missing.code).toBe(0);
    for (const [wrong, field] of [
      [{ window: 'no room' }, 'window'],
      [{ window: 'x'.repeat(41) }, 'window'],
      [{ window: undefined }, 'window'],
      [{ doing: 'steal' }, 'doing'],
      [{ doing: 1 }, 'doing'],
    ] as const)
      expect((await say(server, ann, { id, ...wrong })).data['errors']).toHaveProperty(field);
    for (const path of ['content/nothing', '../tag', 7, undefined, '__proto__'])
      expect(await say(server, ann, { id, path })).toMatchObject({ code: 0, data: {} });
    for (const wrong of ['x', -1, 1.5, null, [1]]) expect((await say(server, ann, { id: wrong })).code).toBe(0);
    expect((await say(server, '', { id })).code).not.toBe(1);
    // It may be left also when it may not be read any more, and leaving tells nothing.
    expect(await people(server, blind, { id, doing: 'leave' })).toEqual([]);
  });

  it('keeps fifty windows of one person, and writes no entry of a log', async () => {
    const server = await serve();
    const [ann, ben] = [await person(server, 'ann'), await person(server, 'ben')];
    const first = await tagOf(server);
    const id = await tagOf(server);
    await people(server, ben, { id: first, window: 'first' });
    for (let at = 1; at < 50; at += 1) await people(server, ben, { id, window: `w${at}` });
    expect(await people(server, ann, { id: first })).toEqual(['ben view']);
    await people(server, ben, { id, window: 'w50' });
    expect(await people(server, ann, { id: first })).toEqual([]);
    expect(await people(server, ann, { id })).toEqual(['ben view']);
    await server.request('POST', '/api/admin/content.tag/edit', { token: ann, body: { id, name: 'Another' } });
    const urls = async () => (await server.app.gate.rows('admin_log').list()).map(({ url }) => url);
    await expect.poll(urls).toContain('/admin/content.tag/edit');
    expect((await urls()).filter((url) => url?.includes('presence'))).toEqual([]);
  });

  it('shows who is signed in as somebody else as themselves', async () => {
    const server = await serve();
    const [ann, ben] = [await person(server, 'ann'), await person(server, 'ben')];
    const [row] = await server.app.gate.rows('admin').list({ username: 'ben' });
    const { json } = await server.request('POST', '/api/admin/auth.admin/signInAs', {
      token: await server.signIn(),
      body: { ids: [row!.id] },
    });
    const acting = (json.data['result'] as { identity: { token: string } }).identity.token;
    const id = await tagOf(server);
    await people(server, acting, { id });
    expect(await people(server, ann, { id })).toEqual(['admin view']);
    expect(await people(server, ben, { id })).toEqual(['admin view', 'ann view']);
  });

  it.runIf(name === 'postgres')('knows of people on other instances', async () => {
    const where = await place();
    const [one, two] = [await serve(where), await serve(where)];
    const [ann, ben] = [await person(one, 'ann'), await person(one, 'ben')];
    const id = await tagOf(one);
    await people(one, ann, { id });
    const reader = await listen(one, ann);
    expect(await people(two, ben, { id, doing: 'edit' })).toEqual([]);
    await expect.poll(() => told(reader)).toEqual([['content/tag', id, 'ben edit']]);
    await people(one, ann, { id });
    await people(one, ann, { id, window: 'second' });
    await expect.poll(() => people(two, ben, { id, doing: 'edit' })).toEqual(['ann view']);
  });
});
