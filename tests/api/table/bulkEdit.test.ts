import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { Code, type Caller } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { ann, bob, errorsOf, sampleGate } from '../../support/sampleGate.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

eachDatabase((databaseName, open) => {
  const { gate, database, model, add, edit, read } = sampleGate(open);
  let ids: number[];

  beforeEach(async () => {
    ids = [];
    for (const title of ['one', 'two', 'three']) ids.push((await add('article', { title, price: '5.00' }, bob)).id);
  });
  type Asked = Parameters<ReturnType<typeof gate>['bulkEdit']>[2];
  const call = (values: object, more: Partial<Asked> = {}, caller: Caller = bob, name = 'article') =>
    gate().bulkEdit(caller, model(name), { choice: ids, values: values as Asked['values'], ...more });
  const preview = (values: object, more: Partial<Asked> = {}, caller?: Caller) =>
    call(values, { preview: true, ...more }, caller);
  const undo = (id: unknown, caller: Caller = bob) => gate().undoEdit(caller, model('article'), id);
  const prices = async () => Promise.all(ids.map(async (id) => (await read('article', id))['price']));
  const versions = async () => Promise.all(ids.map(async (id) => (await read('article', id))['version']));
  const historyOf = async (id: number) =>
    (
      await sql<{ action: string; username: string }>`
        SELECT action, username FROM row_history WHERE table_name = 'article' AND row_id = ${id} ORDER BY id`.execute(
        database().read,
      )
    ).rows;
  const matching = (title: string, count?: number) => ({
    query: { search: [{ field: 'title', operator: '=', val: title }] },
    count,
  });

  describe('bulk edit', () => {
    it('changes rows in one go, counts those that were the same, and keeps history of each', async () => {
      await edit('article', { id: ids[1], price: '7.50' }, bob);
      const report = await call({ price: '7.50', hot: 0 });
      expect(report).toMatchObject({ count: 3, changed: 2, same: 1, refused: [] });
      expect(await prices()).toEqual(['7.50', '7.50', '7.50']);
      expect(await versions()).toEqual([2, 2, 2]);
      for (const id of [ids[0]!, ids[2]!])
        expect(await historyOf(id)).toMatchObject([{ action: 'add' }, { action: 'edit', username: 'bob' }]);
      expect(report.undo).toEqual(expect.any(Number));
      expect((await call({ price: '7.50' })).undo).toBeNull();
      // Nobody in particular, and a table without history.
      expect((await call({ price: '8.50' }, {}, { ...ann, id: 0 })).undo).toBeNull();
      const { id } = await add('category', { name: 'plain' });
      expect(await call({ name: 'other' }, { choice: [id] }, ann, 'category')).toMatchObject({
        changed: 1,
        undo: null,
      });
    });

    it('previews the same by row, with the reasons, and leaves nothing behind', async () => {
      await edit('article', { id: ids[0], status: 'live', subtitle: 'there' }, bob);
      const before = await historyOf(ids[1]!);
      const wanted = { status: 'live', price: '9.00' };
      const report = await preview(wanted);
      expect(report).toMatchObject({ count: 3, changed: 1, same: 0, undo: null });
      expect(report.refused).toEqual([
        { id: ids[1], name: 'two', reason: 'validate:required' },
        { id: ids[2], name: 'three', reason: 'validate:required' },
      ]);
      expect(await prices()).toEqual(['5.00', '5.00', '5.00']);
      expect(await versions()).toEqual([2, 1, 1]);
      expect(await historyOf(ids[1]!)).toEqual(before);
    });

    it('previews of the first rows what would change, before and after, as far as the caller may read it', async () => {
      const [shown, hidden] = await Promise.all(
        ['Shown', 'Hidden'].map(async (name) => (await add('category', { name })).id),
      );
      await edit('article', { id: ids[1], category_id: hidden }, ann);
      await edit('article', { id: ids[2], price: '9.00', category_id: shown }, bob);
      const { examples } = await preview({ price: '9.00', category_id: shown });
      const named = { id: shown, name: 'Shown' };
      expect(examples).toEqual([
        {
          id: ids[0],
          name: 'one',
          changes: {
            price: { before: '5.00', after: '9.00' },
            category_id: { before: null, after: shown, rows: [expect.objectContaining(named)] },
          },
        },
        {
          id: ids[1],
          name: 'two',
          changes: {
            price: { before: '5.00', after: '9.00' },
            category_id: { before: hidden, after: shown, rows: [expect.objectContaining(named)] },
          },
        },
      ]);
      expect((await call({ price: '9.00' })).examples).toEqual([]);
    });

    it('shows of a preview what hooks change too, no secret or hidden field, none of a refused row, and ten rows', async () => {
      const title = `hooked ${ids[0]}`;
      expect((await preview({ title: 'annotated' })).examples[0]!.changes).toEqual({
        title: { before: 'one', after: 'annotated' },
        subtitle: { before: null, after: 'by a hook' },
      });
      await edit('article', { id: ids[0], subtitle: 'there' }, bob);
      const { examples: some } = await preview({ status: 'live' });
      expect(some.map(({ id }) => id)).toEqual([ids[0]]);
      for (let more = 0; more < 12; more += 1) await add('article', { title }, bob);
      const { examples, changed } = await preview({ price: '1.00' }, { choice: matching(title) });
      expect([changed, examples.length]).toEqual([12, 10]);
    });

    it.runIf(databaseName === 'postgres')('is done once for who asks again while it is being done', async () => {
      const wanted = { price: '8.00' };
      const { seen } = await preview(wanted);
      const asked: ReturnType<typeof call>[] = [];
      await database().write(async ({ db }) => {
        await sql`SELECT 1 FROM article WHERE id = ${ids[0]} FOR UPDATE`.execute(db);
        for (const count of [1, 2]) {
          if (asked.length < count) asked.push(call(wanted, { seen, key: `bulk ${ids[0]}` }));
          await expect.poll(() => waitingTransactions(database())).toBe(count);
        }
      });
      const changed = { count: 3, changed: 3 };
      expect(await Promise.all(asked)).toMatchObject([changed, changed]);
      expect(await versions()).toEqual([2, 2, 2]);
    });

    it('changes nothing when one row is refused, and says which and why; leaves out those it is told to', async () => {
      await edit('article', { id: ids[0], subtitle: 'there' }, bob);
      const wanted = { status: 'live' };
      await expect(call(wanted)).rejects.toMatchObject({
        key: 'rows:noneEdited',
        params: { row: 'two', reason: 'validate:required' },
      });
      expect((await read('article', ids[0]!))['status']).toBe('draft');
      const { refused, seen } = await preview(wanted);
      expect(await call(wanted, { except: refused.map(({ id }) => id), seen })).toMatchObject({ count: 1, changed: 1 });
      expect((await read('article', ids[0]!))['status']).toBe('live');
    });

    it.each([
      [{ title: 'forbidden' }, 'rows:literal'],
      [{ title: 'refused by hook' }, 'rows:taken'],
      [{ status: 'gone' }, 'rows:outsideRule'],
      [{ category_id: 99_999 }, 'validate:noSuchRow'],
    ])('asks checks, hooks, rules and relations of every row: %j', async (values, reason) => {
      const report = await preview(values);
      expect(report).toMatchObject({ count: 3, changed: 0 });
      expect(report.refused.map((row) => row.reason)).toEqual([reason, reason, reason]);
      await expect(call(values)).rejects.toMatchObject({ key: 'rows:noneEdited', params: { reason } });
      expect(await versions()).toEqual([1, 1, 1]);
    });

    it('names every field that cannot be changed, or not in several rows', async () => {
      expect(
        await errorsOf(
          call({ price: 'much', owner: 3, note: 'x', nothing: 1, pin: 'x', version: 4, views: 2, double: 3 }),
        ),
      ).toEqual({
        price: 'validate:amount',
        owner: 'validate:notWritable',
        note: 'validate:unknownField',
        nothing: 'validate:unknownField',
        pin: 'validate:notInBulk',
        version: 'validate:notWritable',
        views: 'validate:notWritable',
        double: 'validate:notWritable',
      });
      expect(await errorsOf(call({ title: '' }))).toEqual({ title: 'validate:required' });
      const tag = await add('tag', { name: `t${ids[0]}` });
      expect(await errorsOf(call({ name: 'x' }, { choice: [tag.id] }, ann, 'tag'))).toEqual({
        name: 'validate:notInBulk',
      });
      await expect(call({})).rejects.toMatchObject({ key: 'rows:noValues' });
      expect(await versions()).toEqual([1, 1, 1]);
    });

    it('does nothing when a row is not theirs, and does not tell a foreign one from one that is not there', async () => {
      const foreign = (await add('article', { title: 'foreign' }, ann)).id;
      const answers = await Promise.all(
        [foreign, 99_999].map((id) =>
          call({ price: '1.00' }, { choice: [...ids, id] }).catch((error: unknown) => error),
        ),
      );
      expect(answers[0]).toMatchObject({ key: 'rows:noneDone' });
      expect(answers[1]).toEqual(answers[0]);
      expect(await prices()).toEqual(['5.00', '5.00', '5.00']);
    });

    it('refuses rows that one may see and not change, as an edit of one does', async () => {
      await gate()
        .rowsOf(model('article'))
        .edit(ids[1]!, { owner: 0 } as never);
      const report = await preview({ price: '2.00' });
      expect(report.refused).toEqual([{ id: ids[1], name: 'two', reason: 'rows:notYours' }]);
      await expect(call({ price: '2.00' })).rejects.toMatchObject({ params: { reason: 'rows:notYours' } });
      expect(await prices()).toEqual(['5.00', '5.00', '5.00']);
    });

    it('does nothing when somebody has changed the same field, or the list, since the preview', async () => {
      const values = { price: '8.00' };
      const { seen } = await preview(values);
      await edit('article', { id: ids[1], title: 'another field' }, bob);
      expect((await preview(values)).seen).toBe(seen);
      await edit('article', { id: ids[1], price: '6.00' }, bob);
      const stale = { key: 'rows:changedSince', options: { code: Code.stale } };
      await expect(call(values, { seen })).rejects.toMatchObject(stale);
      await expect(call(values, { seen: (await preview(values)).seen, except: [ids[0]!] })).rejects.toMatchObject(
        stale,
      );
      expect(await prices()).toEqual(['5.00', '6.00', '5.00']);
      expect(await call(values, { seen: (await preview(values)).seen })).toMatchObject({ changed: 3 });
    });

    it('takes all that a list has, beyond its page and as it is now; never others', async () => {
      const title = `listed ${ids[0]}`;
      for (const id of ids.slice(0, 2)) await edit('article', { id, title }, bob);
      await add('article', { title }, ann);
      expect(await call({ price: '3.00' }, { choice: matching(title, 2) })).toMatchObject({ count: 2, changed: 2 });
      expect(await prices()).toEqual(['3.00', '3.00', '5.00']);
      await expect(call({ price: '4.00' }, { choice: matching(title, 3) })).rejects.toMatchObject({
        key: 'rows:otherCount',
        params: { count: 2 },
      });
      await expect(call({ price: '4.00' }, { choice: matching('none') })).rejects.toMatchObject({ key: 'rows:noIds' });
      const hidden = { query: { search: [{ field: 'note', operator: '=', val: 'x' }] }, count: undefined };
      await expect(call({ price: '4.00' }, { choice: hidden })).rejects.toMatchObject({ key: 'rows:unknownField' });
    });

    it('takes the quick search and relations of a list, too', async () => {
      const word = `searched${ids[0]}`;
      const category = await add('category', { name: word });
      await edit('article', { id: ids[0], title: word, category_id: category.id }, bob);
      await edit('article', { id: ids[1], title: word }, bob);
      const query = { quickSearch: word, search: [{ field: 'category.name', operator: '=', val: word }] };
      const report = await call({ price: '3.00' }, { choice: { query, count: 1 } }, ann);
      expect(report).toMatchObject({ changed: 1 });
      expect(await prices()).toEqual(['3.00', '5.00', '5.00']);
    });

    it('is done once for one key, whatever the list has then', async () => {
      const title = `once ${ids[0]}`;
      for (const id of ids) await edit('article', { id, title }, bob);
      const asked = { choice: matching(title, 3), key: `bulk ${ids[0]}` };
      expect(await call({ title: 'renamed' }, asked)).toMatchObject({ changed: 3 });
      expect(await call({ title: 'renamed' }, asked)).toMatchObject({ changed: 3, undo: null });
      expect(await versions()).toEqual([3, 3, 3]);
      const twice = { key: `twice ${ids[0]}` };
      const both = await Promise.all([call({ price: '8.00' }, twice), call({ price: '8.00' }, twice)]);
      expect(both).toMatchObject([{ changed: 3 }, { changed: 3 }]);
      expect(await versions()).toEqual([4, 4, 4]);
      await expect(call({ title: 'other' }, asked)).rejects.toMatchObject({ key: 'rows:keyUsed' });
    });

    it('is for who may edit', async () => {
      const reader = { ...bob, may: (node: string) => !node.endsWith('/edit') };
      await expect(call({ price: '1.00' }, {}, reader)).rejects.toMatchObject({ key: 'rows:forbidden' });
      const { undo: id } = await call({ price: '1.00' });
      await expect(undo(id, reader)).rejects.toMatchObject({ key: 'rows:forbidden' });
      expect(await prices()).toEqual(['1.00', '1.00', '1.00']);
    });
  });

  describe('undo of a bulk edit', () => {
    it('gives the former values back where nobody has changed the row since, and says which are left', async () => {
      const [first, second] = [await add('tag', { name: `a${ids[0]}` }), await add('tag', { name: `b${ids[0]}` })];
      await edit('article', { id: ids[0], tag_ids: [first.id], price: '1.00' }, ann);
      const { undo: id } = await call({ price: '9.00', tag_ids: [second.id] }, {}, ann);
      await edit('article', { id: ids[2], title: 'changed since' }, ann);
      expect(await undo(id, ann)).toEqual({
        changed: 2,
        left: [{ id: ids[2], name: 'changed since', reason: 'rows:changedAfter' }],
      });
      expect(await prices()).toEqual(['1.00', '5.00', '9.00']);
      expect((await read('article', ids[0]!))['tag_ids']).toEqual([first.id]);
      await expect(undo(id, ann)).rejects.toMatchObject({ key: 'rows:nothingToUndo' });
      expect(await prices()).toEqual(['1.00', '5.00', '9.00']);
    });

    it('takes back nothing that others have done, nor what the caller may not write', async () => {
      const { undo: foreign } = await call({ price: '9.00' }, {}, ann);
      for (const id of [foreign, 99_999, 'x', undefined])
        await expect(undo(id)).rejects.toMatchObject({ key: expect.stringMatching(/^rows:(nothingToUndo|notFound)$/) });
      for (const [name, value] of [
        ['realm', 'guest'],
        ['account_id', 8],
        ['actor_id', 9],
        ['table_name', 'tag'],
      ] as const) {
        const { undo: id } = await call({ price: `${name.length}.00` }, {}, ann);
        await database().write(({ db }) =>
          sql`UPDATE row_bulk_edit SET ${sql.ref(name)} = ${value} WHERE id = ${id}`.execute(db),
        );
        await expect(undo(id, ann), name).rejects.toMatchObject({ key: 'rows:nothingToUndo' });
      }
      expect(await prices()).toEqual(['10.00', '10.00', '10.00']);
      const { undo: own } = await call(
        { note: 'for Ann only', title: 'new' },
        { choice: [ids[0]!] },
        { ...bob, super: true, may: () => true },
      );
      expect(await undo(own)).toMatchObject({ changed: 1 });
      expect(await read('article', ids[0]!)).toMatchObject({ title: 'one', note: 'for Ann only' });
      const { undo: others } = await call({ price: '6.00' }, { choice: [ids[1]!] });
      await database().write(({ db }) => sql`UPDATE article SET owner = 0 WHERE id = ${ids[1]}`.execute(db));
      expect(await undo(others)).toMatchObject({ changed: 0, left: [{ id: ids[1], reason: 'rows:notYours' }] });
      // What has taken nothing back can be tried again.
      await database().write(({ db }) => sql`UPDATE article SET owner = 9 WHERE id = ${ids[1]}`.execute(db));
      expect(await undo(others)).toEqual({ changed: 1, left: [] });
    });

    it('is done once, by whoever asks at the same moment', async () => {
      const { undo: id } = await call({ price: '9.00' });
      const asked = await Promise.allSettled([undo(id), undo(id)]);
      expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await versions()).toEqual([3, 3, 3]);
    });

    it('knows rows that are gone as little as foreign ones', async () => {
      const { undo: id } = await call({ price: '9.00' });
      await database().write(({ db }) => sql`UPDATE article SET owner = 3 WHERE id = ${ids[0]}`.execute(db));
      await database().write(({ db }) => sql`DELETE FROM article WHERE id = ${ids[2]}`.execute(db));
      expect(await undo(id)).toEqual({
        changed: 1,
        left: [
          { id: ids[0], reason: 'rows:notFound' },
          { id: ids[2], reason: 'rows:notFound' },
        ],
      });
    });

    it('asks the rules of the table of what it brings back', async () => {
      const category = await add('category', { name: 'goes' });
      await edit('article', { id: ids[0], category_id: category.id }, bob);
      const { undo: rows } = await call({ category_id: null }, { choice: [ids[0]!] });
      await gate().del(ann, model('category'), [category.id]);
      expect(await undo(rows)).toMatchObject({ changed: 0, left: [{ id: ids[0], reason: 'validate:noSuchRow' }] });
    });
  });

  describe('other calls on all that a list has', () => {
    it('deletes and restores as many as were shown, or none', async () => {
      const title = `gone ${ids[0]}`;
      for (const id of ids) await edit('article', { id, title }, bob);
      await expect(gate().del(bob, model('article'), matching(title, 2))).rejects.toMatchObject({
        key: 'rows:otherCount',
      });
      // Whoever has not named the rows is told which went, and can bring back these and no others.
      const gone = await gate().del(bob, model('article'), matching(title, 3));
      expect(gone).toEqual({ count: 3, ids });
      const { query } = matching(title);
      expect(await gate().restore(ann, model('article'), { query: { ...query, trash: 1 }, count: 3 })).toBe(3);
      expect(await versions()).toEqual([4, 4, 4]);
    });
  });
});
