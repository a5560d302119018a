import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { Invalid, type AnyRow, type Caller } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const ann = administrator();
const bob = administrator(
  ['add', 'edit', 'index', 'del', 'history'].map((action) => `content/article/${action}`),
  { id: 9, username: 'bob' },
);

/** The fields that were refused, with the reason of each. */
async function errorsOf(job: Promise<unknown>): Promise<Record<string, string>> {
  const error = await job.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Invalid);
  return Object.fromEntries(Object.entries((error as Invalid).errors).map(([name, { key }]) => [name, key]));
}

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const add = (name: string, body: Record<string, unknown>, caller: Caller = ann, key?: string): Promise<AnyRow> =>
    fixture.gate.add(caller, fixture.model(name), body, key);
  const edit = (name: string, body: Record<string, unknown>, caller: Caller = ann): Promise<AnyRow> =>
    fixture.gate.edit(caller, fixture.model(name), body);
  const read = (name: string, id: number): Promise<AnyRow> => fixture.gate.read(ann, fixture.model(name), id);
  const del = (name: string, ids: unknown[], caller: Caller = ann) =>
    fixture.gate.del(caller, fixture.model(name), ids);
  const count = async (name: string): Promise<number> => await fixture.gate.rowsOf(fixture.model(name)).count();

  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
  });

  describe('add', () => {
    it('answers the row with defaults, times and its first version', async () => {
      const row = await add('article', { title: 'Hello' });
      expect(row).toMatchObject({
        version: 1,
        title: 'Hello',
        status: 'draft',
        price: '0.00',
        hot: 0,
        labels: [],
        tag_ids: [],
        owner: 7,
        category_id: null,
        category: null,
      });
      expect(Math.abs(row.create_time - Date.now() / 1000)).toBeLessThan(5);
      expect(row.update_time).toBe(row.create_time);
    });

    it('names every field that is wrong, and writes nothing', async () => {
      const before = await count('article');
      expect(
        await errorsOf(
          add('article', {
            title: '',
            price: '1.234',
            status: 'nope',
            category_id: 999,
            day: '2024-02-30',
            labels: 'x'.repeat(60),
          }),
        ),
      ).toEqual({
        title: 'validate:required',
        price: 'validate:cents',
        status: 'validate:choice',
        day: 'validate:date',
        labels: expect.stringMatching(/^validate:/) as string,
      });
      expect(await errorsOf(add('article', { title: 'a', category_id: 999, tag_ids: [1, 998] }))).toEqual({
        category_id: 'validate:noSuchRow',
        tag_ids: 'validate:noSuchRow',
      });
      expect(await count('article')).toBe(before);
    });

    it('refuses unknown keys by name, and passes over what only the server sets', async () => {
      const hostile = JSON.parse('{"title":"a","super":1,"__proto__":{"x":1},"constructor":1,"pin2":1}') as Record<
        string,
        unknown
      >;
      expect(await errorsOf(add('article', hostile))).toEqual({
        super: 'validate:unknownField',
        ['__proto__']: 'validate:unknownField',
        constructor: 'validate:unknownField',
        pin2: 'validate:unknownField',
      });
      const row = await add('article', {
        title: 'a',
        id: 5000,
        version: 9,
        create_time: 1,
        update_time: 2,
        weigh: 3,
        delete_time: 4,
        owner: 99,
        double: 5,
        category: { id: 1 },
      });
      expect(row).toMatchObject({ version: 1, owner: 7, double: 0, delete_time: null });
      expect(row.id).toBeLessThan(5000);
      expect(row['weigh']).not.toBe(3);
    });

    it('names the first few of 60,000 unknown keys, and every field beside them that is wrong', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 60_000 }, (_, at) => [`k${at}${'x'.repeat(at < 20 ? 5000 : 0)}`, 1]),
      );
      const { id } = await add('article', { title: 'a' });
      for (const job of [
        () => add('article', { ...many, title: '' }),
        () => edit('article', { id, ...many, title: '' }),
      ]) {
        const errors = await errorsOf(job());
        expect(Object.keys(errors)).toHaveLength(11);
        expect(errors['title']).toBe('validate:required');
        expect(JSON.stringify(errors).length).toBeLessThan(2000);
      }
      expect(await read('article', id)).toMatchObject({ title: 'a', version: 1 });
    });

    it('requires a conditional field only while it is shown', async () => {
      expect(await errorsOf(add('article', { title: 'a', status: 'live' }))).toEqual({ subtitle: 'validate:required' });
      const row = await add('article', { title: 'a' });
      expect(await errorsOf(edit('article', { id: row.id, status: 'live' }))).toEqual({
        subtitle: 'validate:required',
      });
      expect(await edit('article', { id: row.id, status: 'live', subtitle: 's' })).toMatchObject({
        status: 'live',
        subtitle: 's',
      });
    });

    it('runs the rules of the table and its hooks', async () => {
      expect(await errorsOf(add('article', { title: 'forbidden' }))).toEqual({ title: 'rows:literal' });
      await expect(add('article', { title: 'refused by hook' })).rejects.toMatchObject({ key: 'rows:taken' });
    });

    it('keeps only harmless HTML', async () => {
      const { body } = await add('article', {
        title: 'a',
        body: '<p onclick="x()">a<script>alert(1)</script><a href="javascript:x">b</a><img src=x onerror=y><svg><animate/></svg></p>',
      });
      expect(body).toBe('<p>a<a rel="noopener noreferrer nofollow">b</a><img src="x" /></p>');
    });

    it.each(['<b>&"\'\\%_', "'; DROP TABLE article; --", '=cmd|x', '{{7*7}}', '😀é\u202eabc\u{20000}', '\u3000全角'])(
      'keeps text as it is: %s',
      async (text) => {
        expect(await add('article', { title: `x${text}x` })).toMatchObject({ title: `x${text}x` });
      },
    );

    it('refuses a list or an object for a single value, empty ones too', async () => {
      const { id } = await add('article', { title: 'a', subtitle: 's', views: 5 });
      const single = ['title', 'subtitle', 'body', 'status', 'price', 'views', 'hot', 'day', 'seen_at', 'category_id'];
      for (const value of [[], {}]) {
        const body = Object.fromEntries(single.map((name) => [name, value]));
        expect(Object.keys(await errorsOf(edit('article', { id, ...body }))).toSorted()).toEqual(single.toSorted());
        expect(Object.keys(await errorsOf(add('article', body))).toSorted()).toEqual(single.toSorted());
      }
      expect(await read('article', id)).toMatchObject({ version: 1, subtitle: 's', views: 5 });
    });

    it('refuses NUL and lone surrogates by name', async () => {
      expect(await errorsOf(add('article', { title: 'a\0b', subtitle: '\ud800' }))).toMatchObject({
        title: 'validate:characters',
        subtitle: 'validate:characters',
      });
    });

    it('names a unique value that is taken', async () => {
      await add('tag', { name: 'once' });
      expect(await errorsOf(add('tag', { name: 'once' }))).toEqual({ name: 'validate:taken' });
      const other = await add('tag', { name: 'twice' });
      expect(await errorsOf(edit('tag', { id: other.id, name: 'once' }))).toEqual({ name: 'validate:taken' });
      expect(await edit('tag', { id: other.id, name: 'twice' })).toMatchObject({ version: 1 });
    });

    it('makes one row of the same addition sent five times at once', async () => {
      const before = await count('tag');
      const rows = await Promise.all(Array.from({ length: 5 }, () => add('tag', { name: 'five' }, ann, 'key-1')));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
      expect((await add('tag', { name: 'five' }, ann, 'key-1')).id).toBe(rows[0]!.id);
      expect(await count('tag')).toBe(before + 1);
      await expect(add('tag', { name: 'six' }, ann, 'key-1')).rejects.toMatchObject({ key: 'rows:keyUsed' });
    });
  });

  describe('passwords', () => {
    it('are stored as hashes, never read, and kept when left empty', async () => {
      const row = await add('account', { name: 'ann', password: 'secret-1' });
      expect(row).not.toHaveProperty('password');
      const stored = async () =>
        (
          await sql<{ password: string }>`SELECT password FROM account WHERE id = ${row.id}`.execute(
            fixture.database.read,
          )
        ).rows[0]!.password;
      expect(await stored()).toBe('$argon2id$8');
      await edit('account', { id: row.id, password: '', name: 'anna' });
      expect(await stored()).toBe('$argon2id$8');
      await edit('account', { id: row.id, password: 'longer-secret' });
      expect(await stored()).toBe('$argon2id$13');
      expect(await errorsOf(add('account', { name: 'x' }))).toEqual({ password: 'validate:required' });
      expect(await errorsOf(edit('account', { id: row.id, password: 'a"b' }))).toEqual({
        password: 'validate:password',
      });
      expect(JSON.stringify(await fixture.gate.history(ann, fixture.model('account'), row.id))).not.toMatch(
        /argon|secret/,
      );
    });
  });

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
      await fixture.gate.rowsOf(fixture.model('article')).edit(foreign.id, { owner: 0 } as never);
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
      await expect(fixture.gate.index(administrator([]), fixture.model('article'), {})).rejects.toMatchObject(
        forbidden,
      );
      await expect(
        fixture.gate.sortable(reader, fixture.model('article'), { id: 1, targetId: 2 }),
      ).rejects.toMatchObject(forbidden);
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

  describe('delete', () => {
    it('refuses while rows depend on it, naming them; otherwise it counts what went', async () => {
      const article = await add('article', { title: 'needed' });
      await add('comment', { text: 'a', article_id: article.id });
      await expect(del('article', [article.id])).rejects.toMatchObject({
        key: 'rows:inUse',
        params: { count: 1, table: 'comment' },
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
      ).toBe(2);
      await expect(del('tag', [tags[0]!.id])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
    });

    it('counts for nobody the rows that they may not see', async () => {
      const carl = administrator(['content/category/del', 'content/article/index'], { id: 12, username: 'carl' });
      const [mixed, hidden] = [
        await add('category', { name: 'mixed' }),
        await add('category', { name: 'hidden from carl' }),
      ];
      const own = await add('article', { title: 'his', category_id: mixed.id });
      await fixture.gate.rowsOf(fixture.model('article')).edit(own.id, { owner: 12 } as never);
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
      const kept = await add('comment', { text: 'kept', article_id: article.id, editor_id: account.id });
      await del('account', [account.id]);
      await expect(read('comment', along.id)).rejects.toMatchObject({ key: 'rows:notFound' });
      expect(await read('comment', kept.id)).toMatchObject({ editor_id: null, version: 2 });
    });

    it('puts rows into the trash, brings them back, and deletes them for good', async () => {
      const article = fixture.model('article');
      const { id } = await add('article', { title: 'trash me' });
      await del('article', [id]);
      await expect(read('article', id)).rejects.toMatchObject({ key: 'rows:notFound' });
      await expect(edit('article', { id, title: 'x' })).rejects.toMatchObject({ key: 'rows:notFound' });
      expect((await fixture.gate.index(ann, article, { trash: 1, initValue: [id] })).list).toMatchObject([
        { id, title: 'trash me' },
      ]);
      await expect(fixture.gate.index(bob, article, { trash: 1 })).rejects.toMatchObject({ key: 'rows:forbidden' });
      expect(await fixture.gate.restore(ann, article, [id])).toBe(1);
      expect(await read('article', id)).toMatchObject({ title: 'trash me' });
      await expect(fixture.gate.destroy(ann, article, [id])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
      await del('article', [id]);
      expect(await fixture.gate.destroy(ann, article, [id])).toBe(1);
      const actions = (
        await sql<{
          action: string;
        }>`SELECT action FROM row_history WHERE table_name = 'article' AND row_id = ${id} ORDER BY id`.execute(
          fixture.database.read,
        )
      ).rows;
      expect(actions.map(({ action }) => action)).toEqual(['add', 'del', 'restore', 'del', 'destroy']);
    });

    it('refuses a parent without its children, and takes both together', async () => {
      const parent = await add('folder', { name: 'p' });
      const child = await add('folder', { name: 'c', pid: parent.id });
      await expect(del('folder', [parent.id])).rejects.toMatchObject({ key: 'rows:hasChildren', params: { count: 1 } });
      expect(await del('folder', [parent.id, child.id])).toBe(2);
    });
  });

  it('keeps who changed what, before and after, as far as one may read it', async () => {
    const article = fixture.model('article');
    const row = await add('article', { title: 'h1', note: 'private', price: '1' });
    await edit('article', { id: row.id, title: 'h2', note: 'more private', labels: ['x'] });
    const entries = await fixture.gate.history(ann, article, row.id);
    expect(entries.map(({ action, username }) => [action, username])).toEqual([
      ['edit', 'ann'],
      ['add', 'ann'],
    ]);
    expect(entries[0]!.changes).toEqual({
      title: { before: 'h1', after: 'h2' },
      note: { before: 'private', after: 'more private' },
      labels: { before: [], after: ['x'] },
    });
    await fixture.gate.rowsOf(article).edit(row.id, { owner: 9 } as never);
    expect((await fixture.gate.history(bob, article, row.id))[1]!.changes).toEqual({
      title: { before: 'h1', after: 'h2' },
      labels: { before: [], after: ['x'] },
    });
  });

  describe('tree', () => {
    it('nests rows below their parents, answers choices with lines, and refuses circles', async () => {
      const folder = fixture.model('folder');
      const root = await add('folder', { name: 'root' });
      const one = await add('folder', { name: 'one', pid: root.id });
      const two = await add('folder', { name: 'two', pid: one.id });
      expect((await fixture.gate.index(ann, folder, {})).list).toMatchObject([
        { id: root.id, children: [{ id: one.id, children: [{ id: two.id }] }] },
      ]);
      expect((await fixture.gate.index(ann, folder, { quickSearch: 'two' })).list).toMatchObject([
        { id: two.id, pid: one.id, children: [] },
      ]);
      expect(await fixture.gate.index(ann, folder, { isTree: 'false' })).toMatchObject({ total: 3 });
      expect((await fixture.gate.select(ann, folder, {})).options).toMatchObject([
        { name: 'root' },
        { name: '    └ one' },
        { name: '        └ two' },
      ]);
      expect(await errorsOf(edit('folder', { id: root.id, pid: two.id }))).toEqual({ pid: 'validate:circle' });
      expect(await errorsOf(edit('folder', { id: root.id, pid: root.id }))).toEqual({ pid: 'validate:circle' });
      expect(await edit('folder', { id: two.id, pid: 0 })).toMatchObject({ pid: null });
    });
  });
});
