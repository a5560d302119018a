import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import type { ColumnSchema, TableSchema } from '../../src/server/database/schema.ts';
import { searchCondition } from '../../src/server/database/search/searchCondition.ts';
import { eachDatabase } from '../support/databases.ts';
import { plainText } from '../../src/server/database/schema/sentence.ts';

const text = (name: string, more: Partial<ColumnSchema> = {}): ColumnSchema => ({
  name,
  type: 'text',
  nullable: true,
  default: null,
  ...more,
});
const integer = (name: string, more: Partial<ColumnSchema> = {}): ColumnSchema => ({
  name,
  type: 'integer',
  nullable: true,
  default: null,
  ...more,
});
const note = (columns: readonly ColumnSchema[], more: Partial<TableSchema> = {}): TableSchema => ({
  name: 'note',
  columns,
  indexes: [],
  ...more,
});
const silent = (): void => {};

eachDatabase((name, open) => {
  const filled = async (
    tables: readonly TableSchema[],
    rows: readonly Record<string, string | number | null>[],
  ): Promise<Database> => {
    const database = await open();
    await applySchema(database, tables, silent);
    for (const row of rows) await database.write(({ db }) => db.insertInto('note').values(row).execute());
    return database;
  };
  const rowsOf = async ({ read }: Database, table = 'note'): Promise<unknown[]> =>
    (await read.selectFrom(table).selectAll().orderBy('id').execute()).map((row) => ({ ...row }));
  const refusedBy = async (database: Database, tables: readonly TableSchema[]): Promise<string> => {
    const plan = await planSchema(database, tables);
    const before = await rowsOf(database);
    await expect(applySchema(database, tables, silent)).rejects.toThrow(plan.refused.map(plainText)[0] ?? 'a refusal');
    expect(await rowsOf(database)).toEqual(before);
    return plan.refused.map(plainText).join('\n');
  };

  it('creates tables that refer to each other in a circle, and does nothing the second time', async () => {
    const database = await open();
    const references = (table: string) => ({ references: { table, onDelete: 'restrict' } }) as const;
    const tables = [
      note([text('title'), integer('folder_id', references('folder'))]),
      {
        name: 'folder',
        columns: [integer('note_id', references('note')), integer('parent_id', references('folder'))],
        indexes: [],
      },
      {
        name: 'note_tag',
        columns: [integer('note_id', references('note')), text('tag')],
        primaryKey: ['note_id', 'tag'],
        indexes: [],
      },
    ];
    const said: string[] = [];
    await applySchema(database, tables, (step) => said.push(step));
    expect(said.filter((step) => step.startsWith('create table'))).toHaveLength(3);
    expect((await planSchema(database, tables)).steps).toEqual([]);
    await applySchema(database, tables, () => expect.unreachable());
    const orphan = database.write(({ db }) => db.insertInto('note').values({ title: 'x', folder_id: 7 }).execute());
    await expect(orphan).rejects.toThrow(/foreign key/i);
  });

  it('never gives an id twice, not even after a rebuild', async () => {
    const database = await filled([note([text('a'), text('b')])], [{ a: '1' }, { a: '2' }]);
    await database.write(({ db }) => db.deleteFrom('note').where('id', '=', 2).execute());
    await applySchema(database, [note([text('a', { nullable: false, default: '' })], { dropped: ['b'] })], silent);
    await database.write(({ db }) => db.insertInto('note').values({ a: '3' }).execute());
    expect(await rowsOf(database)).toEqual([
      { id: 1, a: '1' },
      { id: 3, a: '3' },
    ]);
  });

  it('adds columns; existing rows get the default', async () => {
    const database = await filled([note([text('a')])], [{ a: '1' }]);
    await applySchema(
      database,
      [note([text('a'), text('b'), integer('c', { nullable: false, default: 5 }), text('d', { default: "it's" })])],
      silent,
    );
    expect(await rowsOf(database)).toEqual([{ id: 1, a: '1', b: null, c: 5, d: "it's" }]);
  });

  it('refuses a required column without a default on a filled table, and adds it to an empty one', async () => {
    const wanted = [note([text('a'), text('b', { nullable: false })])];
    const database = await filled([note([text('a')])], [{ a: '1' }]);
    expect(await refusedBy(database, wanted)).toMatch(/note\.b is required.*1 rows.*Write a default/);
    await applySchema(await filled([note([text('a')])], []), wanted, silent);
  });

  it('renames a column with its values, index and search', async () => {
    const before = note([text('a'), integer('n')], {
      indexes: [{ columns: ['a'], unique: true }],
      searchColumns: ['a'],
    });
    const database = await filled(
      [before],
      [
        { a: 'one', n: 1 },
        { a: 'two', n: 2 },
      ],
    );
    const after = note([text('b', { renamedFrom: 'a' }), integer('n')], {
      indexes: [{ columns: ['b'], unique: true }],
      searchColumns: ['b'],
    });
    await applySchema(database, [after], silent);
    expect(await rowsOf(database)).toEqual([
      { id: 1, b: 'one', n: 1 },
      { id: 2, b: 'two', n: 2 },
    ]);
    const found = await database.read
      .selectFrom('note')
      .select('id')
      .where(searchCondition(name, { table: 'note', columns: ['b'] }, 'TW'))
      .execute();
    expect(found).toEqual([{ id: 2 }]);
    await expect(database.write(({ db }) => db.insertInto('note').values({ b: 'one' }).execute())).rejects.toThrow(
      /unique/i,
    );
    expect((await planSchema(database, [after])).steps).toEqual([]);
  });

  it('refuses to drop a column until the definition says so', async () => {
    const database = await filled(
      [note([text('a'), text('b')], { indexes: [{ columns: ['b'], unique: false }], searchColumns: ['a', 'b'] })],
      [{ a: '1', b: '2' }],
    );
    expect(await refusedBy(database, [note([text('a')])])).toMatch(
      /note\.b would be deleted.*dropped: \['b'\].*renamedFrom: 'b'/,
    );
    await applySchema(database, [note([text('a')], { dropped: ['b'], searchColumns: ['a'] })], silent);
    expect(await rowsOf(database)).toEqual([{ id: 1, a: '1' }]);
    await database.write(({ db }) => db.insertInto('note').values({ a: 'xyz' }).execute());
    expect(
      await database.read
        .selectFrom('note')
        .select('id')
        .where(searchCondition(name, { table: 'note', columns: ['a'] }, 'yz'))
        .execute(),
    ).toEqual([{ id: 2 }]);
  });

  it('widens types and refuses to narrow them', async () => {
    const database = await filled(
      [note([integer('a'), integer('b', { nullable: false, default: 3 })])],
      [
        { a: 12, b: 1 },
        { a: null, b: 2 },
      ],
    );
    await applySchema(
      database,
      [note([text('a'), { ...integer('b', { nullable: false, default: 4 }), type: 'real' }])],
      silent,
    );
    expect(await rowsOf(database)).toEqual([
      { id: 1, a: '12', b: 1 },
      { id: 2, a: null, b: 2 },
    ]);
    await database.write(({ db }) => db.insertInto('note').values({ a: 'x' }).execute());
    expect((await rowsOf(database)).at(-1)).toEqual({ id: 3, a: 'x', b: 4 });
    expect(await refusedBy(database, [note([integer('a'), { ...integer('b'), type: 'real' }])])).toMatch(
      /note\.a would change from text to integer.*dropped: \['a'\]/,
    );
    await applySchema(
      database,
      [note([integer('a', { default: 8 }), { ...integer('b'), type: 'real' }], { dropped: ['a'] })],
      silent,
    );
    expect(await rowsOf(database)).toEqual([1, 2, 4].map((b, index) => ({ id: index + 1, a: 8, b })));
  });

  it('makes a column required when every row has a value or a default fills it', async () => {
    const database = await filled([note([text('a')])], [{ a: null }, { a: '2' }]);
    expect(await refusedBy(database, [note([text('a', { nullable: false })])])).toMatch(
      /note\.a becomes required, but 1 rows/,
    );
    await applySchema(database, [note([text('a', { nullable: false, default: '-' })])], silent);
    expect(await rowsOf(database)).toEqual([
      { id: 1, a: '-' },
      { id: 2, a: '2' },
    ]);
    await expect(database.write(({ db }) => db.insertInto('note').values({ a: null }).execute())).rejects.toThrow(
      /null/i,
    );
    await applySchema(database, [note([text('a')])], silent);
    await database.write(({ db }) => db.insertInto('note').values({ a: null }).execute());
  });

  it('makes a column unique when it is', async () => {
    const database = await filled([note([text('a')])], [{ a: 'x' }, { a: 'x' }, { a: 'y' }, { a: null }, { a: null }]);
    const unique = note([text('a')], { indexes: [{ columns: ['a'], unique: true }] });
    expect(await refusedBy(database, [unique])).toMatch(/note\.a becomes unique, but 1 of its values/);
    await database.write(({ db }) => db.updateTable('note').set({ a: 'z' }).where('id', '=', 2).execute());
    await applySchema(database, [unique], silent);
    await expect(database.write(({ db }) => db.insertInto('note').values({ a: 'x' }).execute())).rejects.toThrow(
      /unique/i,
    );
    const added = [
      note([text('a'), text('b', { default: 'same' })], {
        indexes: [
          { columns: ['a'], unique: true },
          { columns: ['b'], unique: true },
        ],
      }),
    ];
    expect(await refusedBy(database, added)).toMatch(/note\.b becomes unique, but 1 of its values/);
  });

  it('adds, changes and removes what a column refers to', async () => {
    const folder = { name: 'folder', columns: [text('title')], indexes: [] };
    const refers = (onDelete: 'restrict' | 'cascade' | 'null') =>
      note([integer('folder_id', { references: { table: 'folder', onDelete } }), text('a')]);
    const database = await filled(
      [note([integer('folder_id'), text('a')])],
      [{ folder_id: 1 }, { folder_id: 2 }, { folder_id: null }],
    );
    expect(await refusedBy(database, [refers('null'), folder])).toMatch(
      /note\.folder_id is to refer to folder, but 2 rows/,
    );
    await applySchema(database, [note([integer('folder_id'), text('a')]), folder], silent);
    await database.write(({ db }) =>
      db
        .insertInto('folder')
        .values([{ title: 'one' }, { title: 'two' }])
        .execute(),
    );
    await applySchema(database, [refers('null'), folder], silent);
    await database.write(({ db }) => db.deleteFrom('folder').where('id', '=', 1).execute());
    expect((await rowsOf(database)).map((row) => (row as { folder_id: unknown }).folder_id)).toEqual([null, 2, null]);
    await applySchema(database, [refers('cascade'), folder], silent);
    await database.write(({ db }) => db.deleteFrom('folder').where('id', '=', 2).execute());
    expect(await rowsOf(database)).toHaveLength(2);
    await applySchema(database, [note([integer('folder_id'), text('a')]), folder], silent);
    await database.write(({ db }) => db.insertInto('note').values({ folder_id: 99 }).execute());
  });

  it('rebuilds a table without losing what refers to it', async () => {
    const line = {
      name: 'line',
      columns: [integer('note_id', { references: { table: 'note', onDelete: 'cascade' } })],
      indexes: [],
    };
    const database = await filled([note([text('a'), text('b')]), line], [{ a: '1', b: 'x' }]);
    await database.write(({ db }) => db.insertInto('line').values({ note_id: 1 }).execute());
    await applySchema(
      database,
      [note([text('a', { nullable: false, default: '' })], { dropped: ['b'] }), line],
      silent,
    );
    expect(await rowsOf(database, 'line')).toEqual([{ id: 1, note_id: 1 }]);
    await database.write(({ db }) => db.deleteFrom('note').execute());
    expect(await rowsOf(database, 'line')).toEqual([]);
  });

  it('leaves a table alone that nobody declares any more, and finds it again', async () => {
    const database = await filled([note([text('a')])], [{ a: '1' }]);
    const plan = await applySchema(database, [{ name: 'other', columns: [], indexes: [] }], silent);
    expect(plan.unmanaged).toEqual(['note']);
    expect(await rowsOf(database)).toHaveLength(1);
    const again = await planSchema(database, [note([text('a')]), { name: 'other', columns: [], indexes: [] }]);
    expect({ steps: again.steps, unmanaged: again.unmanaged }).toEqual({ steps: [], unmanaged: [] });
  });

  it('refuses a table that somebody else has made, and definitions that contradict themselves', async () => {
    const database = await open();
    await database.restructure(({ db }) => sql`CREATE TABLE note (x text)`.execute(db));
    const plan = await planSchema(database, [note([])]);
    expect(plainText(plan.refused[0]!)).toMatch(/table note is there already/);
    const wrong = note([text('a', { references: { table: 'nowhere', onDelete: 'null' } }), integer('n')], {
      indexes: [{ columns: ['b'], unique: false }],
      searchColumns: ['n'],
    });
    expect((await planSchema(database, [wrong])).refused).toHaveLength(4);
  });

  it('refuses a database that a newer program has changed', async () => {
    const database = await filled([note([text('a')])], []);
    await database.write(({ db }) =>
      db.updateTable('schema_state').set({ value: '99' }).where('name', '=', 'format').execute(),
    );
    await expect(applySchema(database, [note([text('a'), text('b')])], silent)).rejects.toThrow(
      /newer version.*format 99/,
    );
  });

  it('lists in the order of a column and the id from its index, in both directions', async () => {
    const database = await filled(
      [note([integer('n')], { indexes: [{ columns: ['n'], unique: false }] })],
      [{ n: 2 }, { n: null }, { n: 1 }, { n: 2 }],
    );
    const ids = async (order: string): Promise<unknown[]> =>
      (await sql<{ id: number }>`SELECT id FROM note ORDER BY ${sql.raw(order)}`.execute(database.read)).rows.map(
        ({ id }) => id,
      );
    expect(await ids('n ASC NULLS FIRST, id ASC')).toEqual([2, 3, 1, 4]);
    expect(await ids('n DESC NULLS LAST, id DESC')).toEqual([4, 1, 3, 2]);
    for (const order of ['n ASC NULLS FIRST, id ASC', 'n DESC NULLS LAST, id DESC']) {
      // Few rows: PostgreSQL would sort them sooner than walk an index.
      const plan =
        name === 'sqlite'
          ? await sql`EXPLAIN QUERY PLAN SELECT id FROM note ORDER BY ${sql.raw(order)}`.execute(database.read)
          : await database.restructure(async ({ db }) => {
              await sql`SET LOCAL enable_seqscan = off`.execute(db);
              return sql`EXPLAIN SELECT id FROM note ORDER BY ${sql.raw(order)}`.execute(db);
            });
      expect(JSON.stringify(plan.rows)).not.toMatch(/TEMP B-TREE|Sort/);
      expect(JSON.stringify(plan.rows)).toContain('ix_note_n');
    }
  });
});
