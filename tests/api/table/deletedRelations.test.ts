import { beforeAll, describe, expect, it } from 'vitest';
import { f, table, type AnyRow } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const genre = table('deleted_genre', { name: f.text({ required: true }) });
const mark = table('deleted_mark', { name: f.text({ required: true }) });
const book = table('deleted_book', {
  title: f.text({ required: true }),
  genre_id: f.belongsTo('deleted_genre', { onDelete: 'null' }),
  mark_ids: f.belongsToMany('deleted_mark'),
});
declare module '#resource' {
  interface Tables {
    deleted_genre: typeof genre;
    deleted_mark: typeof mark;
    deleted_book: typeof book;
  }
}
const resources = [
  genre.resource({ traits: { trash: true } }),
  mark.resource({ traits: { trash: true } }),
  book.resource({ list: { columns: ['title', 'genre.name', 'mark_ids'] } }),
];

const ann = administrator();

eachDatabase((_name, open) => {
  describe('a row in the trash that others refer to', () => {
    let fixture: TestGate;
    let novel: number;
    let essay: number;
    let old: number;
    let [stored, gone]: [number, number] = [0, 0];
    beforeAll(async () => {
      fixture = await openGate(await open(), resources);
      const add = async (name: string, body: Record<string, unknown>): Promise<number> =>
        (await fixture.gate.add(ann, fixture.model(`deleted_${name}`), { ...body })).id;
      novel = await add('genre', { name: 'Novel' });
      essay = await add('genre', { name: 'Essay' });
      [stored, gone] = [await add('mark', { name: 'kept' }), await add('mark', { name: 'gone' })];
      old = await add('book', { title: 'Old', genre_id: novel, mark_ids: [stored, gone] });
      await add('book', { title: 'New', genre_id: essay, mark_ids: [stored] });
      await fixture.gate.del(ann, fixture.model('deleted_genre'), [novel]);
      await fixture.gate.del(ann, fixture.model('deleted_mark'), [gone]);
    });
    const list = async (query: Record<string, unknown> = {}) =>
      (await fixture.gate.index(ann, fixture.model('deleted_book'), query)).list as AnyRow[];
    const edit = (body: Record<string, unknown>) =>
      fixture.gate.edit(ann, fixture.model('deleted_book'), { id: old, ...body });

    it('is still named there, and found by its name', async () => {
      expect(await list({ order: 'genre.name,desc' })).toMatchObject([
        { title: 'Old', genre: { name: 'Novel' }, mark_ids_rows: [{ name: 'kept' }, { name: 'gone' }] },
        { title: 'New', genre: { name: 'Essay' } },
      ]);
      for (const condition of [
        { field: 'genre.name', operator: 'eq', val: 'Novel' },
        { field: 'genre_id', operator: 'eq', val: novel },
        { field: 'marks.name', operator: 'eq', val: 'gone' },
      ])
        expect((await list({ search: [condition] })).map(({ title }) => title)).toEqual(['Old']);
    });

    it('is no choice any more, neither to select nor to write', async () => {
      const options = (name: string) => fixture.gate.select(ann, fixture.model(`deleted_${name}`), {});
      expect(await options('genre')).toMatchObject({ list: [{ id: essay }], total: 1 });
      expect(await options('mark')).toMatchObject({ list: [{ id: stored }], total: 1 });
      for (const body of [{ genre_id: novel }, { mark_ids: [gone] }])
        await expect(
          fixture.gate.add(ann, fixture.model('deleted_book'), { title: 'Late', ...body }),
        ).rejects.toMatchObject({ errors: { [Object.keys(body)[0]!]: { key: 'validate:noSuchRow' } } });
    });

    it('stays where it is until somebody takes it away', async () => {
      const same = { title: 'Older', genre_id: novel, mark_ids: [stored, gone] };
      expect(await edit(same)).toMatchObject({ ...same, genre: { name: 'Novel' } });
      expect(await edit({ mark_ids: [stored], genre_id: essay })).toMatchObject({
        mark_ids: [stored],
        genre_id: essay,
      });
      await expect(edit({ genre_id: novel })).rejects.toMatchObject({
        errors: { genre_id: { key: 'validate:noSuchRow' } },
      });
    });
  });
});
