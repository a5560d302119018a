import { afterEach, expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { readEvents, type EventReader } from '../support/eventReader.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { guests } from '../support/guests.ts';

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  const readers: EventReader[] = [];
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  async function serve(where?: Awaited<ReturnType<typeof place>>): Promise<TestServer> {
    servers.push(
      await startServer(where ?? (await place()), {
        resources: [...sampleTables, ...guests.resources!],
        plugins: [guests],
        limits: { changes: 20 },
      }),
    );
    return servers.at(-1)!;
  }
  async function listen({ address }: TestServer, token: string, headers = {}): Promise<EventReader> {
    const reader = await readEvents(`${address}/api/admin/ajax/changes`, { batoken: token, ...headers });
    readers.push(reader);
    await reader.count(1);
    return reader;
  }
  const dataOf = ({ events }: EventReader) =>
    events
      .filter(({ event }) => event === undefined)
      .map(({ data }) => JSON.parse(data) as { readonly tables: readonly string[]; readonly missed?: true });
  const toldTo = (reader: EventReader): string[] => [...new Set(dataOf(reader).flatMap(({ tables }) => tables))];

  it('names tables whose rows have changed, to who may list or choose them, and nothing of the rows', async () => {
    const server = await serve();
    const { gate } = server.app;
    await addPerson(gate, 'lowly', 'Person-1', ['content/category/index']);
    await addPerson(gate, 'chooser', 'Person-1', ['content/article/add']);
    const [all, few, chooser] = [
      await listen(server, await server.signIn()),
      await listen(server, await server.signIn('lowly', 'Person-1')),
      await listen(server, await server.signIn('chooser', 'Person-1')),
    ];
    const row = await gate.rows('article').add({ title: 'Quiet words', owner: 1 });
    await gate.rows('article').edit(row.id, { title: 'Other words' });
    await gate.rows('category').add({ name: 'Hidden' });
    await expect.poll(() => toldTo(all)).toEqual(expect.arrayContaining(['content/article', 'content/category']));
    await expect.poll(() => toldTo(few)).toEqual(['content/category']);
    await expect.poll(() => toldTo(chooser)).toEqual(['content/category']);
    for (const { text } of [all, few, chooser]) expect(text).not.toMatch(/words|Hidden/);
  });

  it('tells many changes at once, and whoever comes again that something may have been missed', async () => {
    const server = await serve();
    const token = await server.signIn();
    const reader = await listen(server, token);
    const titles = Array.from({ length: 300 }, (_, at) => ({ title: `t${at}`, owner: 1 }));
    await server.app.gate.addAll('article', titles);
    await expect.poll(() => toldTo(reader)).toContain('content/article');
    expect(reader.events.length).toBeLessThan(20);
    expect(dataOf(reader)[0]).toEqual({ tables: [] });
    const again = await listen(server, token, { 'last-event-id': reader.events[0]!.id! });
    expect(dataOf(again)[0]).toEqual({ tables: [], missed: true });
  });

  it.runIf(name === 'postgres')('hears of what another instance has written', async () => {
    const where = await place();
    const [one, other] = [await serve(where), await serve(where)];
    const reader = await listen(one, await one.signIn());
    await other.app.gate.rows('category').add({ name: 'From elsewhere' });
    await expect.poll(() => toldTo(reader)).toContain('content/category');
  });

  it('refuses who is not signed in', async () => {
    const server = await serve();
    const { json } = await server.request('GET', '/api/admin/ajax/changes');
    expect(json.code).not.toBe(1);
  });
});
