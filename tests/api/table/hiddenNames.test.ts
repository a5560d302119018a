import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const country = table('far_country', { name: f.text() });
const client = table('far_client', { name: f.text(), country_id: f.belongsTo('far_country') });
const club = table('far_club', { name: f.text() });
const visit = table('far_visit', {
  text: f.text(),
  client_id: f.belongsTo('far_client'),
  club_ids: f.belongsToMany('far_club'),
});
declare module '#resource' {
  interface Tables {
    far_country: typeof country;
    far_client: typeof client;
    far_club: typeof club;
    far_visit: typeof visit;
  }
}
const tables = [
  country.resource({ path: 'far/country' }),
  // Where a client comes from, and what a club is called, is for super administrators.
  client.resource({ path: 'far/client', access: { country_id: { read: (caller) => caller.super } } }),
  club.resource({ path: 'far/club', access: { name: { read: (caller) => caller.super } } }),
  visit.resource({ path: 'far/visit' }),
];
const ann = administrator();
/** May do everything with every table. */
const bob = administrator(
  ['country', 'client', 'club', 'visit'].flatMap((name) =>
    ['index', 'add', 'edit', 'del'].map((action) => `far/${name}/${action}`),
  ),
  { id: 9 },
);

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const visits = (caller = bob, query: Record<string, unknown> = {}) =>
    fixture.gate.index(caller, fixture.model('far_visit'), query);
  beforeAll(async () => {
    fixture = await openGate(await open(), tables);
    const add = (name: string, values: Record<string, unknown>) => fixture.gate.add(ann, fixture.model(name), values);
    await add('far_country', { name: 'North' });
    await add('far_client', { name: 'One', country_id: 1 });
    await add('far_club', { name: 'Rowing' });
    await add('far_visit', { text: 'a', client_id: 1, club_ids: [1] });
  });

  it('leads no further than a relation on the way that the caller may not read', async () => {
    const path = 'client.country.name';
    const filter = JSON.stringify({ field: path, operator: 'eq', value: 'North' });
    expect((await visits(ann, { filter })).total).toBe(1);
    expect((await visits(ann, { order: `${path},asc` })).total).toBe(1);
    for (const query of [{ filter }, { order: `${path},asc` }])
      await expect(visits(bob, query)).rejects.toMatchObject({ key: 'rows:unknownField' });
  });

  it('does not name related rows by what the caller may not read', async () => {
    const named = async (caller: typeof ann) => [
      (await visits(caller)).list[0]!['club_ids_rows'],
      (await fixture.gate.read(caller, fixture.model('far_visit'), 1))['club_ids_rows'],
    ];
    expect(await named(ann)).toEqual([[{ id: 1, name: 'Rowing' }], [{ id: 1, name: 'Rowing' }]]);
    expect(await named(bob)).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });
});
