import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applySchema, planSchema } from '../../../src/server/database/applySchema.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { withSortIndexes } from '../../../src/server/database/largeTables.ts';
import type { ColumnSchema, TableSchema } from '../../../src/server/database/schema.ts';
import { readState } from '../../../src/server/database/schema/schemaState.ts';
import { plainText } from '../../../src/server/database/schema/sentence.ts';
import { searchCondition } from '../../../src/server/database/search/searchCondition.ts';
import { eachDatabase } from '../../support/databases.ts';

const text = (name: string, more: Partial<ColumnSchema> = {}): ColumnSchema => ({
  name,
  type: 'text',
  nullable: true,
  default: null,
  ...more,
});
const integer = (name: string, more: Partial<ColumnSchema> = {}): ColumnSchema => ({
  ...text(name, more),
  type: 'integer',
});
const note = (columns: readonly ColumnSchema[], more: Partial<TableSchema> = {}): TableSchema => ({
  name: 'note',
  columns,
  indexes: [],
  ...more,
});
const folder: TableSchema = { name: 'folder', columns: [text('name')], indexes: [] };
const silent = (): void => {};

eachDatabase((name, open) => {
  const filled = async (tables: readonly TableSchema[], rows: readonly object[] = []): Promise<Database> => {
    const database = await open();
    await applySchema(database, tables, silent);
    for (const row of rows) await database.write(({ db }) => db.insertInto('note').values(row).execute());
    return database;
  };
  /** What somebody does with another program, which does not mind what refers to what. */
  const byHand = async (database: Database, ...texts: readonly string[]): Promise<void> => {
    if (name === 'postgres')
      return database.restructure(async ({ db }) => {
        for (const each of texts) await sql.raw(each).execute(db);
      });
    const { rows } = await sql<{ file: string }>`PRAGMA database_list`.execute(database.read);
    const other = new DatabaseSync(rows[0]!.file, { enableForeignKeyConstraints: false });
    for (const each of texts) other.exec(each);
    other.close();
  };
  const cascade = name === 'postgres' ? ' CASCADE' : '';
  const dropColumn = (column: string, table = 'note'): string => `ALTER TABLE ${table} DROP COLUMN ${column}${cascade}`;
  const plannedFor = async (database: Database, tables: readonly TableSchema[]) => {
    const { steps, refused } = await planSchema(database, tables);
    return { steps: steps.map(({ says }) => plainText(says)), refused: refused.map(plainText) };
  };
  const rowsOf = async ({ read }: Database, table = 'note'): Promise<unknown[]> =>
    (await read.selectFrom(table).selectAll().orderBy('id').execute()).map((row) => ({ ...row }));

  it('puts a column back that was dropped by hand, and says so beforehand and in the log', async () => {
    const tables = [note([text('title'), text('mood', { default: 'calm', nullable: false }), integer('rank')])];
    const database = await filled(tables, [{ title: 'kept', mood: 'wild', rank: 7 }]);
    await byHand(database, dropColumn('mood'), dropColumn('rank'));
    const gone = 'which was dropped from the database by hand; the values it held are gone';
    const says = [`note: put back column mood (text), ${gone}`, `note: put back column rank (integer), ${gone}`];
    expect(await plannedFor(database, tables)).toEqual({ steps: says, refused: [] });
    const told: string[] = [];
    await applySchema(database, tables, (step) => told.push(step));
    expect(told).toEqual(says);
    expect(await rowsOf(database)).toEqual([{ id: 1, title: 'kept', mood: 'calm', rank: null }]);
    expect((await plannedFor(database, tables)).steps).toEqual([]);
    await applySchema(database, tables, () => expect.unreachable());
  });

  it('makes anew what was made over the column: its index, its search, its keys and what it refers to', async () => {
    const keyed = text('pinyin', { keyOf: 'title' });
    const folderId = integer('folder_id', { references: { table: 'folder', onDelete: 'restrict' } });
    const indexes = [{ columns: ['rank'], unique: true }];
    const tables = [
      note([text('title'), keyed, integer('rank'), folderId], { indexes, searchColumns: ['title'] }),
      folder,
    ];
    const database = await filled(tables, [{ title: 'old', pinyin: 'old', rank: 1 }]);
    // SQLite drops no column that something else is made of; PostgreSQL takes that along.
    const others =
      name === 'postgres'
        ? []
        : ['DROP INDEX ux_note_rank', ...(await triggersOf(database)).map((trigger) => `DROP TRIGGER ${trigger}`)];
    const referring = name === 'postgres' ? [dropColumn('folder_id')] : [];
    await byHand(database, ...others, dropColumn('title'), dropColumn('rank'), ...referring);
    await applySchema(database, tables, silent);

    const write = (row: object) => database.write(({ db }) => db.insertInto('note').values(row).execute());
    expect(await rowsOf(database)).toMatchObject([{ id: 1, title: null, pinyin: null, rank: null }]);
    await write({ title: '王家村', rank: 2 });
    await expect(write({ title: 'again', rank: 2 })).rejects.toThrow(/unique/i);
    await expect(write({ title: 'x', folder_id: 9 })).rejects.toThrow(/foreign key/i);
    expect(await rowsOf(database)).toMatchObject([{ id: 1 }, { title: '王家村', pinyin: expect.any(String) }]);
    const place = { table: 'note', columns: ['title'] };
    const found = await sql`SELECT id FROM note WHERE ${searchCondition(database.dialect, place, '王家')}`.execute(
      database.read,
    );
    expect(found.rows).toHaveLength(1);
  });

  it('refuses to put a required column back empty, and names the way out', async () => {
    const tables = [note([text('title', { nullable: false })], { declaredIn: 'resources/note.ts' })];
    const database = await filled(tables, [{ title: 'lost' }]);
    await byHand(database, 'ALTER TABLE note RENAME COLUMN title TO titel');
    const said =
      'resources/note.ts: note.title is missing in the database: it was dropped or renamed there by hand. It is ' +
      "required, so it can't be put back empty for the 1 rows there. Give the column back its name, restore a backup, " +
      'write a default, or leave out required.';
    expect((await plannedFor(database, tables)).refused).toEqual([said]);
    await expect(applySchema(database, tables, silent)).rejects.toThrow(said);
    await byHand(database, 'ALTER TABLE note RENAME COLUMN titel TO title');
    await applySchema(database, tables, () => expect.unreachable());
    expect(await rowsOf(database)).toEqual([{ id: 1, title: 'lost' }]);
  });

  it('creates a table again that was dropped by hand, unless rows refer to those that are gone', async () => {
    const folderId = integer('folder_id', { references: { table: 'folder', onDelete: 'restrict' } });
    const tables = [note([text('title'), folderId], { searchColumns: ['title'], sortColumns: ['title'] }), folder];
    const database = await filled(tables);
    await database.write(({ db }) => db.insertInto('folder').values({ name: 'a' }).execute());
    await database.write(({ db }) => db.insertInto('note').values({ title: 'in a', folder_id: 1 }).execute());
    await byHand(database, `DROP TABLE folder${cascade}`);
    expect(await plannedFor(database, tables)).toMatchObject({
      refused: [
        'note.folder_id is to refer to folder, but 1 rows hold an id that is not there. Correct or empty them first.',
      ],
    });
    await byHand(database, 'UPDATE note SET folder_id = NULL', `DROP TABLE note${cascade}`);
    const { steps } = await plannedFor(database, await withSortIndexes(database, tables));
    const gone = 'the table was dropped from the database by hand and is created again without rows';
    expect(steps.slice(0, 2)).toEqual([`note: ${gone}`, `folder: ${gone}`]);
    await applySchema(database, tables, silent);
    expect(await rowsOf(database)).toEqual([]);
    await expect(database.write(({ db }) => db.insertInto('note').values({ folder_id: 5 }).execute())).rejects.toThrow(
      /foreign key/i,
    );
    expect((await plannedFor(database, tables)).steps).toEqual([]);
  });

  it('forgets what was dropped by hand and is not asked for any more', async () => {
    const both = note([text('title'), text('old')]);
    const database = await filled([both, folder], [{ title: 'kept', old: 'value' }]);
    const toldOf = async (table: TableSchema): Promise<string[]> => {
      const told: string[] = [];
      await applySchema(database, [table], (step) => told.push(step));
      return told;
    };
    expect(await toldOf(both)).toEqual([]);
    await byHand(database, `DROP TABLE folder${cascade}`);
    expect(await toldOf(both)).toEqual([
      'folder: the table was dropped from the database by hand and is not needed any more',
    ]);
    await byHand(database, dropColumn('old'));
    expect(await toldOf(note([text('title')]))).toEqual([
      'note: column old was dropped from the database by hand and is not needed any more',
    ]);
    const { tables } = await readState(database.read, database.dialect);
    expect(tables.map((table) => [table.name, table.columns.map((each) => each.name)])).toEqual([['note', ['title']]]);
  });

  it.runIf(name === 'postgres')('does not guess keys: a primary key that is gone is refused', async () => {
    const database = await filled([note([text('title')])], [{ title: 'kept' }]);
    await byHand(database, dropColumn('id'));
    expect((await plannedFor(database, [note([text('title')])])).refused).toEqual([
      'note.id, the primary key, is missing in the database: it was dropped or renamed there by hand. ' +
        'Give the column back its name, or restore a backup.',
    ]);
  });
});

async function triggersOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'note'`.execute(read);
  return rows.map((row) => `"${row.name}"`);
}
