import { describe, expect, it } from 'vitest';
import { action, checkRelations, f, modelOf, table, type AnyField, type Model, type Resource } from '#resource';
import { archivable } from '../examples/archivable.ts';

/** A resource as a file without type checks would make it. */
const declare = (
  fields: Record<string, unknown>,
  definition: Record<string, unknown> = {},
  name = 'article',
): Resource => ({ name, fields: fields as Record<string, AnyField>, definition }) as Resource;

const publish = action({ label: 'Publish', handler: () => {} });
const title = f.text({ required: true, search: true });

describe('modelOf', () => {
  it('fills in every default of the shortest file', () => {
    const model = modelOf(table('article', { title, body: f.textarea() }).resource());
    expect([...model.fields.keys()]).toEqual(['id', 'title', 'body', 'version', 'create_time', 'update_time']);
    expect(model).toMatchObject({
      path: 'article',
      controller: 'article',
      label: 'article',
      title: 'title',
      search: ['title'],
      order: [{ column: 'id', down: true }],
    });
    expect([...model.actions.keys()]).toEqual(['index', 'add', 'edit', 'del']);
  });

  it('adds the columns and actions of traits', () => {
    const model = modelOf(
      table('article', { title }).resource({ traits: { sortable: true, tree: true, trash: true } }),
    );
    expect([...model.fields.keys()]).toEqual([
      'id',
      'title',
      'pid',
      'weigh',
      'delete_time',
      'version',
      'create_time',
      'update_time',
    ]);
    expect(model.fields.get('pid')).toMatchObject({ to: 'article', column: { type: 'integer' } });
    expect([...model.actions.keys()]).toContain('sortable');
    expect(model.order).toEqual([{ column: 'weigh', down: true }]);
  });

  it('derives columns, relations and secrets', () => {
    const model = modelOf(
      declare({
        title,
        author_id: f.belongsTo('user'),
        labels: f.belongsToMany('label'),
        password: f.password(),
        key: f.text({ secret: true }),
        double: f.computed<number>({ sql: 'id * 2' }),
      }),
    );
    expect(model.fields.get('author_id')).toMatchObject({ relation: 'author', to: 'user' });
    expect(model.fields.get('labels')).toMatchObject({ column: null, to: 'label', relation: 'labels' });
    expect(model.fields.get('password')!.secret).toBe(true);
    expect(model.fields.get('key')!.secret).toBe(true);
    expect(model.fields.get('double')).toMatchObject({ column: null, readonly: true });
    expect(model.fields.get('double')!.sql).toContainEqual({ column: 'id' });
  });

  it('has defaults in wire format', () => {
    const model = modelOf(
      declare({
        price: f.money({ default: '0' }),
        on: f.bool({ default: 1 }),
        day: f.datetime({ default: '2024-01-02 03:04:05' }),
      }),
    );
    expect([...model.fields.values()].map(({ options }) => options.default)).toEqual([
      undefined,
      '0.00',
      1,
      1_704_135_845,
      1,
      undefined,
      undefined,
    ]);
  });
});

