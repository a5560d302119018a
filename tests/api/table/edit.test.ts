import { describe, expect, it } from 'vitest';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { ann, bob, errorsOf, sampleGate } from '../../support/sampleGate.ts';

eachDatabase((_name, open) => {
  const { gate, model, add, edit, read, del } = sampleGate(open);

  describe('edit', () => {
    it('takes a part of the row, and changes nothing when nothing differs', async () => {
      const row = await add('article', { title: 'a', price: '1' });
      expect(await edit('article', { id: String(row.id), hot: '1' })).toMatchObject({
        version: 2,
        hot: 1,
        title: 'a',
        price: '1.00',
      });
      expect(await edit('article', { id: row.id, hot: 1, price: 1, title: 'a' })).toMatchObject({ version: 2 });
    });

    it('merges different fields, and tells of the same one', async () => {
      const { id, version } = await add('article', { title: 'a', price: '1' });
      await edit('article', { id, version, title: 'by ann' });
      expect(await edit('article', { id, version, price: '2' })).toMatchObject({
        version: 3,
        title: 'by ann',
        price: '2.00',
      });
      await expect(edit('article', { id, version, title: 'by bob' })).rejects.toMatchObject({
        key: 'rows:stale',
        options: { code: 412, data: { row: { id, version: 3, title: 'by ann' } } },
      });
      await expect(edit('article', { id, version, title: 'by ann' })).rejects.toMatchObject({ key: 'rows:stale' });
      expect(await edit('article', { id, version: 3, title: 'by bob' })).toMatchObject({ version: 4, title: 'by bob' });
    });

    it('answers each of several edits at once with the row as that edit left it', async () => {
      const { id } = await add('article', { title: 'a', price: '1' });
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, place) => edit('article', { id, title: `title ${place}` })),
      );
      expect(answers.map(({ title }) => title)).toEqual(Array.from({ length: 5 }, (_, place) => `title ${place}`));
      expect(new Set(answers.map(({ version }) => version)).size).toBe(5);
    });

    it('refuses versions that never were', async () => {
      const { id } = await add('article', { title: 'a' });
      for (const version of [
        2,
        0,
        'x',
        1.5,
        { a: 1 },
        { toString: 1 },
        { valueOf: 1, toString: 2 },
        Object.create(null),
        [1],
        [{ toString: 1 }],
        [],
        true,
        false,
      ]) {
        expect(await errorsOf(edit('article', { id, version, title: 'b' })), JSON.stringify(version)).toEqual({
          version: 'validate:version',
        });
      }
      expect(await read('article', id)).toMatchObject({ title: 'a', version: 1 });
    });

    it('loses nothing among ten interleaved writers', async () => {
      const { id } = await add('article', { title: 'a', views: 0 });
      const increase = async (): Promise<void> => {
        for (;;) {
          const row = await read('article', id);
          const saved = await edit('article', { id, version: row.version, views: Number(row['views']) + 1 }).catch(
            (error: { key?: string }) => error,
          );
          if (!('key' in saved)) return;
          expect(saved.key).toBe('rows:stale');
        }
      };
      await Promise.all(Array.from({ length: 10 }, increase));
      expect(await read('article', id)).toMatchObject({ views: 10, version: 11 });
    });

    it('lets nobody write what they may not, and says nothing about what they may not read', async () => {
      const row = await add('article', { title: 'a' }, bob);
      expect(row['owner']).toBe(9);
      expect(await errorsOf(edit('article', { id: row.id, note: 'x', pin: 'y', views: 5 }, bob))).toMatchObject({
        note: 'validate:unknownField',
        views: 'validate:notWritable',
      });
      expect(await edit('article', { ...row, title: 'b' }, bob)).toMatchObject({ title: 'b' });
      const foreign = await add('article', { title: 'of ann' });
      await gate()
        .rowsOf(model('article'))
        .edit(foreign.id, { owner: 0 } as never);
      await expect(edit('article', { id: foreign.id, title: 'x' }, bob)).rejects.toMatchObject({
        key: 'rows:notYours',
      });
    });

    it('needs the node of the action', async () => {
      const reader = administrator(['content/article/index']);
      const forbidden = { key: 'rows:forbidden', options: { code: 401 } };
      await expect(add('article', { title: 'a' }, reader)).rejects.toMatchObject(forbidden);
      await expect(edit('article', { id: 1, title: 'a' }, reader)).rejects.toMatchObject(forbidden);
      await expect(edit('article', { id: 99_999, title: 'a' }, reader)).rejects.toMatchObject(forbidden);
      await expect(del('article', [1], reader)).rejects.toMatchObject(forbidden);
      await expect(gate().index(administrator([]), model('article'), {})).rejects.toMatchObject(forbidden);
      await expect(gate().sortable(reader, model('article'), { id: 1, targetId: 2 })).rejects.toMatchObject(forbidden);
    });

    it.each([0, -1, 'x', '1e3', null, undefined, [1], {}, '9'.repeat(30)])(
      'answers the id %s like a row that is not there',
      async (id) => {
        await expect(edit('article', { id, title: 'a' })).rejects.toMatchObject({ key: 'rows:notFound' });
      },
    );

    it('keeps relations of many in step', async () => {
      const { id: one } = await add('tag', { name: 'm1' });
      const { id: two } = await add('tag', { name: 'm2' });
      const { id: three } = await add('tag', { name: 'm3' });
      const row = await add('article', { title: 'many', tag_ids: [two, one, two] });
      expect(row['tag_ids']).toEqual([one, two]);
      expect(await edit('article', { id: row.id, tag_ids: [two, three] })).toMatchObject({
        tag_ids: [two, three],
        version: 2,
      });
      expect(await edit('article', { id: row.id, tag_ids: [] })).toMatchObject({ tag_ids: [], version: 3 });
    });
  });

  it('keeps who changed what, before and after, as far as one may read it', async () => {
    const article = model('article');
    const row = await add('article', { title: 'h1', note: 'private', price: '1' });
    await edit('article', { id: row.id, title: 'h2', note: 'more private', labels: ['x'] });
    const entries = await gate().history(ann, article, row.id);
    expect(entries.map(({ action, username }) => [action, username])).toEqual([
      ['edit', 'ann'],
      ['add', 'ann'],
    ]);
    expect(entries[0]!.changes).toEqual({
      title: { before: 'h1', after: 'h2' },
      note: { before: 'private', after: 'more private' },
      labels: { before: [], after: ['x'] },
    });
    await gate()
      .rowsOf(article)
      .edit(row.id, { owner: 9 } as never);
    expect((await gate().history(bob, article, row.id))[1]!.changes).toEqual({
      title: { before: 'h1', after: 'h2' },
      labels: { before: [], after: ['x'] },
    });
  });
});
