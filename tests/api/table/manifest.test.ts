import { beforeAll, expect, it } from 'vitest';
import { f, table, type Manifest } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const ann = administrator();
const nodes = (path: string, ...actions: string[]): string[] => actions.map((action) => `${path}/${action}`);

const shelf = table('told_shelf', { name: f.text() });
const book = table('told_book', { code: f.text({ unique: true }), shelf_id: f.belongsTo('told_shelf') });
declare module '#resource' {
  interface Tables {
    told_shelf: typeof shelf;
    told_book: typeof book;
  }
}

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const manifest = (caller = ann, name = 'article', language: 'zh-cn' | 'en' = 'en'): Manifest =>
    fixture.gate.manifest(caller, fixture.model(name), language);
  beforeAll(async () => {
    fixture = await openGate(await open(), [
      ...sampleTables,
      shelf.resource({ path: 'told/shelf', rowLabel: { 'zh-cn': '书架', en: 'shelf' } }),
      book.resource({ path: 'told/book' }),
    ]);
    await fixture.gate.add(ann, fixture.model('category'), { name: 'News', secret_code: 'x' });
    await fixture.gate.add(ann, fixture.model('category'), { name: 'Hidden' });
  });

  it('tells what one may know and do, and nothing of the rest', () => {
    const whole = manifest();
    expect(whole).toMatchObject({
      name: 'article',
      path: 'content/article',
      api: '/admin/content.article/',
      actions: ['index', 'add', 'edit', 'del', 'import', 'export', 'sortable', 'restore', 'destroy', 'history'],
      title: 'title',
      list: { order: 'id,desc', dragOrder: 'weigh,desc' },
    });
    // Browsers choose what fills their window, where the table leaves it to them.
    expect(whole.list).not.toHaveProperty('pageSize');
    expect(whole.fields['status']!.options).toMatchObject({ items: { live: { label: 'Live' } } });
    expect(whole.fields).toHaveProperty('note');
    const bob = manifest(administrator(nodes('content/article', 'index', 'edit')));
    expect(bob.actions).toEqual(['index', 'edit']);
    expect(JSON.stringify(bob)).not.toMatch(/"note"/);
    expect(bob.fields['views']).toMatchObject({ readable: true, writable: false });
    expect(bob.form.sections.flatMap(({ lines }) => lines.flat())).not.toContain('views');
    expect(() => manifest(administrator([]))).toThrow(expect.objectContaining({ key: 'rows:forbidden' }) as Error);
  });

  it('offers to filter by rows to choose from where a column has their names', () => {
    const { columns, filters } = manifest().list;
    expect(columns).toContain('category.name');
    expect(filters).toContain('category_id');
    expect(filters).not.toContain('category.name');
  });

  it('names the field that says since when rows are in a view', () => {
    expect(manifest().views).toEqual([{ name: 'trash', label: '', marks: 'delete_time' }]);
    expect(manifest().fields).toHaveProperty('delete_time');
  });

  it('lists a table that names no columns by its short fields, and the time of the last change', () => {
    const columnsOf = (name: string) => manifest(ann, name).list.columns;
    expect(columnsOf('account')).toEqual(['id', 'name', 'email', 'update_time']);
    expect(columnsOf('comment')).toEqual(['id', 'text', 'article_id', 'editor_id', 'account_id', 'update_time']);
    expect(columnsOf('folder')).toEqual(['id', 'name', 'update_time']);
  });

  it('tells what a record shows: the fields of the form that one may read, then the others, without those of the books', () => {
    const { record } = manifest();
    const lines = record.sections.flatMap((section) => section.lines.flat());
    expect(lines.slice(0, 3)).toEqual(['title', 'body', 'category_id']);
    expect(record.more).toEqual(['id', 'owner', 'double', 'create_time', 'update_time']);
    const reader = manifest(administrator(nodes('content/article', 'index')));
    // What somebody may only read is no field of their form.
    expect(reader.record.more).toEqual(['id', 'views', 'owner', 'double', 'create_time', 'update_time']);
    expect(JSON.stringify([record, reader.record])).not.toMatch(/"(?:pin|version|weigh|delete_time)"/);
    expect(JSON.stringify(record)).toMatch(/"note".*"margin"/);
    expect(JSON.stringify(reader.record)).not.toMatch(/"(?:note|margin)"/);
  });

  it('names the tables whose rows refer to a row: those that one may list, by each field that one may read', () => {
    expect(manifest(ann, 'account').children).toEqual([
      { path: 'content/comment', label: 'Comment', field: 'editor_id', fieldLabel: expect.any(String) },
      { path: 'content/comment', label: 'Comment', field: 'account_id', fieldLabel: expect.any(String) },
    ]);
    expect(manifest(ann, 'category').children.map(({ path }) => path)).toEqual(['content/article']);
    expect(manifest(ann, 'comment').children).toEqual([]);
    // A tree shows by itself what is below a row.
    expect(manifest(ann, 'folder').children).toEqual([]);
    expect(manifest(administrator(nodes('content/category', 'index')), 'category').children).toEqual([]);
    const both = administrator([...nodes('content/category', 'index'), ...nodes('content/article', 'index')]);
    expect(manifest(both, 'category').children.map(({ field }) => field)).toEqual(['category_id']);
  });

  it('describes related columns of the list, and where related rows are chosen from', () => {
    const { fields, list } = manifest();
    expect(list.columns).toEqual(['title', 'category.name', 'status', 'price', 'body', 'update_time']);
    expect(fields['category.name']).toMatchObject({
      kind: 'text',
      label: fields['category_id']!.label,
      writable: false,
      sortable: true,
    });
    expect(fields['category_id']!.relation).toEqual({
      name: 'category',
      follow: 'category',
      path: 'content/category',
      api: '/admin/content.category/',
      title: 'name',
      tree: false,
      selectable: true,
      create: 'content/category',
    });
    expect(fields['tag_ids']!.relation).toMatchObject({ name: 'tag_ids_rows' });
  });

  it('says where the records of related rows are to those alone who may open them', () => {
    const pathFor = (own: readonly string[]): string | undefined =>
      fixture.gate.manifest(administrator(own), fixture.model('article'), 'en').fields['category_id']?.relation?.path;
    const article = nodes('content/article', 'index', 'add');
    expect(pathFor([...article, ...nodes('content/category', 'add')])).toBeUndefined();
    expect(pathFor([...article, ...nodes('content/category', 'index')])).toBe('content/category');
  });

  it('says where related rows are made to those alone who may add any there', () => {
    const createFor = (own: readonly string[]): string | undefined =>
      fixture.gate.manifest(administrator(own), fixture.model('article'), 'en').fields['category_id']?.relation?.create;
    const article = nodes('content/article', 'index', 'add');
    expect(createFor([...article, ...nodes('content/category', 'index', 'edit')])).toBeUndefined();
    expect(createFor([...article, ...nodes('content/category', 'add')])).toBe('content/category');
  });

  it('says what a related row is called that can be made there, in their language', () => {
    const relationIn = (language: 'zh-cn' | 'en') => manifest(ann, 'told_book', language).fields['shelf_id']!.relation;
    expect(relationIn('en')).toMatchObject({ create: 'told/shelf', rowLabel: 'shelf' });
    expect(relationIn('zh-cn')).toMatchObject({ rowLabel: '书架' });
  });

  it('says of which fields several rows cannot have the same value, to those who may write them', () => {
    const { code, shelf_id } = manifest(ann, 'told_book').fields;
    expect(code).toMatchObject({ writable: true, single: true });
    expect(shelf_id).toMatchObject({ writable: true });
    expect(shelf_id).not.toHaveProperty('single');
    const reader = manifest(administrator(nodes('told/book', 'index')), 'told_book');
    expect(reader.fields['code']).toMatchObject({ readable: true });
  });

  it('lets those choose related rows who fill in a form, by name only and within their rule', async () => {
    const bob = administrator(nodes('content/article', 'add'));
    const answer = await fixture.gate.select(bob, fixture.model('category'), { quickSearch: 'News' });
    expect(answer).toEqual({ list: [{ id: 1, name: 'News' }], total: 1 });
    expect(await fixture.gate.select(bob, fixture.model('category'), { initValue: [1, 2] })).toMatchObject({
      list: [{ id: 1 }],
      total: 1,
    });
    await expect(
      fixture.gate.select(bob, fixture.model('category'), {
        search: [{ field: 'create_time', operator: 'gt', val: 1 }],
      }),
    ).rejects.toMatchObject({ key: 'rows:unknownField' });
    await expect(fixture.gate.select(administrator([]), fixture.model('category'), {})).rejects.toMatchObject({
      key: 'rows:forbidden',
    });
    await expect(fixture.gate.add(bob, fixture.model('article'), { title: 'x', category_id: 2 })).rejects.toMatchObject(
      { errors: { category_id: { key: 'validate:noSuchRow' } } },
    );
  });
});