describe('modelOf names the mistake and what to write instead', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp]>([
    ['a name in camelCase', { createdBy: f.text() }, {}, /"createdBy".*"created_by"/],
    ['a name with other letters', { 标题: f.text() }, {}, /"标题".*snake_case/],
    ['a name of 60 letters', { ['x'.repeat(60)]: f.text() }, {}, /48 characters/],
    ['a base column', { title, id: f.int() }, {}, /"id".*leave it out/],
    ['a base column with another kind', { title, update_time: f.text() }, {}, /"update_time".*leave it out/],
    ['a reserved name', { children: f.text() }, {}, /"children".*"children_value"/],
    ['a belongsTo without _id', { author: f.belongsTo('user') }, {}, /"author".*"author_id"/],
    [
      'a field where a related row goes',
      { author: f.text(), author_id: f.belongsTo('user') },
      {},
      /"author".*author_id/,
    ],
    [
      'a field where several related rows go',
      { tag_ids: f.belongsToMany('tag'), tag_ids_rows: f.text() },
      {},
      /"tag_ids_rows".*"tag_ids"/,
    ],
    [
      'a column of a trait with another kind',
      { title, weigh: f.int() },
      { traits: { sortable: true } },
      /"weigh".*f\.weigh\(\)/,
    ],
    [
      'a parent of another name in a tree',
      { title, parent_id: f.parent() },
      { traits: { tree: true } },
      /"parent_id".*pid/,
    ],
    ['a misspelt option', { title: f.text({ requird: true } as object) }, {}, /"requird".*"required"/],
    ['an option of another kind', { title: f.text({ scale: 2 } as object) }, {}, /"title".*"scale"/],
    ['a pattern that is none', { title: f.text({ pattern: '(' }) }, {}, /"title".*pattern/],
    [
      'an unknown format',
      { title: f.text({ format: 'nick' as 'name' }) },
      {},
      /format is one of account, name, variable/,
    ],
    ['a scale of 9', { size: f.decimal({ scale: 9 }) }, {}, /"size".*0 to 6/],
    ['limits of money as numbers', { price: f.money({ min: 1 as unknown as string }) }, {}, /"price".*'12\.30'/],
    ['min above max', { size: f.int({ min: 3, max: 1 }) }, {}, /min \(3\) is above max \(1\)/],
    ['an enum without values', { status: f.enum({}) }, {}, /"status".*f\.enum/],
    ['an enum value with a comma', { status: f.enum({ 'a,b': 'A' }) }, {}, /"a,b"/],
    [
      'a default that is refused',
      { status: f.enum({ draft: 'Draft' }, { default: 'live' as 'draft' }) },
      {},
      /"status".*"live".*validate:choice/,
    ],
    ['a default password', { password: f.password({ default: 'secret' }) }, {}, /no default/],
    ['a search in numbers', { size: f.int({ search: true }) }, {}, /"size".*search/],
    ['a unique list', { tags: f.tags({ unique: true }) }, {}, /"tags".*unique/],
    ['sorting by a list', { tags: f.tags({ sort: true }) }, {}, /"tags".*sort/],
    [
      'emptying a required field',
      { author_id: f.belongsTo('user', { onDelete: 'null', required: true }) },
      {},
      /"author_id".*onDelete/,
    ],
    [
      'a renaming from a column that is there',
      { title, name: f.text({ renamedFrom: 'title' }) },
      {},
      /"name".*"title"/,
    ],
    [
      'an unknown field in when',
      { title: f.text({ when: { statsu: 1 } }), status: f.bool() },
      {},
      /when of "title".*"statsu".*"status"/,
    ],
    [
      'a value in when that the other field never has',
      { title: f.text({ when: { open: true } }), open: f.bool() },
      {},
      /when of "title".*"open".*true.*write 1/,
    ],
    [
      'a value in when that the other field refuses',
      { title: f.text({ when: { status: ['live', 'gone'] } }), status: f.enum({ live: 'Live' }) },
      {},
      /when of "title".*"gone".*"status"/,
    ],
    ['an unknown column of the list', { title }, { list: { columns: ['titel'] } }, /list\.columns.*"titel".*"title"/],
    ['a column twice', { title }, { list: { columns: ['title', 'title'] } }, /"title".*twice/],
    [
      'an unknown relation',
      { title, author_id: f.belongsTo('user') },
      { list: { columns: ['autor.name'] } },
      /"autor\.name".*"author"/,
    ],
    ['a secret column', { title, password: f.password() }, { list: { columns: ['password'] } }, /secret/],
    ['an unknown sort', { title }, { list: { sort: '-titel' } }, /list\.sort.*"titel"/],
    ['sorting by weigh without the trait', { title }, { list: { sort: '-weigh' } }, /"weigh"/],
    ['sorting by what cannot', { title, tags: f.tags() }, { list: { sort: 'tags' } }, /cannot be sorted by "tags"/],
    ['an unknown filter', { title }, { list: { filters: ['x'] } }, /list\.filters.*"x"/],
    [
      'a filter that is switched off',
      { title: f.text({ filter: false }) },
      { list: { filters: ['title'] } },
      /filtered by "title"/,
    ],
    [
      'an inline field that is readonly',
      { title: f.text({ readonly: true }) },
      { list: { inline: ['title'] } },
      /list\.inline.*"title"/,
    ],
    ['a page size of 7', { title }, { list: { pageSize: 7 } }, /7 is none of/],
    ['an unknown column of a badge', { title }, { menu: { badge: { titel: 'x' } } }, /menu\.badge.*"titel".*"title"/],
    [
      'an unknown column of a figure',
      { title },
      { dashboard: { label: 'A', where: { or: [{ titel: 'x' }] } } },
      /dashboard\.where.*"titel".*"title"/,
    ],
    [
      'a figure by a secret',
      { title, password: f.password() },
      { dashboard: { label: 'A', where: { password: 'x' } } },
      /dashboard\.where.*"password"/,
    ],
    [
      'a sum of what is no number',
      { title },
      { dashboard: [{ label: 'A' }, { label: 'B', sum: 'title' }] },
      /dashboard\.sum.*"title"/,
    ],
    ['a misspelt option of a figure', { title }, { dashboard: { label: 'A', wher: {} } }, /"wher".*"where"/],
    ['a figure without a list', { title }, { actions: ['add'], dashboard: { label: 'A' } }, /"index"/],
    ['an unknown field in the form', { title }, { form: { layout: [['title', 'bdy']] } }, /form\.layout.*"bdy"/],
    [
      'an unknown field in a section',
      { title },
      { form: { layout: [{ section: 'A', fields: ['x'] }] } },
      /form\.layout.*"x"/,
    ],
    [
      'a readonly field in the form',
      { title, n: f.int({ readonly: true }) },
      { form: { layout: ['n'] } },
      /"n" is set by the server/,
    ],
    ['a field twice in the form', { title }, { form: { layout: ['title', ['title']] } }, /twice/],
    ['an unknown title', { title }, { title: 'name' }, /title: there is no field "name"/],
    ['a secret title', { password: f.password() }, { title: 'password' }, /secret/],
    ['an unknown key', { title }, { lst: {} }, /"lst" in a resource.*"list"/],
    ['an unknown trait', { title }, { traits: { sort: true } }, /"sort" in traits/],
    ['an unknown hook', { title }, { hooks: { beforSave: () => undefined } }, /"beforSave".*"beforeSave"/],
    ['an unknown action', { title }, { actions: ['delete'] }, /"delete" in actions.*del/],
    [
      'an action of a built-in name',
      { title },
      { actions: { edit: publish } },
      /actions\.edit: there is an action "edit"/,
    ],
    ['an action of a taken name', { title }, { actions: { Select: publish } }, /"Select" must be a word/],
    ['an action of the name of a call', { title }, { actions: { select: publish } }, /an action "select" already/],
    [
      'an action of the name of a trait’s',
      { title },
      { traits: { trash: true }, actions: { restore: publish } },
      /"restore" already/,
    ],
    ['two actions of one name', { title }, { actions: { publish, pubLish: publish } }, /"publish" already.*"pubLish"/],
    ['an action to leave out that is not there', { title }, { actions: { publsh: false } }, /"publsh" in actions/],
    [
      'an action without its handler',
      { title },
      { actions: { publish: { label: 'P' } } },
      /handler must be a function/,
    ],
    [
      'a misspelt option of an action',
      { title },
      { actions: { publish: { ...publish, confrm: 'x' } } },
      /"confrm" in actions\.publish.*"confirm"/,
    ],
    ['an icon that is none', { title }, { actions: { publish: { ...publish, icon: '">' } } }, /icon must be/],
    [
      'a button of a list in rows',
      { title },
      { actions: { publish: { ...publish, on: 'list', place: 'row' } } },
      /place "row"/,
    ],
    [
      'an unknown option in a form',
      { title },
      { actions: { publish: { ...publish, form: { a: f.text({ requird: true } as object) } } } },
      /actions\.publish\.form: Field "a".*"requird"/,
    ],
    [
      'a form that asks for the rows',
      { title },
      { actions: { publish: { ...publish, form: { ids: f.text() } } } },
      /"ids"/,
    ],
    [
      'a form with a password',
      { title },
      { actions: { publish: { ...publish, form: { p: f.password() } } } },
      /"p" would reach nobody/,
    ],
    [
      'a form with what is worked out',
      { title },
      { actions: { publish: { ...publish, form: { w: f.weigh() } } } },
      /nothing to enter/,
    ],
    [
      'a form without POST',
      { title },
      { actions: { publish: { ...publish, method: 'DELETE', form: { a: f.text() } } } },
      /POST/,
    ],
    [
      'an action on foreign rows',
      { title },
      { source: { rest: 'https://a.example' }, actions: { publish } },
      /"publish"/,
    ],
    [
      'a realm with an unknown action',
      { title },
      { actions: { publish }, realms: { admin2: { actions: ['publsh'], read: [] } } },
      /"publsh" in realms\.admin2\.actions.*"publish"/,
    ],
    ['a trait under another name', { title }, { traits: { archive: archivable } }, /called "archivable"/],
    ['a trait of a built-in name', { title }, { traits: { trash: { ...archivable, name: 'trash' } } }, /traits\.trash/],
    [
      'a column that a trait brings',
      { title, archive_time: f.datetime() },
      { traits: { archivable } },
      /"archive_time": the trait "archivable"/,
    ],
    [
      'two traits with one action',
      { title },
      { traits: { archivable, other: { name: 'other', actions: { archive: publish } } } },
      /"archivable" and "other".*"archive"/,
    ],
    [
      'an action of the name of another’s trait',
      { title },
      { traits: { archivable }, actions: { archive: publish } },
      /"archive" already/,
    ],
    [
      'a view by a column that is not there',
      { title },
      { traits: { archivable: { ...archivable, view: { marks: 'x', actions: ['archive'] } } } },
      /"x" in traits\.archivable\.view\.marks/,
    ],
    [
      'a view with an unknown action',
      { title },
      { traits: { archivable: { ...archivable, view: { marks: 'archive_time', actions: ['x'] } } } },
      /"x" in traits\.archivable\.view\.actions/,
    ],
    [
      'a trait called like a parameter of lists',
      { title },
      { traits: { page: { name: 'page' } } },
      /cannot be called "page"/,
    ],
    ['sortable without the trait', { title }, { actions: ['index', 'sortable'] }, /sortable: true/],
    ['an access rule for no field', { title }, { access: { body: {} } }, /access.*"body"/],
    ['a path with dots', { title }, { path: 'content.article' }, /content\/article/],
    ['traits of foreign rows', { title }, { source: { rest: 'https://a.example' }, traits: { trash: true } }, /traits/],
    ['a source that is no address', { title }, { source: { rest: 'example' } }, /"example" is no address/],
    [
      'an unknown column in an expression',
      { price: f.money(), m: f.computed<number>({ sql: 'prise * 2' }) },
      {},
      /"m".*"prise"/,
    ],
    [
      'a text that is computed as a number',
      { title, m: f.computed<string>({ sql: 'title' }) },
      {},
      /"m".*scale: 'text'/,
    ],
    [
      'a secret in an expression',
      { pin: f.text({ secret: true }), m: f.computed<string>({ sql: 'pin', scale: 'text' }) },
      {},
      /"pin"/,
    ],
  ])('%s', (_mistake, fields, definition, message) => {
    expect(() => modelOf(declare(fields, definition))).toThrow(message);
  });

  it('a table name that no database takes', () => {
    expect(() => modelOf(declare({ title }, {}, 'Article'))).toThrow(/"Article".*snake_case/);
  });
});

