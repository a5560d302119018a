import { describe, expect, it } from 'vitest';
import {
  action,
  checkRelations,
  f,
  linesOf,
  modelOf,
  table,
  type AnyField,
  type Model,
  type Resource,
} from '#resource';

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
      label: 'Article',
      title: 'title',
      search: ['title'],
      order: [{ column: 'id', down: true }],
    });
    expect([...model.actions.keys()]).toEqual(['index', 'add', 'edit', 'del', 'import', 'export']);
  });

  it('has no import where a file could neither add nor edit a row', () => {
    const namesOf = (actions: Record<string, boolean>): string[] => [
      ...modelOf(declare({ title }, { actions })).actions.keys(),
    ];
    expect(namesOf({ add: false, edit: false })).toEqual(['index', 'del', 'export']);
    expect(namesOf({ add: false })).toContain('import');
    expect(namesOf({ edit: false })).toContain('import');
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

describe('checkRelations', () => {
  const user = modelOf(declare({ nickname: f.text(), password: f.password() }, {}, 'user'));
  const article = (definition: Record<string, unknown>, fields: Record<string, unknown> = {}): Model =>
    modelOf(declare({ title, author_id: f.belongsTo('user'), ...fields }, definition));

  const line = modelOf(
    declare(
      {
        article_id: f.belongsTo('article', { required: true }),
        name: f.text({ required: true }),
        count: f.int(),
        note: f.textarea(),
        pin: f.text({ secret: true }),
      },
      {},
      'line',
    ),
  );

  it('takes lines with all that has room in them, unless columns are named', () => {
    const model = article({ form: { lines: { line: { totals: ['count'] } } } });
    const tables = new Map([user, line, model].map((each) => [each.name, each]));
    expect(() => checkRelations(model, [user, line, model])).not.toThrow();
    expect(linesOf(tables, model)).toMatchObject([
      { model: line, by: { name: 'article_id' }, fields: ['name', 'count'], totals: ['count'], most: 100 },
    ]);
  });

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
    [
      'lines of an unknown table',
      article({ form: { lines: { lin: {} } } }),
      /form\.lines\.lin: there is no table "lin".*"line"/,
    ],
    ['lines that do not refer here', article({ form: { lines: { user: {} } } }), /"user" needs a field f\.belongsTo/],
    ['lines by another field', article({ form: { lines: { line: { by: 'name' } } } }), /by: "name" does not refer/],
    ['an unknown column of lines', article({ form: { lines: { line: { fields: ['nme'] } } } }), /"nme".*"name"/],
    [
      'a secret column of lines',
      article({ form: { lines: { line: { fields: ['name', 'pin'] } } } }),
      /"pin" is secret/,
    ],
    [
      'a long column of lines',
      article({ form: { lines: { line: { fields: ['name', 'note'] } } } }),
      /"note" is a long/,
    ],
    [
      'a column that is the same in all lines',
      article({ form: { lines: { line: { fields: ['name', 'article_id'] } } } }),
      /"article_id" is the same/,
    ],
    ['the total of a text', article({ form: { lines: { line: { totals: ['name'] } } } }), /"name" is no number/],
    [
      'the total of what is no column',
      article({ form: { lines: { line: { fields: ['name'], totals: ['count'] } } } }),
      /"count" is none of its fields/,
    ],
    ['too many lines', article({ form: { lines: { line: { most: 501 } } } }), /501 is no number from 1 to 500/],
    [
      'lines without what none can be without',
      article({ form: { lines: { line: { fields: ['count'] } } } }),
      /no line is without "name"/,
    ],
    [
      'lines beside a field of their name',
      article({ form: { lines: { line: {} } } }, { lines: f.text() }),
      /a field is called "lines"/,
    ],
    ['the path of another table', article({ path: 'User' }), /also that of the table "user"/],
  ])('refuses %s', (_mistake, model, message) => {
    expect(() => checkRelations(model, [user, line, model])).toThrow(message);
  });
});
