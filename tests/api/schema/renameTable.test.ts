import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, table, type AnyField, type Resource } from '#resource';
import { planSchema } from '../../../src/server/database/applySchema.ts';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { refusalOf, schemasOf, startVersion } from '../../support/versions.ts';
import { plainText } from '../../../src/server/database/schema/sentence.ts';

const traits = { history: true, tree: true } as const;
const tag = table('tag', { name: f.text({ unique: true }) }).resource();
const fields = {
  title: f.text({ search: true, unique: true }),
  price: f.money({ index: true }),
  tag_ids: f.belongsToMany('tag'),
};
const comment = (to: string): Resource =>
  table('comment', { text: f.text(), post_id: f.belongsTo(to, { required: true }) as AnyField }).resource();
const posts = [tag, table('post', fields).resource({ traits }), comment('post')];
const articles = [tag, table('article', fields, { renamedFrom: 'post' }).resource({ traits }), comment('article')];

eachDatabase((name, open) => {
  const filled = async () => {
    const database = await open();
    const first = await startVersion(database, posts);
    await first.add('tag', { name: 'red' });
    await first.add('post', { title: 'one sky', price: '1', tag_ids: [1] });
    await first.add('post', { title: 'two seas', price: '2', pid: 1 });
    await first.add('comment', { text: 'x', post_id: 1 });
    return database;
  };

  it('keeps rows, lists of related rows, references, history, search and indexes under the new name', async () => {
    const database = await filled();
    const plan = await planSchema(database, schemasOf(articles));
    expect({ refused: plan.refused, unmanaged: plan.unmanaged }).toEqual({ refused: [], unmanaged: [] });
    expect(plan.steps.map(({ says }) => plainText(says))).toEqual([
      'article: rename the table post',
      'article_tag_ids: rename the table post_tag_ids',
      'row_history: what was told of post is told of article',
    ]);
    const second = await startVersion(database, articles);
    expect(await second.rows('article', 'id', 'title', 'price', 'tag_ids', 'pid')).toEqual([
      { id: 1, title: 'one sky', price: '1.00', tag_ids: [1], pid: null },
      { id: 2, title: 'two seas', price: '2.00', tag_ids: [], pid: 1 },
    ]);
    const model = second.gate.models.get('article')!;
    expect(await second.gate.history(administrator(), model, 1)).toHaveLength(1);
    await second.add('article', { title: 'three skies' });
    await second.gate.rowsOf(model).edit(2, { title: 'sea and sky' } as never);
    const { list } = await second.gate.index(administrator(), model, { quickSearch: 'sk', isTree: 0, limit: 10 });
    expect(new Set(list.map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
    await expect(second.add('article', { title: 'one sky' })).rejects.toThrow();
    await expect(second.gate.rowsOf(model).del([1])).rejects.toThrow();
    await second.gate.rowsOf(second.gate.models.get('tag')!).del([1]);
    expect((await second.rows('article', 'tag_ids'))[0]).toEqual({ tag_ids: [] });

    const left =
      name === 'sqlite'
        ? sql<{
            name: string;
          }>`SELECT name FROM sqlite_master WHERE name LIKE '%post%' AND name <> 'ix_comment_post_id'`
        : sql<{ name: string }>`SELECT relname AS name FROM pg_class WHERE relname LIKE '%post%' AND relkind <> 'S'
            AND relname NOT IN ('ix_comment_post_id', 'post_pkey', 'post_tag_ids_pkey')`;
    expect((await left.execute(database.read)).rows).toEqual([]);
    const third = await startVersion(database, articles);
    expect({ log: third.log, notes: third.plan.notes.map(plainText) }).toEqual({
      log: [],
      notes: ["renamedFrom: 'post' of the table article has done its work here and can go."],
    });
    // The name is free again.
    const both = [...articles, table('post', fields).resource({ path: 'posts', traits })];
    const fourth = await startVersion(
      database,
      both.map((each) => each),
    );
    await fourth.add('post', { title: 'new' });
    expect(await fourth.rows('article', 'id')).toHaveLength(3);
    expect(await fourth.rows('post', 'title')).toEqual([{ title: 'new' }]);
  });

  it('renames columns, changes kinds and gives the table its name in one start', async () => {
    const database = await filled();
    const wanted = table(
      'article',
      {
        name: f.text({ renamedFrom: 'title', search: true, required: true }),
        price: f.text(),
        labels: f.belongsToMany('tag', { renamedFrom: 'tag_ids' }),
        above_id: f.belongsTo('article'),
      },
      { renamedFrom: 'post' },
    ).resource({ traits });
    const second = await startVersion(database, [tag, wanted, comment('article')]);
    expect(await second.rows('article', 'name', 'price', 'labels')).toEqual([
      { name: 'one sky', price: '1.00', labels: [1] },
      { name: 'two seas', price: '2.00', labels: [] },
    ]);
    const reported = await second.gate.history(administrator(), second.gate.models.get('article')!, 1);
    expect(reported[0]!.changes).toMatchObject({
      name: { after: 'one sky' },
      price: { after: '1.00' },
      labels: { after: [1] },
    });
  });

  it('refuses a name that both tables have, and one whose table another file declares', async () => {
    const database = await filled();
    const other = table('post', { text: f.text() }).resource({ path: 'other', dropped: Object.keys(fields) });
    expect(await refusalOf(database, [...articles, other])).toMatch(
      /article: renamedFrom: 'post', but a file declares/,
    );
    const without = [tag, table('article', fields).resource({ traits }), comment('post'), posts[1]!];
    const second = await startVersion(database, without);
    await second.add('article', { title: 'mine' });
    expect(await refusalOf(database, articles)).toMatch(/rows of both names.*db:drop post/);
  });
});
