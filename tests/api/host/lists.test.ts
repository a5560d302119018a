import { afterAll, expect, it } from 'vitest';
import type { GroupParameters } from '#plugin';
import { f, table } from '#resource';
import assistant from '../../examples/assistant.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { system } from '../../../src/server/table/createGate.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const depots = table('list_depot', { name: f.text({ required: true }) });
const depot = depots.resource({ path: 'post/depot' });

declare module '#resource' {
  interface Tables {
    list_depot: typeof depots;
  }
}

const parcel = table('parcel', {
  title: f.text({ required: true, search: true }),
  state: f.enum({ new: 'New', sent: 'Sent' }, { default: 'new' }),
  depot_id: f.belongsTo('list_depot'),
  weight: f.money({ default: '0' }),
  salary: f.int(),
  key: f.text({ secret: true }),
  number: f.text({ encrypted: true }),
  sent_on: f.date(),
  seen: f.datetime(),
}).resource({
  path: 'post/parcel',
  access: { salary: { read: (caller) => caller.super } },
  rows: { read: (caller) => caller.super || { state: 'sent' } },
});
const hidden = table('hidden', { title: f.text() }).resource({ page: false });

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  afterAll(() => server.close());

  it('lists and counts rows as the caller sees them, and refuses the rest', async () => {
    server = await startServer(await place(), { plugins: [assistant], resources: [depot, parcel, hidden] });
    const { gate } = server.app;
    const rows = gate.rows('parcel' as never) as unknown as { add(values: object): Promise<{ id: number }> };
    const places = gate.rows('list_depot') as unknown as typeof rows;
    const { id: north } = await places.add({ name: 'North' });
    const parcels = [
      {
        title: 'a',
        state: 'sent',
        depot_id: north,
        weight: '9999999999999.99',
        sent_on: '2026-01-31',
        seen: '2026-01-31 23:59:59',
      },
      { title: 'b', state: 'sent', weight: '0.02', sent_on: '2026-02-01', seen: '2026-02-01 00:00:00' },
      { title: 'c', state: 'new', weight: '5', salary: 7, sent_on: '2026-02-02', seen: '2026-02-28 12:00:00' },
    ];
    for (const each of parcels) await rows.add(each);
    const model = gate.modelOf('parcel');
    const groups = async (given: GroupParameters) => (await gate.groups(system, model, given)).groups;
    expect(await groups({ by: 'state', sum: 'weight' })).toEqual([
      { value: 'sent', count: 2, sum: '10000000000000.01' },
      { value: 'new', count: 1, sum: '5.00' },
    ]);
    expect(await groups({ by: 'depot.name' })).toEqual([
      { value: null, count: 2 },
      { value: 'North', count: 1 },
    ]);
    for (const by of ['sent_on', 'seen'])
      expect(await groups({ by, unit: 'month' }), by).toEqual([
        { value: '2026-01', count: 1 },
        { value: '2026-02', count: 2 },
      ]);
    expect(await groups({ by: 'seen', unit: 'day', quickSearch: 'a' })).toEqual([{ value: '2026-01-31', count: 1 }]);
    for (const by of ['sent_on', 'seen'])
      expect(await gate.groups(system, model, { by, unit: 'day' }), by).toEqual({
        groups: ['2026-01-31', '2026-02-01', by === 'seen' ? '2026-02-28' : '2026-02-02'].map((value) => ({
          value,
          count: 1,
        })),
        isCut: false,
      });
    for (const refused of [
      { by: 'key' },
      { by: 'number' },
      { by: 'nothing' },
      { by: 'title', unit: 'day' },
      { by: 'state', sum: 'title' },
      { by: 'state', sum: 'depot.id' },
    ] as GroupParameters[])
      await expect(groups(refused), JSON.stringify(refused)).rejects.toMatchObject({
        key: expect.stringMatching(/^rows:/) as string,
      });

    // By HTTP, as somebody with fewer rights.
    await addPerson(gate, 'clerk', 'Person-1', ['post/parcel/index']);
    const token = await server.signIn('clerk', 'Person-1');
    const find = async (query: object) =>
      (await server.request('GET', '/api/admin/assistant/find', { token, query: { ...query } })).json;
    const mine = (await find({ table: 'parcel', by: 'state' })).data;
    expect(mine).toMatchObject({ total: 2, groups: [{ value: 'sent', count: 2 }] });
    expect(JSON.stringify(mine)).not.toMatch(/salary|"key"/);
    expect((await find({ table: 'parcel', by: 'salary' })).msg).toMatch(/salary/);
    expect(
      (await find({ table: 'parcel', filter: JSON.stringify({ field: 'salary', operator: 'gt', value: 1 }) })).code,
    ).toBe(0);
    for (const refused of ['list_depot', 'hidden', 'constructor', 'admin'])
      expect((await find({ table: refused })).code, refused).toBe(401);
  });
});
