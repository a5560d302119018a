import { beforeAll, beforeEach, expect, it } from 'vitest';
import { f, table, type AnyRow, type Resource } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const ann = administrator('all', { id: 7, username: 'ann' });
/** What hooks were called with, one line each. */
const heard: unknown[][] = [];

const shelf = table('shelf', { name: f.text({ required: true }), code: f.text({ secret: true }) });
const book = table('book', {
  title: f.text({ required: true }),
  shelf_id: f.belongsTo('shelf', { onDelete: 'cascade' }),
  reader_id: f.belongsTo('shelf', { onDelete: 'null' }),
});
const hooked = {
  beforeSave: ({ next, changes, prev, context }: never) => {
    const { caller } = context as { caller: { username: string } };
    heard.push([
      'beforeSave',
      Object.keys(changes).toSorted(),
      prev === null,
      caller.username,
      (next as AnyRow)['code'],
    ]);
  },
  afterSave: ({ row, prev }: { row: AnyRow; prev: AnyRow | null }) => {
    heard.push(['afterSave', row.id, row.version, prev?.version ?? null, 'code' in row]);
  },
  beforeDelete: ({ rows }: { rows: readonly AnyRow[] }) => {
    heard.push(['beforeDelete', rows.map(({ id }) => id), rows.some((row) => 'code' in row)]);
  },
  afterCommit: ({ action, ids, caller }: { action: string; ids: readonly number[]; caller: { id: number } }) => {
    heard.push(['afterCommit', action, ids, caller.id]);
  },
};
// Hooks of any table: their types are those of the fields.
const resources: readonly Resource[] = [
  shelf.resource({ traits: { sortable: true, trash: true, history: true }, hooks: hooked as never }),
  book.resource({ hooks: hooked as never }),
];

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const add = async (name: string, body: Record<string, unknown>): Promise<number> =>
    (await fixture.gate.add(ann, fixture.model(name), body)).id;
  const heardBy = async (job: () => Promise<unknown>): Promise<unknown[][]> => {
    heard.length = 0;
    await job();
    // Hooks after the commit run before the answer or right after it.
    await expect.poll(() => heard.filter(([hook]) => hook === 'afterCommit').length).toBeGreaterThan(0);
    return [...heard];
  };

  beforeAll(async () => {
    fixture = await openGate(await open(), resources);
  });
  beforeEach(() => {
    heard.length = 0;
  });

  it('are told of an addition and an edit before, within and after the transaction', async () => {
    let id = 0;
    expect(await heardBy(async () => (id = await add('shelf', { name: 'a', code: 'secret' })))).toEqual([
      ['beforeSave', ['code', 'name'], true, 'ann', 'secret'],
      ['afterSave', id, 1, null, false],
      ['afterCommit', 'add', [id], 7],
    ]);
    const edit = () => fixture.gate.edit(ann, fixture.model('shelf'), { id, name: 'b' });
    expect(await heardBy(edit)).toEqual([
      ['beforeSave', ['name'], false, 'ann', 'secret'],
      ['afterSave', id, 2, 1, false],
      ['afterCommit', 'edit', [id], 7],
    ]);
  });

  it('hear nothing of an edit that changes nothing', async () => {
    const id = await add('shelf', { name: 'same' });
    heard.length = 0;
    expect(await fixture.gate.edit(ann, fixture.model('shelf'), { id, name: 'same' })).toMatchObject({ version: 1 });
    expect(heard).toEqual([]);
  });

  it('are told of rows that are dragged, go to the trash, come back and go for good', async () => {
    const [one, two] = [await add('shelf', { name: 'one', code: 'x' }), await add('shelf', { name: 'two' })];
    const model = fixture.model('shelf');
    expect(await heardBy(() => fixture.gate.sortable(ann, model, { id: one, targetId: two }))).toEqual([
      ['afterCommit', 'sortable', [one], 7],
    ]);
    expect(await heardBy(() => fixture.gate.del(ann, model, [one, two]))).toEqual([
      ['beforeDelete', [one, two], false],
      ['afterCommit', 'del', [one, two], 7],
    ]);
    expect(await heardBy(() => fixture.gate.restore(ann, model, [one]))).toEqual([
      ['afterCommit', 'restore', [one], 7],
    ]);
    expect(await heardBy(() => fixture.gate.destroy(ann, model, [two]))).toEqual([['afterCommit', 'del', [two], 7]]);
  });

  it('are told of rows that go along with another, and of those that lose their reference', async () => {
    const gone = await add('shelf', { name: 'gone' });
    const [along, stored] = [
      await add('book', { title: 'along', shelf_id: gone }),
      await add('book', { title: 'kept', reader_id: gone }),
    ];
    const model = fixture.model('shelf');
    await fixture.gate.del(ann, model, [gone]);
    const reported = await heardBy(() => fixture.gate.destroy(ann, model, [gone]));
    expect(reported).toContainEqual(['beforeDelete', [along], false]);
    expect(reported).toContainEqual(['beforeSave', ['reader_id'], false, 'ann', undefined]);
    expect(reported.filter(([hook]) => hook === 'afterCommit')).toEqual([
      ['afterCommit', 'del', [along], 7],
      ['afterCommit', 'edit', [stored], 7],
      ['afterCommit', 'del', [gone], 7],
    ]);
    expect(await fixture.gate.read(ann, fixture.model('book'), stored)).toMatchObject({ reader_id: null, version: 2 });
  });
});
