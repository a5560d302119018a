import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { modelOf } from '#resource';
import schemaLog from '../../resources/schemaLog.ts';
import { applySchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import type { TableSchema } from '../../src/server/database/schema.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { dropTables } from '../../src/server/database/schema/dropTables.ts';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { personWith } from '../support/settingsPage.ts';

const own = tablesOf([modelOf(schemaLog)]);
const note = (...columns: readonly string[]): TableSchema => ({
  name: 'note',
  columns: columns.map((name) => ({ name, type: 'text', nullable: true, default: null })),
  indexes: [],
});

eachDatabase((_name, open, place) => {
  const apply = async (database: Database, ...tables: readonly TableSchema[]): Promise<string> => {
    try {
      await applySchema(database, tables, () => {});
      return 'done';
    } catch (error) {
      return (error as Error).message;
    }
  };
  /** What the log says of the table, the oldest first. */
  const said = async ({ read }: Database): Promise<unknown[]> =>
    (await read.selectFrom('schema_log').select(['state', 'change_en as change']).orderBy('id').execute())
      .filter(({ change }) => String(change).includes('note'))
      .map(({ state, change }) => `${String(state)}: ${String(change)}`);

  it('has each change of a table that was applied, in the same transaction', async () => {
    const database = await open();
    expect(await apply(database, ...own, note('title', 'old'))).toBe('done');
    const first = ['applied: create table note (title, old)'];
    expect(await said(database)).toEqual(first);
    expect(await apply(database, ...own, note('title', 'old'))).toBe('done');
    expect(await said(database)).toEqual(first);
    expect(await apply(database, ...own, note('title', 'old', 'more'))).toBe('done');
    expect(await said(database)).toEqual([...first, expect.stringMatching(/^applied: .*more/)]);
  });

  it('has why a start was refused, once, and what it would have done until that is done or not wanted any more', async () => {
    const database = await open();
    await apply(database, ...own, note('title', 'old'));
    await database.write(({ db }) => db.insertInto('note').values({ title: 'kept', old: 'value' }).execute());
    const [created] = await said(database);
    const refused = expect.stringMatching(/^refused: .*note\.old would be deleted/) as unknown;
    const planned = expect.stringMatching(/^planned: .*more/) as unknown;
    for (let times = 0; times < 2; times += 1) {
      expect(await apply(database, ...own, note('title', 'more'))).toMatch('note.old would be deleted');
      expect((await said(database)).filter((each) => !String(each).includes('planned'))).toEqual([created, refused]);
      expect((await said(database)).filter((each) => String(each).includes('more'))).toEqual([planned]);
    }
    // As it was before: nothing is planned any more, and the refusal stays.
    expect(await apply(database, ...own, note('title', 'old'))).toBe('done');
    expect(await said(database)).toEqual([created, refused]);
    expect(await apply(database, ...own, note('title', 'more'))).not.toBe('done');
    expect(await apply(database, ...own, note('title', 'old', 'more'))).toBe('done');
    expect(await said(database)).toEqual([created, refused, expect.stringMatching(/^applied: .*more/)]);
  });

  it('says what was done and why not in Chinese too, with nothing left in English but names', async () => {
    const database = await open();
    await apply(database, ...own, note('title', 'old'));
    await database.write(({ db }) => db.insertInto('note').values({ title: 'kept', old: 'value' }).execute());
    await apply(database, ...own, note('title', 'more'));
    const { rows } = await sql<{ change: string }>`SELECT change FROM schema_log ORDER BY id DESC LIMIT 2`.execute(
      database.read,
    );
    expect(rows.map(({ change }) => change)).toEqual([
      "note.old 及其数据将被删除。若允许删除，请在 .resource({ … }) 中写 dropped: ['old']；若由其他字段沿用这些数据，请在该字段中写 renamedFrom: 'old'。",
      expect.stringMatching(/^note：.*新增字段 more（text）/),
    ]);
  });

  it('has the tables that were dropped, in the same transaction', async () => {
    const database = await open();
    await apply(database, ...own, note('title'));
    await database.write(({ db }) => db.insertInto('note').values({ title: 'gone' }).execute());
    const failing = dropTables(database, ['note'], own, () => Promise.reject(new Error('full disk')));
    await expect(failing).rejects.toThrow('full disk');
    expect((await said(database)).at(-1)).toMatch(/create table note/);
    await dropTables(database, ['note'], own, () => Promise.resolve());
    expect((await said(database)).at(-1)).toBe('applied: drop table note with its rows (1)');
  });

  it('has whole sentences in its list, however long they are', async () => {
    const where = await place();
    const database = await openDatabase(where);
    const names = Array.from({ length: 40 }, (_, at) => `column_number_${at}`);
    await apply(database, ...own, note(...names));
    await database.close();
    const server = await startServer(where);
    try {
      const { json } = await server.request('GET', '/api/admin/crud.log/index?quickSearch=column_number_39', {
        token: await server.signIn(),
      });
      expect(json.data['list']).toMatchObject([{ change: `create table note (${names.join(', ')})` }]);
    } finally {
      await server.close();
    }
  });

  it('is not asked for where there is none', async () => {
    const database = await open();
    expect(await apply(database, note('title', 'old'))).toBe('done');
    await database.write(({ db }) => db.insertInto('note').values({ title: 'kept', old: 'value' }).execute());
    expect(await apply(database, note('title'))).toMatch('note.old would be deleted');
    expect(await apply(database, note('title', 'old'))).toBe('done');
  });

  it('tells super administrators, and nobody changes it', async () => {
    const server: TestServer = await startServer(await place());
    try {
      const list = async (token: string) =>
        (
          await server.request('GET', '/api/admin/crud.log/index?quickSearch=create', {
            token,
            headers: { 'think-lang': 'en' },
          })
        ).json;
      const boss = await server.signIn();
      const { list: rows } = (await list(boss)).data as { list: { id: number; state: string; change: string }[] };
      expect(rows[0]).toMatchObject({ state: 'applied', change: expect.stringContaining('create') as string });
      // Refusals show values of any table.
      const lowly = await personWith(server, 'crud', 'crud/log', 'crud/log/index');
      expect((await list(lowly)).data).toMatchObject({ list: [], total: 0 });
      const none = await personWith(server, 'auth', 'auth/admin');
      expect(await list(none)).toMatchObject({ code: 401 });
      for (const [method, action, body] of [
        ['POST', 'edit', { id: rows[0]!.id, change: 'other' }],
        ['POST', 'add', { state: 'applied', change: 'other' }],
        ['DELETE', `del?ids[]=${rows[0]!.id}`, undefined],
      ] as const) {
        const { json } = await server.request(method, `/api/admin/crud.log/${action}`, {
          token: boss,
          ...(body && { body }),
        });
        expect(json.code, action).not.toBe(1);
      }
      const others = server.app.gate.rows('schema_log');
      await expect(others.del([rows[0]!.id])).rejects.toMatchObject({ key: 'auth:logSealed' });
    } finally {
      await server.close();
    }
  });
});
