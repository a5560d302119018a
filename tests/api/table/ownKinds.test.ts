import { beforeEach, expect, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { pupils } from '../../support/ownKinds.ts';

const ann = administrator();

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const pupil = () => fixture.model('pupil');
  const add = async (called: string, more: object = {}): Promise<number> =>
    (await fixture.gate.add(ann, pupil(), { called, ...more })).id;
  const list = async (query: object = {}) => (await fixture.gate.index(ann, pupil(), query as never)).list;
  beforeEach(async () => {
    fixture = await openGate(await open(), pupils);
  });

  it('adds up values of any kind that is summable', async () => {
    for (const rating of [4.5, 0.6, 5]) await add('a', { rating });
    expect(await fixture.gate.figure(ann, pupil(), { sum: 'rating' as never })).toBe('10.1');
  });

  it('tells of the error of a kind that broke as it was, whatever was to be done', async () => {
    const id = await add('a');
    const rating = {
      valueOf(): number {
        throw new Error('the kind broke');
      },
    };
    await expect(add('b', { rating })).rejects.toThrow('the kind broke');
    await expect(fixture.gate.edit(ann, pupil(), { id, rating })).rejects.toThrow('the kind broke');
    const edit = { choice: [id], values: { rating } };
    await expect(fixture.gate.bulkEdit(ann, pupil(), edit)).rejects.toThrow('the kind broke');
  });

  it('calls rows by a kind that is for titles, and says which fields a list changes in place', () => {
    const manifest = fixture.gate.manifest(ann, pupil(), 'en');
    expect(manifest.title).toBe('called');
    expect(manifest.list.inline).toEqual(['rating']);
    expect(manifest.fields['rating']).toMatchObject({ kind: 'rating', writable: true });
  });

  it('puts the row beside the id that a kind to one holds, and follows it in columns and filters', async () => {
    const ada = await add('Ada');
    const bob = await add('Bob', { tutor_id: ada });
    expect(await list()).toMatchObject([
      { id: ada, tutor: null },
      { id: bob, tutor_id: ada, tutor: { id: ada, called: 'Ada' } },
    ]);
    const query = { search: [{ field: 'tutor.called', operator: 'eq', val: 'Ada' }] };
    expect((await list(query)).map(({ id }) => id)).toEqual([bob]);
    await expect(add('Cid', { tutor_id: 999 })).rejects.toMatchObject({
      errors: { tutor_id: { key: 'validate:noSuchRow' } },
    });
    // Clients send back what they were given.
    await fixture.gate.edit(ann, pupil(), { id: bob, remark: 'x', tutor: { id: ada, called: 'Ada' } });
  });

  it('keeps the rows of a kind to many in a table of their own', async () => {
    const [ada, bob] = [await add('Ada'), await add('Bob')];
    const cid = await add('Cid', { friend_ids: [bob, ada] });
    expect(await fixture.gate.read(ann, pupil(), cid)).toMatchObject({ friend_ids: [ada, bob] });
    const query = { search: [{ field: 'friend_ids', operator: 'FIND_IN_SET', val: bob }] };
    expect((await list(query)).map(({ id }) => id)).toEqual([cid]);
    await fixture.gate.del(ann, pupil(), [ada]);
    expect(await fixture.gate.read(ann, pupil(), cid)).toMatchObject({ friend_ids: [bob] });
    expect(await add('Dee')).toBeGreaterThan(cid);
    expect((await list()).at(-1)).toMatchObject({ friend_ids: [] });
  });

  it('refuses circles of a kind that is a parent, and names children as such', async () => {
    const top = await add('Top');
    const below = await add('Below', { above_id: top });
    await expect(fixture.gate.edit(ann, pupil(), { id: top, above_id: below })).rejects.toMatchObject({
      errors: { above_id: { key: 'validate:circle' } },
    });
    await expect(fixture.gate.del(ann, pupil(), [top])).rejects.toMatchObject({ key: 'rows:hasChildren' });
  });

  it('works a kind with an expression out, and takes no value for one that only the server sets', async () => {
    const id = await add('Ada', { rating: 2.5 });
    expect((await list())[0]).toMatchObject({ doubled: 5 });
    expect((await list({ search: [{ field: 'doubled', operator: 'gt', val: 4 }] })).map((row) => row['id'])).toEqual([
      id,
    ]);
    expect(pupil().fields.get('place')).toMatchObject({ readonly: true });
    expect(pupil().fields.get('doubled')).toMatchObject({ readonly: true, column: null });
  });
});
