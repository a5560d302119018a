import { beforeAll, expect, it } from 'vitest';
import { f, table, type FieldMap } from '#resource';
import type { HistoryEntry } from '../../../src/server/table/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const page = (fields: FieldMap) => table('page', fields).resource({ traits: { history: true } });
const boss = administrator('all', { username: 'boss' });
const clerk = administrator(
  ['content/article/index', 'content/article/history', 'files/folder/index', 'files/folder/history'],
  { id: 9, username: 'clerk' },
);

eachDatabase((_name, open) => {
  let fixture: TestGate;
  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
  });
  const add = async (name: string, values: Record<string, unknown>): Promise<number> =>
    (await fixture.gate.add(boss, fixture.model(name), values)).id;
  const changesOf = (entries: readonly HistoryEntry[]) => entries.map(({ action, changes }) => [action, changes]);

  it('keeps what happened to a column under its former name', async () => {
    const database = await open();
    const before = await openGate(database, [page({ heading: f.text(), body: f.text() })]);
    const { id } = await before.gate.add(boss, before.model('page'), { heading: 'old', body: 'text' });
    await before.gate.edit(boss, before.model('page'), { id, heading: 'newer' });
    const after = await openGate(database, [page({ title: f.text({ renamedFrom: 'heading' }), body: f.text() })]);
    await after.gate.edit(boss, after.model('page'), { id, title: 'newest' });
    expect((await after.gate.history(boss, after.model('page'), id)).map(({ changes }) => changes['title'])).toEqual([
      { before: 'newer', after: 'newest' },
      { before: 'old', after: 'newer' },
      { before: null, after: 'old' },
    ]);
  });

  it('names rows that a field referred to, but none that the caller may not see', async () => {
    const [news, hidden] = [await add('category', { name: 'News' }), await add('category', { name: 'Hidden' })];
    const [red, blue] = [await add('tag', { name: 'red' }), await add('tag', { name: 'blue' })];
    const id = await add('article', { title: 'x', category_id: news, tag_ids: [red] });
    await fixture.gate.edit(boss, fixture.model('article'), { id, category_id: hidden, tag_ids: [blue] });
    await fixture.gate.rowsOf(fixture.model('article')).edit(id, { owner: 9 } as never);
    const edited = async (caller = boss) =>
      (await fixture.gate.history(caller, fixture.model('article'), id))[1]!.changes;
    expect(await edited()).toEqual({
      category_id: {
        before: news,
        after: hidden,
        rows: [
          { id: news, name: 'News' },
          { id: hidden, name: 'Hidden' },
        ],
      },
      tag_ids: {
        before: [red],
        after: [blue],
        rows: [
          { id: red, name: 'red' },
          { id: blue, name: 'blue' },
        ],
      },
    });
    expect((await edited(clerk))['category_id']).toEqual({
      before: news,
      after: hidden,
      rows: [{ id: news, name: 'News' }],
    });
  });

  it('leaves numbers out that only say what the action says', async () => {
    const [id, other] = [await add('article', { title: 'below' }), await add('article', { title: 'above' })];
    const article = fixture.model('article');
    await fixture.gate.sortable(boss, article, { id, targetId: other });
    await fixture.gate.del(boss, article, [id]);
    await fixture.gate.restore(boss, article, [id]);
    expect(changesOf(await fixture.gate.history(boss, article, id)).slice(0, 3)).toEqual([
      ['restore', {}],
      ['del', {}],
      ['sortable', {}],
    ]);
    expect(Object.keys((await fixture.gate.history(boss, article, id))[3]!.changes)).not.toContain('weigh');
  });
});
