import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';
import diner from '../../examples/diner.ts';
import { eachDatabase } from '../../support/databases.ts';
import { readEvents, type EventReader } from '../../support/eventReader.ts';
import { startServer, type TestServer } from '../../support/server.ts';

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  const readers: EventReader[] = [];
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const canary = 'Wish-Canary 31';
  /** Ids of the rows that the hook of `visit_note` was told of before they went. */
  const reported: number[][] = [];
  async function serve(): Promise<TestServer> {
    const visits = table('visit_note', { admin_id: f.belongsTo('admin', { required: true }) }).resource({
      path: 'diner/visit',
      personal: { realm: 'admin', field: 'admin_id', erase: 'delete' },
      hooks: { beforeDelete: ({ rows }) => void reported.push(rows.map(({ id }) => id)) },
    });
    const needing = table('needing', { booking_id: f.belongsTo('booking') }).resource({ path: 'diner/needing' });
    servers.push(
      await startServer(await place(), {
        plugins: [diner],
        resources: [...diner.resources!, needing, visits],
        limits: { changes: 20 },
      }),
    );
    const { gate } = servers[0]!.app;
    await gate.rows('admin').add({ username: 'other', nickname: 'O', password: 'Person-1', group_ids: [1] });
    for (const admin of [1, 1, 2]) {
      const row = await gate.rows('booking').add({ admin_id: admin, wish: canary });
      await gate.rows('booking').edit(row.id, { wish: `${canary} again` });
      await gate
        .rows('bill')
        .add({ admin_id: admin, name: `Person ${admin}`, email: `p${admin}@ours.example`, total: '5' });
    }
    await gate.rows('booking').del([2]);
    return servers[0]!;
  }
  const stored = async ({ app: { database } }: TestServer, name: string) =>
    (await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)} ORDER BY id`.execute(database.read)).rows;

  it('gives a person all that the tables hold of them, the trash too, and nothing of others', async () => {
    const server = await serve();
    const { text } = await server.request('GET', '/api/admin/diner.booking/mine', { token: await server.signIn() });
    const data = JSON.parse(text) as { tables: Record<string, object[]> };
    expect(data).toMatchObject({ account: { realm: 'admin', id: 1 }, notices: [] });
    expect(data.tables['booking']).toMatchObject([{ id: 1, wish: `${canary} again` }, { id: 2 }]);
    expect(data.tables['bill']).toMatchObject([{ name: 'Person 1' }, { name: 'Person 1' }]);
    expect(text).not.toMatch(/Person 2|p2@/);
    // Names of tables are of no use to them.
    expect(data).not.toHaveProperty('undeclared');
  });

  it('does with them what each table says, history included, enters it, and says what it left alone', async () => {
    const server = await serve();
    const token = await server.signIn();
    const entered = async (): Promise<string> => JSON.stringify(await stored(server, 'admin_log'));
    for (const [id, name] of [
      [1, 'Person 1'],
      [3, 'Person 2'],
    ] as const) {
      const body = { id, name: `${name} renamed`, total: '6' };
      expect((await server.request('POST', '/api/admin/diner.bill/edit', { token, body })).json.code).toBe(1);
    }
    await expect.poll(entered).toMatch(/Person 1 renamed[^]*Person 2 renamed/);
    const ofOthers = async () =>
      (await stored(server, 'admin_log')).filter(({ facts }) => String(facts).includes('Person 2 renamed'));
    const [other] = await ofOthers();
    const lists = await readEvents(`${server.address}/api/admin/ajax/changes`, { batoken: token });
    readers.push(lists);
    await lists.count(1);
    const tellings = (): number => lists.events.filter(({ data }) => data.includes('auth/adminLog')).length;
    const { json } = await server.request('POST', '/api/admin/diner.booking/forgetMe', { token });
    // What was done to other people's rows is still told.
    await expect.poll(entered).not.toContain('Person 1');
    expect(await ofOthers()).toEqual([other]);
    // Open lists are told: of the entry of this call, and of what was taken out behind it.
    await expect.poll(tellings).toBeGreaterThan(1);
    expect((await stored(server, 'admin_log')).filter(({ facts }) => String(facts).includes('"id":1'))).not.toEqual([]);
    expect(json.data).toMatchObject({
      tables: { booking: { deleted: 2, changed: 0, kept: 0 }, bill: { deleted: 0, changed: 2, kept: 0 } },
      undeclared: expect.arrayContaining(['admin']),
    });
    expect(await stored(server, 'booking')).toMatchObject([{ id: 3, admin_id: 2 }]);
    expect(await stored(server, 'bill')).toMatchObject([
      { admin_id: 0, name: '—', email: null, total: 600 },
      { admin_id: 0, name: '—', email: null, total: 500 },
      { admin_id: 2, name: 'Person 2 renamed' },
    ]);
    const history = JSON.stringify(await stored(server, 'row_history'));
    expect(history).not.toMatch(/Person 1|p1@/);
    expect(history).toContain('Person 2');
    const entries = (await stored(server, 'security_log')).filter(({ kind }) => kind === 'erasure');
    expect(entries).toMatchObject([{ outcome: 'success', target: 'admin #1' }]);
  });

  it('takes a person out of entries that tell of others too, who stay in them', async () => {
    const server = await serve();
    const token = await server.signIn();
    const entered = async (): Promise<string> => JSON.stringify(await stored(server, 'admin_log'));
    const body = { ids: [1, 3], values: { total: '7' } };
    expect((await server.request('POST', '/api/admin/diner.bill/bulkEdit', { token, body })).json.code).toBe(1);
    await expect.poll(entered).toMatch(/Person 1[^]*Person 2/);
    await server.request('POST', '/api/admin/diner.booking/forgetMe', { token });
    await expect.poll(entered).not.toContain('Person 1');
    expect(await entered()).toContain('Person 2');
  });

  it('tells the hooks of a table of the rows that go', async () => {
    const server = await serve();
    const { gate } = server.app;
    for (const admin of [1, 2, 1]) await gate.rowsOf(gate.modelOf('visit_note')).add({ admin_id: admin } as never);
    reported.length = 0;
    await server.request('POST', '/api/admin/diner.booking/forgetMe', { token: await server.signIn() });
    expect(reported).toEqual([[1, 3]]);
  });

  it('does all of it or nothing', async () => {
    const server = await serve();
    const { gate } = server.app;
    await gate.rowsOf(gate.modelOf('needing')).add({ booking_id: 1 } as never);
    const before = JSON.stringify([await stored(server, 'booking'), await stored(server, 'bill')]);
    const answer = await server.request('POST', '/api/admin/diner.booking/forgetMe', { token: await server.signIn() });
    expect(answer.json.code).toBe(0);
    expect(JSON.stringify([await stored(server, 'booking'), await stored(server, 'bill')])).toBe(before);
    expect((await stored(server, 'security_log')).filter(({ kind }) => kind === 'erasure')).toEqual([]);
  });
});

describe('what a table cannot say of personal data is named at start', () => {
  const own = { owner: f.int({ required: true }), name: f.text({ required: true, max: 3 }), email: f.email() };
  it.each([
    [{ field: 'nobody', erase: 'delete' }, 'there is no field "nobody"'],
    [{ field: 'name', erase: 'delete' }, 'must hold the id of an account'],
    [{ field: 'owner', erase: 'forget' }, 'personal.erase must be'],
    [{ field: 'owner', erase: { nmae: 'x' } }, 'there is no field "nmae". Did you mean "name"?'],
    [{ field: 'owner', erase: { name: 'too long' } }, 'refuse the value of "name"'],
    [{ field: 'owner', erase: { name: null } }, '"name" is required'],
  ])('%j', (personal, said) => {
    const declare = () => modelOf(table('note', own).resource({ personal: { realm: 'admin', ...personal } as never }));
    expect(declare).toThrow(said);
  });

  it('a realm that stands in it twice', () => {
    const personal = { realm: 'admin', field: 'owner', erase: 'delete' } as const;
    expect(() => modelOf(table('note', own).resource({ personal: [personal, personal] }))).toThrow(
      '"admin" stands in it',
    );
    expect(modelOf(table('note', own).resource({ personal: [personal] })).definition.personal).toEqual([personal]);
  });

  it('rows that are only ever added', () => {
    const personal = { realm: 'admin', field: 'owner', erase: 'delete' } as const;
    expect(() => modelOf(table('note', own).resource({ appendOnly: true, personal }))).toThrow("write erase: 'keep'");
  });
});
