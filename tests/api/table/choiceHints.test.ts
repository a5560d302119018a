import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const city = table('twin_city', { name: f.text({ required: true }), hidden: f.int({ default: 0 }) });
const area = table('twin_area', { name: f.text({ required: true, search: true }), city_id: f.belongsTo('twin_city') });
const branch = table('twin_branch', { name: f.text({ required: true, search: true }), hidden: f.int({ default: 0 }) });
const visit = table('twin_visit', { area_id: f.belongsTo('twin_area'), branch_id: f.belongsTo('twin_branch') });
declare module '#resource' {
  interface Tables {
    twin_city: typeof city;
    twin_area: typeof area;
    twin_branch: typeof branch;
    twin_visit: typeof visit;
  }
}
const isNot = (username: string) => ({ read: (caller: { readonly username: string }) => caller.username !== username });
const seenBy = (username: string) => ({
  rows: { read: (caller: { readonly username: string }) => caller.username !== username || { hidden: 0 } },
});
const resources = [
  // Carl sees nothing that is hidden, and Dora no city's name.
  city.resource({ path: 'twin/city', access: { name: isNot('dora') }, ...seenBy('carl') }),
  // Erin does not know where an area lies.
  area.resource({ path: 'twin/area', access: { city_id: isNot('erin') } }),
  branch.resource({ path: 'twin/branch', traits: { tree: true }, ...seenBy('carl') }),
  visit.resource({ path: 'twin/visit' }),
];
const secret = 'Secret-1';
const lists = ['city', 'area', 'branch', 'visit'].map((name) => `twin/${name}/index`);
/** Who may do what: Bob fills in visits and lists nothing. */
const people: Readonly<Record<string, readonly string[]>> = {
  ann: lists,
  bob: ['twin/visit/add'],
  carl: lists,
  dora: lists,
  erin: lists,
};

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    server = await startServer(await place(), { resources });
    const { gate } = server.app;
    const add = async (key: string, table: string, values: object) => {
      const row = await gate.rows(table as never).add(values as never);
      ids[key] = (row as { id: number }).id;
    };
    await add('east', 'twin_city', { name: 'East' });
    await add('west', 'twin_city', { name: 'West', hidden: 1 });
    const at = (city: string) => ({ city_id: ids[city] });
    await add('eastCentre', 'twin_area', { name: 'Centre', ...at('east') });
    await add('westCentre', 'twin_area', { name: 'Centre', ...at('west') });
    await add('harbour', 'twin_area', { name: 'Harbour', ...at('east') });
    await add('oneMill', 'twin_area', { name: 'Mill', ...at('east') });
    await add('otherMill', 'twin_area', { name: 'Mill', ...at('east') });
    await add('lostMill', 'twin_area', { name: 'Mill' });
    await add('north', 'twin_branch', { name: 'North' });
    await add('south', 'twin_branch', { name: 'South', hidden: 1 });
    await add('northTown', 'twin_branch', { name: 'Town', pid: ids['north'] });
    await add('southTown', 'twin_branch', { name: 'Town', pid: ids['south'] });
    await add('topTown', 'twin_branch', { name: 'Town' });
    for (const [username, nodes] of Object.entries(people)) await addPerson(gate, username, secret, nodes);
  });
  afterAll(() => server.close());

  /** What each choice is told apart by, by our names of the rows; undefined where it is not. */
  const hints = async (username: string, table: string, query: object = {}) => {
    const token = await server.signIn(username, secret);
    const url = `/api/admin/twin.${table}/select`;
    const { json } = await server.request('GET', url, { token, query: { select: true, limit: 100, ...query } });
    const data = json.data as Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | undefined>>;
    const rows = new Map((data['options'] ?? data['list'] ?? []).map((row) => [row['id'], row['_hint']]));
    return Object.fromEntries(
      Object.entries(ids).flatMap(([key, id]) =>
        keys[table]!.includes(key) && rows.has(id) ? [[key, rows.get(id)]] : [],
      ),
    );
  };
  const keys: Readonly<Record<string, readonly string[]>> = {
    area: ['eastCentre', 'westCentre', 'harbour', 'oneMill', 'otherMill', 'lostMill'],
    branch: ['north', 'south', 'northTown', 'southTown', 'topTown'],
  };
  const id = (key: string): string => `#${ids[key]}`;

  it('of one name say what they belong to, with their ids where that is the same, or nothing', async () => {
    expect(await hints('ann', 'area')).toEqual({
      eastCentre: 'East',
      westCentre: 'West',
      harbour: undefined,
      oneMill: `East ${id('oneMill')}`,
      otherMill: `East ${id('otherMill')}`,
      lostMill: id('lostMill'),
    });
  });

  it('have nothing more where their names differ', async () => {
    expect(await hints('ann', 'area', { quickSearch: 'Harbour' })).toEqual({ harbour: undefined });
    const chosen = { initKey: 'id', initValue: [ids['eastCentre'], ids['harbour']] };
    expect(await hints('ann', 'area', chosen)).toEqual({ eastCentre: undefined, harbour: undefined });
  });

  it('say where they lie as well when they are asked for by their ids', async () => {
    const chosen = { initKey: 'id', initValue: [ids['eastCentre'], ids['westCentre']] };
    expect(await hints('ann', 'area', chosen)).toEqual({ eastCentre: 'East', westCentre: 'West' });
  });

  it('of a tree say what they stand below, found by a word or not', async () => {
    const towns = { northTown: 'North', southTown: 'South', topTown: id('topTown') };
    expect(await hints('ann', 'branch')).toEqual({ ...towns, north: undefined, south: undefined });
    expect(await hints('ann', 'branch', { quickSearch: 'Town' })).toEqual(towns);
    // Who only fills in a form has the tree, too.
    expect(await hints('bob', 'branch', { quickSearch: 'Town' })).toEqual(towns);
  });

  it.each([
    ['who only fills in a form', 'bob'],
    ['who may not read the name of what they belong to', 'dora'],
    ['who may not read what they belong to', 'erin'],
  ])('say their ids and no more to those %s', async (_who, username) => {
    const alone = ['eastCentre', 'westCentre', 'oneMill', 'otherMill', 'lostMill'];
    expect(await hints(username, 'area')).toEqual({
      harbour: undefined,
      ...Object.fromEntries(alone.map((key) => [key, id(key)])),
    });
  });

  it('say nothing of what they stand below or belong to where the caller sees no such row', async () => {
    const { eastCentre, westCentre } = await hints('carl', 'area');
    expect({ eastCentre, westCentre }).toEqual({ eastCentre: 'East', westCentre: id('westCentre') });
    const { northTown, southTown } = await hints('carl', 'branch');
    expect({ northTown, southTown }).toEqual({ northTown: 'North', southTown: id('southTown') });
  });
});
