import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Code, f, table, type AnyRow, type Caller, type FieldMap, type RestorePreview } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate } from '../../support/gate.ts';
import { ann, bob, errorsOf, sampleGate } from '../../support/sampleGate.ts';

const page = (status: Readonly<Record<string, string>>) =>
  table('page', {
    heading: f.text({ unique: true }),
    body: f.textarea({ max: 65_535 }),
    status: f.enum(status),
  }).resource({ traits: { history: true } });

eachDatabase((_name, open) => {
  const { gate, database, model, add, edit, read, del } = sampleGate(open);
  let id: number;
  beforeEach(async () => {
    ({ id } = await add('article', { title: 'one', price: '5.00', hot: 0 }, bob));
  });
  const entries = (caller: Caller = bob, row = id) => gate().history(caller, model('article'), row);
  /** The edit that is the newest but so many. */
  const entry = async (back = 0): Promise<number> =>
    (await entries(ann)).filter(({ action }) => action === 'edit')[back]!.id;
  const call = (asked: object, caller: Caller = bob) =>
    gate().restoreValues(caller, model('article'), { id, entry: undefined, ...asked });
  const preview = async (asked: object = {}, caller?: Caller): Promise<RestorePreview> =>
    (await call({ entry: await entry(), preview: true, ...asked }, caller)) as RestorePreview;
  const restore = async (asked: object = {}, caller?: Caller): Promise<AnyRow> =>
    ((await call({ entry: await entry(), ...asked }, caller)) as { row: AnyRow }).row;
  const stored = () => read('article', id);

  describe('restoreValues', () => {
    it('gives the fields of an edit, and no others, what they held before, as an edit of the person', async () => {
      await edit('article', { id, price: '9.00', hot: 1, labels: ['a'] }, ann);
      await edit('article', { id, title: 'renamed' }, ann);
      const row = await restore({ entry: await entry(1) });
      expect(row).toMatchObject({ title: 'renamed', price: '5.00', hot: 0, labels: [], version: 4 });
      const [newest] = await entries();
      expect(newest).toMatchObject({ action: 'edit', username: 'bob' });
      expect(newest!.changes).toMatchObject({ price: { before: '9.00', after: '5.00' }, hot: { before: 1, after: 0 } });
      expect(Object.keys(newest!.changes).toSorted()).toEqual(['hot', 'labels', 'price']);
    });

    it('gives back every kind of value', async () => {
      const category = (await add('category', { name: 'Shown' })).id;
      const tag = (await add('tag', { name: `tag ${id}` })).id;
      const former = {
        body: '<p>old</p>',
        category_id: category,
        tag_ids: [tag],
        rate: '12.50',
        weight: '1.125',
        colors: ['red', 'blue'],
        day: '2026-01-02',
        seen_at: '2026-01-02 03:04:05',
      };
      await edit('article', { id, ...former }, ann);
      const before = await stored();
      await edit('article', { id, ...Object.fromEntries(Object.keys(former).map((name) => [name, null])) }, ann);
      await restore();
      const { version: _v, update_time: _u, ...expected } = before;
      expect(await stored()).toMatchObject(expected);
    });

    it('previews what would change of the record as it is now, hooks included, and leaves nothing behind', async () => {
      await edit('article', { id, title: 'annotated' }, ann);
      await edit('article', { id, title: 'two', price: '9.00', subtitle: null }, ann);
      await edit('article', { id, price: '7.00' }, ann);
      const before = [await stored(), await entries()];
      expect(await preview({ entry: await entry(1) })).toEqual({
        version: 4,
        changes: {
          title: { before: 'two', after: 'annotated' },
          price: { before: '7.00', after: '5.00' },
          subtitle: { before: null, after: 'by a hook' },
        },
        left: {},
      });
      expect([await stored(), await entries()]).toEqual(before);
    });

    it('says of a record that holds all of it already that nothing would change', async () => {
      await edit('article', { id, price: '9.00' }, ann);
      await edit('article', { id, price: '5.00' }, ann);
      expect(await preview({ entry: await entry(1) })).toEqual({ version: 3, changes: {}, left: {} });
    });

    it('refuses what was changed again after the version that was seen, and goes past changes of other fields', async () => {
      await edit('article', { id, price: '9.00' }, ann);
      const first = await entry();
      const { version } = await preview();
      await edit('article', { id, title: 'other' }, ann);
      await edit('article', { id, price: '7.00' }, ann);
      await expect(restore({ entry: first, version })).rejects.toMatchObject({
        options: { code: Code.stale, data: { row: { price: '7.00', version: 4 } } },
      });
      expect(await stored()).toMatchObject({ price: '7.00', version: 4 });
      await edit('article', { id, title: 'another' }, ann);
      expect(await restore({ entry: first, version: 4 })).toMatchObject({ price: '5.00', title: 'another' });
    });

    it('leaves alone, with the reason, what the person may not write', async () => {
      await edit('article', { id, price: '9.00', views: 3 }, ann);
      expect(await preview()).toMatchObject({
        changes: { price: { before: '9.00', after: '5.00' } },
        left: { views: 'validate:notWritable' },
      });
      await restore();
      expect(await stored()).toMatchObject({ price: '5.00', views: 3 });
      await edit('article', { id, views: 4 }, ann);
      await expect(restore()).rejects.toMatchObject({ key: 'validate:notWritable' });
      expect((await stored())['views']).toBe(4);
    });

    it('tells nothing of fields that the person may not read, and changes none', async () => {
      await edit('article', { id, price: '9.00', margin: 8, note: 'hidden', pin: 'secret' }, ann);
      const told = await preview();
      expect([Object.keys(told.changes), told.left]).toEqual([['price'], {}]);
      await restore();
      expect(await stored()).toMatchObject({ margin: 8, note: 'hidden' });
      await edit('article', { id, margin: 9 }, ann);
      await expect(restore()).rejects.toMatchObject({ key: 'rows:noSuchEdit' });
    });

    it('refuses a value that is not valid any more by its field, and changes nothing', async () => {
      const category = (await add('category', { name: 'Soon gone' })).id;
      await edit('article', { id, category_id: category }, ann);
      await edit('article', { id, category_id: null, price: '9.00' }, ann);
      await del('category', [category]);
      for (const asked of [preview, restore]) expect(Object.keys(await errorsOf(asked()))).toEqual(['category_id']);
      expect(await stored()).toMatchObject({ category_id: null, price: '9.00', version: 3 });
    });

    it('asks what every edit asks: checks, hooks and the row rule', async () => {
      await database().write(async ({ db }) => {
        await sql`UPDATE article SET title = 'forbidden' WHERE id = ${id}`.execute(db);
      });
      gate().forget();
      await edit('article', { id, title: 'allowed' }, ann);
      expect(await errorsOf(restore())).toEqual({ title: 'rows:literal' });
      const live = { id, status: 'gone', subtitle: 'there' };
      await edit('article', live, ann);
      await edit('article', { id, status: 'draft' }, ann);
      await expect(restore()).rejects.toMatchObject({ key: 'rows:outsideRule' });
      expect(await stored()).toMatchObject({ title: 'allowed', status: 'draft' });
    });

    it('is refused without the right to edit or to read the history, and of rows that are not the person’s', async () => {
      await edit('article', { id, price: '9.00' }, ann);
      const asked = { entry: await entry(), preview: true };
      for (const nodes of [['index', 'history'], ['index', 'edit'], ['edit'], []])
        await expect(
          call(
            asked,
            administrator(
              nodes.map((node) => `content/article/${node}`),
              { id: 9 },
            ),
          ),
        ).rejects.toMatchObject({ options: { code: Code.forbidden } });
      for (const each of [asked, { entry: 999_999_999 }])
        await expect(call(each, { ...bob, id: 10 })).rejects.toMatchObject({ key: 'rows:notFound' });
      // Rows of owner 0 are read and not written.
      await gate()
        .rowsOf(model('article'))
        .edit(id, { owner: 0 } as never);
      for (const each of [asked, { entry: asked.entry }])
        await expect(call(each)).rejects.toMatchObject({ key: 'rows:notYours' });
      expect((await stored())['price']).toBe('9.00');
    });

    it('knows edits of this record only', async () => {
      const other = await add('article', { title: 'two' }, bob);
      await edit('article', { id: other.id, title: 'three' }, ann);
      const foreign = (await entries(ann, other.id))[0]!.id;
      const added = (await entries()).at(-1)!.id;
      for (const wrong of [foreign, added, 999_999_999])
        await expect(call({ entry: wrong })).rejects.toMatchObject({ key: 'rows:noSuchEdit' });
      for (const wrong of [undefined, 'x', -1, {}])
        await expect(call({ entry: wrong })).rejects.toMatchObject({ key: 'rows:notFound' });
    });

    it('is for records outside of the trash', async () => {
      await edit('article', { id, price: '9.00' }, ann);
      await del('article', [id]);
      expect((await entries(ann)).some((each) => 'unrestorable' in each)).toBe(false);
      await expect(call({ entry: await entry() }, ann)).rejects.toMatchObject({ key: 'rows:notFound' });
    });
  });

  describe('history', () => {
    it('says of edits what can be given back, to those only who may edit the record', async () => {
      await edit('article', { id, price: '9.00', views: 3 }, ann);
      const told = async (caller: Caller) => (await entries(caller)).map(({ unrestorable }) => unrestorable);
      expect(await told(ann)).toEqual([{}, undefined]);
      expect(await told(bob)).toEqual([{ views: 'validate:notWritable' }, undefined]);
      const reader = administrator(['content/article/index', 'content/article/history'], { id: 9 });
      expect(await told(reader)).toEqual([undefined, undefined]);
      await gate()
        .rowsOf(model('article'))
        .edit(id, { owner: 0 } as never);
      expect(await told(bob)).toEqual([undefined, undefined, undefined]);
    });
  });

  describe('of a table that has changed', () => {
    let pages: Awaited<ReturnType<typeof openGate>>;
    let row: number;
    const restoreLast = async (asked: object = {}) => {
      const [last] = await pages.gate.history(ann, pages.model('page'), row);
      return pages.gate.restoreValues(ann, pages.model('page'), { id: row, entry: last!.id, ...asked });
    };
    beforeAll(async () => {
      pages = await openGate(await open(), [page({ open: 'Open', shut: 'Shut' })]);
    });
    beforeEach(async () => {
      const { id: made } = await pages.gate.add(ann, pages.model('page'), { status: 'open', body: 'x'.repeat(3000) });
      row = made;
    });
    const change = (values: object) => pages.gate.edit(ann, pages.model('page'), { id: row, ...values });

    it('leaves long texts alone of which history keeps a part', async () => {
      await change({ body: 'y'.repeat(3000), status: 'shut' });
      expect(await restoreLast({ preview: true })).toMatchObject({ left: { body: 'rows:partlyKept' } });
      expect(await restoreLast()).toMatchObject({ row: { status: 'open', body: 'y'.repeat(3000) } });
      await change({ body: 'z'.repeat(3000) });
      await expect(restoreLast()).rejects.toMatchObject({ key: 'rows:partlyKept' });
    });

    it('refuses a value that another record has by now', async () => {
      await change({ heading: `taken ${row}` });
      await change({ heading: null });
      await pages.gate.add(ann, pages.model('page'), { heading: `taken ${row}` });
      for (const asked of [{ preview: true }, {}])
        expect(await errorsOf(restoreLast(asked))).toEqual({ heading: 'validate:taken' });
    });

    it('leaves values of a former kind alone, and knows a field by its former name', async () => {
      const of = (fields: FieldMap) => [table('page', fields).resource({ traits: { history: true } })];
      const before = await openGate(await open(), of({ heading: f.text(), size: f.text() }));
      const { id: made } = await before.gate.add(ann, before.model('page'), { heading: 'old', size: 'many' });
      await before.gate.edit(ann, before.model('page'), { id: made, heading: 'new', size: '7' });
      const later = await openGate(
        before.database,
        of({ title: f.text({ renamedFrom: 'heading' }), size: f.int({ convert: Number }) }),
      );
      const [last] = await later.gate.history(ann, later.model('page'), made);
      const asked = { id: made, entry: last!.id };
      expect(await later.gate.restoreValues(ann, later.model('page'), { ...asked, preview: true })).toMatchObject({
        left: { size: 'rows:otherKind' },
      });
      await later.gate.restoreValues(ann, later.model('page'), asked);
      expect(await later.gate.read(ann, later.model('page'), made)).toMatchObject({ title: 'old', size: 7 });
    });

    it('refuses what is no choice any more', async () => {
      const before = await openGate(await open(), [page({ open: 'Open', shut: 'Shut' })]);
      const { id: made } = await before.gate.add(ann, before.model('page'), { status: 'open' });
      await before.gate.edit(ann, before.model('page'), { id: made, status: 'shut' });
      const later = await openGate(before.database, [page({ shut: 'Shut' })]);
      const [last] = await later.gate.history(ann, later.model('page'), made);
      const asked = later.gate.restoreValues(ann, later.model('page'), { id: made, entry: last!.id });
      expect(Object.keys(await errorsOf(asked))).toEqual(['status']);
    });
  });
});
