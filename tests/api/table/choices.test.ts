import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const place = table('place_tree', { name: f.text({ required: true }), price: f.int(), size: f.int() });
const visit = table('place_visit', { place_id: f.belongsTo('place_tree') });
declare module '#resource' {
  interface Tables {
    place_tree: typeof place;
    place_visit: typeof visit;
  }
}
const ann = administrator();
/** Adds visits, and may list neither these nor places. */
const bob = administrator(['place/visit/add'], { id: 9, username: 'bob' });

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const select = (caller: typeof bob, query: object = {}) =>
    fixture.gate.select(caller, fixture.model('place_tree'), { limit: 100, ...query }) as Promise<{
      options?: Record<string, unknown>[];
      list?: Record<string, unknown>[];
    }>;

  beforeAll(async () => {
    const tables = [
      place.resource({ path: 'place/tree', traits: { tree: true }, choices: ['size'] }),
      visit.resource({ path: 'place/visit' }),
    ];
    fixture = await openGate(await open(), tables);
    const add = async (name: string, pid: number | null) =>
      (await fixture.gate.add(ann, fixture.model('place_tree'), { name, pid, price: 7, size: 3 })).id;
    // The newest comes first.
    await add('South', null);
    const north = await add('North', null);
    await add('Village', north);
    await add('Street', await add('Town', north));
  });

  it('are drawn as the tree that they are, for who may list the table and who only fills in a form', async () => {
    const drawn = ['North', '    ├ Town', '    │   └ Street', '    └ Village', 'South'];
    for (const caller of [ann, bob]) {
      const { options } = await select(caller);
      expect(options!.map(({ name }) => String(name).trimEnd())).toEqual(drawn);
    }
  });

  it('have the fields beside their names that the file offers', async () => {
    expect((await select(bob)).options![0]).toMatchObject({ size: 3 });
  });

  it('are names and no more for who only fills in a form', async () => {
    expect((await select(ann)).options![0]).toMatchObject({ price: 7 });
    expect((await select(bob)).options![0]).not.toHaveProperty('price');
    await expect(select(bob, { order: 'price,desc' })).rejects.toMatchObject({ key: 'rows:unknownField' });
  });
});
