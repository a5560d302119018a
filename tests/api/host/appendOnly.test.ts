import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { f, modelOf, table, type Resource } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { startServer } from '../../support/server.ts';

const entry = table('entry', { text: f.text(), amount: f.int({ default: 0 }) });
const wide = table('entry', { text: f.text(), amount: f.text({ convert: (old: number) => `${old} cents` }) });
declare module '#resource' {
  interface Tables {
    entry: typeof entry;
  }
}
const stored = entry.resource({ path: 'test/entry', appendOnly: true, traits: { history: true } });

eachDatabase((_name, _open, place) => {
  it('only takes rows: no call, no gate and no statement changes or deletes any', async () => {
    const server = await startServer(await place(), { resources: [stored] });
    try {
      const { gate, database } = server.app;
      const token = await server.signIn();
      const send = async (method: string, url: string, body?: object) =>
        (
          await server.request(method, `/api/admin/test.entry/${url}`, {
            token,
            mayFail: true,
            ...(body && { body: { ...body } }),
          })
        ).json;
      const { id } = (await send('POST', 'add', { text: 'a' })).data['row'] as { id: number };
      expect((await send('GET', 'manifest')).data['actions']).toEqual(['index', 'add', 'import', 'export', 'history']);
      expect((await send('POST', 'edit', { id, text: 'b' })).code).not.toBe(1);
      expect((await send('DELETE', `del?ids[]=${id}`)).code).not.toBe(1);
      const rows = gate.rows('entry');
      await expect(rows.edit(id, { text: 'b' })).rejects.toThrow('only ever added');
      await expect(rows.del([id])).rejects.toThrow('only ever added');
      await expect(rows.increment(id, { amount: 1 })).rejects.toThrow('only ever added');
      for (const statement of [
        `UPDATE entry SET text = 'b'`,
        'DELETE FROM entry',
        ...(database.dialect === 'postgres'
          ? [
              'TRUNCATE entry',
              `INSERT INTO entry (id, text) OVERRIDING SYSTEM VALUE VALUES (${id}, 'b') ON CONFLICT (id) DO UPDATE SET text = 'b'`,
            ]
          : [
              `INSERT OR REPLACE INTO entry (id, text) VALUES (${id}, 'b')`,
              `INSERT INTO entry (id, text) VALUES (${id}, 'b') ON CONFLICT (id) DO UPDATE SET text = 'b'`,
            ]),
      ])
        await expect(database.write(({ db }) => sql.raw(statement).execute(db))).rejects.toThrow('only ever added');
      expect(await rows.list()).toMatchObject([{ id, text: 'a' }]);
    } finally {
      await server.close();
    }
  });

  it('follows changes of its file, and can be opened again by it', async () => {
    const own = await place();
    const start = (resource: Resource) => startServer(own, { resources: [resource] });
    const attempt = async (resource: Resource): Promise<[unknown, boolean]> => {
      const server = await start(resource);
      const rows = server.app.gate.rows('entry');
      if ((await rows.count()) === 0) await rows.add({ text: 'a', amount: 5 });
      const [row] = await rows.list();
      const isOpen = await server.app.database
        .write(({ db }) => sql.raw(`UPDATE entry SET text = 'b'`).execute(db))
        .then(
          () => true,
          () => false,
        );
      await server.close();
      return [row!.amount, isOpen];
    };
    expect(await attempt(stored)).toEqual([5, false]);
    const converted = wide.resource({ path: 'test/entry', appendOnly: true, traits: { history: true } });
    expect(await attempt(converted)).toEqual(['5 cents', false]);
    expect(await attempt(wide.resource({ path: 'test/entry' }))).toEqual(['5 cents', true]);
  });

  it('loses rows that are older than the newest by the days that it says, and no others', async () => {
    const own = await place();
    const day = 86_400;
    const limited = entry.resource({ path: 'test/entry', appendOnly: { days: 30 } });
    const first = await startServer(own, { resources: [limited] });
    await first.app.database.write(async ({ db }) => {
      for (const [text, age] of [
        ['old', 31],
        ['young', 29],
        ['new', 0],
      ] as const)
        await sql`INSERT INTO entry (text, create_time, update_time, version, amount)
          VALUES (${text}, ${2_000_000_000 - age * day}, 0, 1, 0)`.execute(db);
    });
    await expect(
      first.app.database.write(({ db }) => sql`DELETE FROM entry WHERE text = 'young'`.execute(db)),
    ).rejects.toThrow('only ever added');
    await first.close();
    const second = await startServer(own, { resources: [limited] });
    await expect
      .poll(async () => (await second.app.gate.rows('entry').list()).map(({ text }) => text))
      .toEqual(['young', 'new']);
    await second.close();
  });
});

describe('a table whose rows are only ever added', () => {
  it.each([
    [{ traits: { trash: true } }, 'the trait "trash" changes rows'],
    [{ traits: { sortable: true } }, 'the trait "sortable" changes rows'],
    [{ actions: ['index', 'edit'] }, '"edit" changes rows'],
    [{ appendOnly: { days: 0 } }, 'appendOnly.days must be a whole number from 1'],
    [{ appendOnly: 'yes' }, 'appendOnly must be'],
  ])('cannot be %j', (more, message) => {
    expect(() => modelOf(entry.resource({ appendOnly: true, ...(more as object) }))).toThrow(message);
  });

  it('keeps nothing beside it, and goes with no other row', () => {
    const other = (fields: Parameters<typeof table>[1]) => () =>
      modelOf({ name: 'b', fields, definition: { appendOnly: true } } as never);
    expect(other({ entry_ids: f.belongsToMany('entry') })).toThrow('keeps its rows beside the table');
    expect(other({ entry_id: f.belongsTo('entry', { onDelete: 'cascade' }) })).toThrow('onDelete "cascade"');
  });
});