describe('checkRelations', () => {
  const user = modelOf(declare({ nickname: f.text(), password: f.password() }, {}, 'user'));
  const article = (definition: Record<string, unknown>, fields: Record<string, unknown> = {}): Model =>
    modelOf(declare({ title, author_id: f.belongsTo('user'), ...fields }, definition));

  it('takes tables that refer to each other and to themselves', () => {
    const model = article({ list: { columns: ['author.nickname'], sort: '-author.id' } }, { pid: f.parent() });
    expect(() => checkRelations(model, [model, user])).not.toThrow();
  });

  it.each<[string, Model, RegExp]>([
    ['an unknown table', article({}, { label_id: f.belongsTo('lable') }), /"label_id".*"lable"/],
    [
      'an unknown table in the form of an action',
      article({ actions: { go: { ...publish, form: { user_id: f.belongsTo('usr') } } } }),
      /actions\.go\.form: Field "user_id".*"usr"/,
    ],
    ['an unknown table of a list', article({}, { labels: f.belongsToMany('usr') }), /"labels".*"usr".*"user"/],
    ['an unknown column of a related table', article({ list: { columns: ['author.nick'] } }), /"author\.nick".*"user"/],
    ['a secret column of a related table', article({ list: { filters: ['author.password'] } }), /secret/],
    ['the path of another table', article({ path: 'User' }), /also that of the table "user"/],
  ])('refuses %s', (_mistake, model, message) => {
    expect(() => checkRelations(model, [user, model])).toThrow(message);
  });
});
