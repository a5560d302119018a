import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { ann, bob, errorsOf, sampleGate } from '../../support/sampleGate.ts';

eachDatabase((_name, open) => {
  const { gate, database, model, add, edit, read, del } = sampleGate(open);

  describe('delete', () => {
    it('refuses while rows depend on it, naming them; otherwise it counts what went', async () => {
      const article = await add('article', { title: 'needed' });
      await add('comment', { text: 'a', article_id: article.id });
      await expect(del('article', [article.id])).rejects.toMatchObject({
        key: 'rows:inUse',
        params: { count: 1, table: 'Comment' },
      });
      const tags = [await add('tag', { name: 'd1' }), await add('tag', { name: 'd2' })];
      await expect(del('tag', [...tags.map(({ id }) => id), 99_999])).rejects.toMatchObject({
        key: 'rows:noneDeleted',
      });
      expect(
        await del(
          'tag',
          tags.map(({ id }) => id),
        ),
      ).toEqual({ count: 2 });
      await expect(del('tag', [tags[0]!.id])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
    });

    it('counts for nobody the rows that they may not see', async () => {
      const carl = administrator(['content/category/del', 'content/article/index'], { id: 12, username: 'carl' });
      const [mixed, hidden] = [
        await add('category', { name: 'mixed' }),
        await add('category', { name: 'hidden from carl' }),
      ];
      const own = await add('article', { title: 'his', category_id: mixed.id });
      await gate()
        .rowsOf(model('article'))
        .edit(own.id, { owner: 12 } as never);
      for (const { id } of [mixed, mixed, hidden]) await add('article', { title: 'not his', category_id: id });
      await expect(del('category', [mixed.id], carl)).rejects.toMatchObject({
        key: 'rows:inUse',
        params: { count: 1 },
      });
      await expect(del('category', [hidden.id], carl)).rejects.toMatchObject({ key: 'rows:inUseUnseen', params: {} });
      await expect(
        del('category', [mixed.id], administrator(['content/category/del'], { id: 12 })),
      ).rejects.toMatchObject({ key: 'rows:inUseUnseen', params: {} });
      await expect(del('category', [mixed.id])).rejects.toMatchObject({ key: 'rows:inUse', params: { count: 3 } });
    });

    it('takes dependent rows along or lets them go, with their history', async () => {
      const account = await add('account', { name: 'gone', password: 'secret-1' });
      const article = await add('article', { title: 'kept' });
      const along = await add('comment', { text: 'along', article_id: article.id, account_id: account.id });
      const stored = await add('comment', { text: 'kept', article_id: article.id, editor_id: account.id });
      await del('account', [account.id]);
      await expect(read('comment', along.id)).rejects.toMatchObject({ key: 'rows:notFound' });
      expect(await read('comment', stored.id)).toMatchObject({ editor_id: null, version: 2 });
    });

    it('puts rows into the trash, brings them back, and deletes them for good', async () => {
      const article = model('article');
      const { id } = await add('article', { title: 'trash me' });
      await del('article', [id]);
      await expect(read('article', id)).rejects.toMatchObject({ key: 'rows:notFound' });
      await expect(edit('article', { id, title: 'x' })).rejects.toMatchObject({ key: 'rows:notFound' });
      expect((await gate().index(ann, article, { trash: 1, initValue: [id] })).list).toMatchObject([
        { id, title: 'trash me' },
      ]);
      await expect(gate().index(bob, article, { trash: 1 })).rejects.toMatchObject({ key: 'rows:forbidden' });
      expect(await gate().restore(ann, article, [id])).toBe(1);
      expect(await read('article', id)).toMatchObject({ title: 'trash me' });
      await expect(gate().destroy(ann, article, [id])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
      await del('article', [id]);
      expect(await gate().destroy(ann, article, [id])).toBe(1);
      const actions = (
        await sql<{
          action: string;
        }>`SELECT action FROM row_history WHERE table_name = 'article' AND row_id = ${id} ORDER BY id`.execute(
          database().read,
        )
      ).rows;
      expect(actions.map(({ action }) => action)).toEqual(['add', 'del', 'restore', 'del', 'destroy']);
    });

    it('refuses a parent without its children, and takes both together', async () => {
      const parent = await add('folder', { name: 'p' });
      const child = await add('folder', { name: 'c', pid: parent.id });
      await expect(del('folder', [parent.id])).rejects.toMatchObject({ key: 'rows:hasChildren', params: { count: 1 } });
      expect(await del('folder', [parent.id, child.id])).toEqual({ count: 2 });
    });
  });

  describe('tree', () => {
    it('nests rows below their parents, answers choices with lines, and refuses circles', async () => {
      const folder = model('folder');
      const root = await add('folder', { name: 'root' });
      const one = await add('folder', { name: 'one', pid: root.id });
      const two = await add('folder', { name: 'two', pid: one.id });
      expect((await gate().index(ann, folder, {})).list).toMatchObject([
        { id: root.id, children: [{ id: one.id, children: [{ id: two.id }] }] },
      ]);
      expect((await gate().index(ann, folder, { quickSearch: 'two' })).list).toMatchObject([
        { id: two.id, pid: one.id, children: [] },
      ]);
      expect(await gate().index(ann, folder, { isTree: 'false' })).toMatchObject({ total: 3 });
      expect((await gate().select(ann, folder, {})).options).toMatchObject([
        { name: 'root' },
        { name: '    └ one' },
        { name: '        └ two' },
      ]);
      expect(await errorsOf(edit('folder', { id: root.id, pid: two.id }))).toEqual({ pid: 'validate:circle' });
      expect(await errorsOf(edit('folder', { id: root.id, pid: root.id }))).toEqual({ pid: 'validate:circle' });
      expect(await edit('folder', { id: two.id, pid: 0 })).toMatchObject({ pid: null });
    });

    it('takes a row back as the list has it, with the rows below it', async () => {
      const root = await add('folder', { name: 'whole' });
      await add('folder', { name: 'below', pid: root.id });
      const { list } = await gate().index(ann, model('folder'), {});
      const whole = list.find(({ id }) => id === root.id)!;
      expect(whole).toMatchObject({ children: [{ name: 'below' }] });
      expect(await edit('folder', { ...whole, name: 'renamed' })).toMatchObject({ id: root.id, name: 'renamed' });
    });
  });
});
