import { expect, it } from 'vitest';
import { f, table, type AnyField, type Resource } from '#resource';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startVersion, type Version } from '../../support/versions.ts';

const book = table('book', { title: f.text() }).resource();
const review = (onDelete: 'restrict' | 'cascade'): Resource =>
  table('review', { text: f.text(), book_id: f.belongsTo('book', { onDelete }) as AnyField }).resource();
const vote = table('vote', { points: f.int(), review_id: f.belongsTo('review') as AnyField }).resource();

eachDatabase((_name, open) => {
  const del = async (version: Version, ids: readonly number[]): Promise<unknown> =>
    version.gate.del(administrator(), version.gate.models.get('book')!, ids).catch((error: unknown) => error);

  it('names the table without a file whose rows still refer to one that is to be deleted', async () => {
    const database = await open();
    const first = await startVersion(database, [book, review('restrict')]);
    await first.add('book', { title: 'a' });
    await first.add('book', { title: 'b' });
    await first.add('review', { text: 'x', book_id: 1 });
    const second = await startVersion(database, [book]);
    expect(await del(second, [1])).toMatchObject({ key: 'rows:inUseUndeclared', params: { table: 'review' } });
    expect(await del(second, [1, 2])).toMatchObject({ key: 'rows:inUseUndeclared' });
    expect(await second.rows('book')).toHaveLength(2);
    expect(await del(second, [2])).toEqual({ count: 1 });
  });

  it('names it too when a hook deletes what is referred to', async () => {
    const database = await open();
    const shelf = table('shelf', { book_id: f.belongsTo('book', { onDelete: 'null' }) as AnyField }).resource({
      hooks: {
        async beforeSave({ next, context }) {
          if (next.book_id === null) await context.table('book' as never).del([1]);
        },
        beforeDelete: ({ context }) => context.table('book' as never).del([1]),
      },
    });
    const first = await startVersion(database, [book, shelf, review('restrict')]);
    await first.add('book', { title: 'a' });
    await first.add('book', { title: 'b' });
    await first.add('review', { text: 'x', book_id: 1 });
    await first.add('shelf', { book_id: 2 });
    const second = await startVersion(database, [book, shelf]);
    const shelves = second.gate.models.get('shelf')!;
    const used = { key: 'rows:inUseUndeclared', params: { table: 'review' } };
    for (const job of [
      () => second.gate.del(administrator(), shelves, [1]),
      () => second.gate.edit(administrator(), shelves, { id: 1, book_id: null }),
      () => second.gate.add(administrator(), shelves, {}),
    ])
      await expect(job()).rejects.toMatchObject(used);
    expect([(await second.rows('book')).length, await second.rows('shelf', 'book_id')]).toEqual([2, [{ book_id: 2 }]]);
  });

  it('names it too when the rows that go along are what is referred to', async () => {
    const database = await open();
    const first = await startVersion(database, [book, review('cascade'), vote]);
    await first.add('book', { title: 'a' });
    await first.add('review', { text: 'x', book_id: 1 });
    await first.add('vote', { points: 1, review_id: 1 });
    const second = await startVersion(database, [book, review('cascade')]);
    expect(await del(second, [1])).toMatchObject({ key: 'rows:inUseUndeclared', params: { table: 'vote' } });
    expect(await second.rows('review')).toHaveLength(1);
  });
});
