import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const saved: string[] = [];
const owner = table('removed_owner', { name: f.text({ required: true }) });
const paper = table('removed_paper', {
  title: f.text({ required: true }),
  owner_id: f.belongsTo('removed_owner', { onDelete: 'null' }),
});
// Rows that go with one of their own table, and tables whose rows go with each other's.
const knot = table('removed_knot', {
  name: f.text({ required: true }),
  knot_id: f.belongsTo('removed_knot', { onDelete: 'cascade' }),
  loop_id: f.belongsTo('removed_loop', { onDelete: 'cascade' }),
});
const loop = table('removed_loop', { knot_id: f.belongsTo('removed_knot', { onDelete: 'cascade' }) });
declare module '#resource' {
  interface Tables {
    removed_knot: typeof knot;
    removed_loop: typeof loop;
    removed_owner: typeof owner;
    removed_paper: typeof paper;
  }
}
const resources = [
  owner.resource({}),
  knot.resource({}),
  loop.resource({}),
  paper.resource({
    traits: { trash: true, history: true },
    hooks: { beforeSave: ({ next, prev }) => void (prev && saved.push(String(next.title))) },
  }),
];
const ann = administrator();

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const add = async (of: string, body: Record<string, unknown>): Promise<number> =>
    (await fixture.gate.add(ann, fixture.model(`removed_${of}`), body)).id;
  const del = (of: string, ids: readonly number[]) => fixture.gate.del(ann, fixture.model(`removed_${of}`), ids);
  beforeAll(async () => {
    fixture = await openGate(await open(), resources);
  });

  it('takes a thousand rows at a time, and no more', async () => {
    const ids = Array.from({ length: 1001 }, (_, at) => at + 1_000_000);
    await expect(del('owner', ids)).rejects.toMatchObject({ key: 'rows:tooManyRows', params: { limit: 1000 } });
    await expect(del('owner', ids.slice(1))).rejects.toMatchObject({ key: 'rows:noneDeleted' });
  });

  it('takes all along that hangs on a row, in its own table and through tables that refer to each other', async () => {
    const top = await add('knot', { name: 'top' });
    const below = await add('knot', { name: 'below', knot_id: top });
    const loop_id = await add('loop', { knot_id: below });
    await add('knot', { name: 'through', loop_id });
    await add('knot', { name: 'apart' });
    await del('knot', [top]);
    expect(await fixture.gate.rows('removed_knot').list()).toMatchObject([{ name: 'apart' }]);
    expect(await fixture.gate.rows('removed_loop').count()).toBe(0);
  });

  it('takes the reference of a row in the trash as it lies there, and edits one that is not', async () => {
    const id = await add('owner', { name: 'Ann' });
    const [trashed, living] = [
      await add('paper', { title: 'trashed', owner_id: id }),
      await add('paper', { title: 'living', owner_id: id }),
    ];
    await del('paper', [trashed]);
    saved.length = 0;
    await del('owner', [id]);
    expect(saved).toEqual(['living']);
    const history = async (row: number) =>
      (await fixture.gate.history(ann, fixture.model('removed_paper'), row)).map(({ action }) => action);
    expect(await history(trashed)).toEqual(['del', 'add']);
    expect(await history(living)).toEqual(['edit', 'add']);
    await fixture.gate.restore(ann, fixture.model('removed_paper'), [trashed]);
    expect(await fixture.gate.read(ann, fixture.model('removed_paper'), trashed)).toMatchObject({ owner_id: null });
  });
});
