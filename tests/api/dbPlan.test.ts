import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config/readConfig.ts';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { openReadOnly } from '../../src/server/database/openReadOnly.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { loadMessages } from '../../src/server/shared/messages.ts';
import { plan } from '../../tools/db/plan.ts';
import { planText } from '../../tools/planText.ts';
import type { Say } from '../../tools/say.ts';
import { hasTables } from '../support/clusterDatabases.ts';
import { copyProjectAgain } from '../support/copyProject.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { evolutionAfter, evolutionBefore } from '../support/evolution.ts';
import { ownFiles } from '../support/noteVersions.ts';
import { sharedProjects } from '../support/sharedProject.ts';
import { quickPasswords, testConfig, textsOf } from '../support/testConfig.ts';

const root = join(import.meta.dirname, '../..');
const run = async (
  { dataDir, databaseUrl = '' }: Place,
  project = inject('productFolder'),
  language = 'en',
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LC_ALL: language };
  const done = promisify(execFile)(process.execPath, ['tools/dbPlan.ts'], { cwd: project, env });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
};

const { translate } = loadMessages(root);
const say: Say = (key, params) => translate('en', key, params);

const pageFile = (fields: string): string =>
  `import { f, table } from '#resource';\nexport default table('page', { ${fields} }).resource();\n`;
/** Starts the product in this process with what the project declares, and stops it. */
const startOnce = async (where: Place, project: string): Promise<void> => {
  const loaded = await loadResources(project);
  expect(loaded.faults).toEqual([]);
  const options = { loaded, messages: textsOf(root), passwordCost: quickPasswords };
  const app = await createApp({ ...testConfig, ...where }, options);
  await app.close();
};

eachDatabase((name, _open, place) => {
  it('says what the first start will make, and makes nothing', async () => {
    const where = await place();
    const { code, stdout } = await run(where);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^The next start will:\n(?:- .*\n)*- create table admin \(/) as string,
    });
    expect(readdirSync(where.dataDir)).toEqual([]);
    if (where.databaseUrl) expect(await hasTables(where.databaseUrl)).toBe(false);
    // What is not read from the database is the same on both.
    if (name === 'postgres') return;
    expect((await run(where)).stdout).toBe(stdout);
    expect((await run(where, inject('coreFolder'), 'zh_CN.UTF-8')).stdout).toMatch(/^下次启动将会：\n- /);
  });

  it('says what is refused and which tables nobody declares, while a server runs', async () => {
    const where = await place();
    const server = await openDatabase(where);
    await applySchema(server, evolutionBefore, () => {});
    await server.write(({ db }) =>
      db.insertInto('note').values({ body: 'x', amount: 1, rest: 'r', folder_id: null }).execute(),
    );
    const reader = await openReadOnly(where);
    const wanted = evolutionAfter
      .filter((table) => table.name !== 'folder')
      .map((table) => ({ ...table, dropped: [], columns: table.columns.filter((column) => !column.references) }));
    const plan = await planSchema(reader, wanted);
    const text = planText(plan, [{ fault: 'resources/a.ts:1: wrong', tables: ['a'] }], say, 'en');
    expect(text).toContain('These files cannot be used:\n- resources/a.ts:1: wrong\n');
    expect(text).toContain("- note.rest would be deleted with its values. Write dropped: ['rest']");
    expect(text).toContain('Tables that no resource declares any more, left alone:\n- folder\n');
    await expect(sql`CREATE TABLE other (id integer)`.execute(reader.read)).rejects.toThrow(
      name === 'sqlite' ? 'database:unavailable' : /read-only/,
    );
    await reader.close();
    await server.close();
  });

  it('says that there is nothing to do', async () => {
    const where = await place();
    const server = await openDatabase(where);
    await applySchema(server, evolutionBefore, () => {});
    await server.close();
    const reader = await openReadOnly(where);
    expect(planText(await planSchema(reader, evolutionBefore), [], say, 'en')).toBe(
      'The database has the schema that the resources declare.\n',
    );
    await reader.close();
  });

  const projectOf = sharedProjects();
  it('tries conversions without a change, and says which lines can go', async () => {
    const where = await place();
    const pages = (price: string): string => projectOf({ ...ownFiles, 'resources/page.ts': pageFile(price) });
    const planned = (project: string) => {
      const environment = { DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' };
      return plan(project, readConfig(environment, project), say, 'en');
    };
    await startOnce(where, pages('price: f.int()'));
    const database = await openDatabase(where);
    for (const price of [525, 7])
      await database.write(({ db }) =>
        db.insertInto('page').values({ price, create_time: 0, update_time: 0, version: 1 }).execute(),
      );
    await database.close();
    const refused = "price: f.money({ convert: (old: number) => (old > 100 ? String(old / 100) : 'cheap') })";
    expect(await planned(pages(refused))).toEqual({
      isSound: false,
      text: expect.stringContaining('1 of 2 rows (id 2: 7, Please enter a valid amount)') as string,
    });
    // As the program says it: what it prints of the database is the same on both.
    if (name === 'sqlite') {
      const project = copyProjectAgain();
      writeFileSync(join(project, 'resources/page.ts'), pageFile(refused));
      expect(await run(where, project)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('1 of 2 rows (id 2: 7, Please enter a valid amount)') as string,
      });
    }
    const taken = pages('price: f.money({ convert: (old: number) => String(old / 100) })');
    expect(await planned(taken)).toEqual({
      isSound: true,
      text: expect.stringContaining(
        'page: convert price from f.int to f.money (2 rows, such as id 1: 525 to "5.25")',
      ) as string,
    });
    const looked = await openReadOnly(where);
    expect(await looked.read.selectFrom('page').select('price').orderBy('id').execute()).toEqual([
      { price: 525 },
      { price: 7 },
    ]);
    await looked.close();
    await startOnce(where, taken);
    expect(await planned(taken)).toEqual({
      isSound: true,
      text: 'The database has the schema that the resources declare.\n\nWorth knowing:\n- resources/page.ts: convert of page.price has done its work here and can go.\n',
    });
  });

  it('says of defaults what the file says, not what the column holds', async () => {
    const where = await place();
    const pages = (price: string): string => projectOf({ ...ownFiles, 'resources/page.ts': pageFile(price) });
    await startOnce(where, pages("price: f.money({ default: '1' }), size: f.int({ default: 1 })"));
    const project = pages("price: f.money({ default: '10.5' }), size: f.int({ default: 15 })");
    const environment = { DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' };
    const { text } = await plan(project, readConfig(environment, project), say, 'en');
    expect(text).toContain('default of price: 10.50');
    expect(text).toContain('default of size: 15');
  });

  it('says in one sentence that it cannot open the database', async () => {
    const where = await place();
    writeFileSync(join(where.dataDir, 'data.sqlite'), 'no database, but long enough to have a header'.repeat(20));
    const { code, stderr, stdout } = await run(
      name === 'sqlite' ? where : { ...where, databaseUrl: 'postgres://localhost:1/none' },
      inject('coreFolder'),
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(name === 'sqlite' ? /^[^\n]*DATA_DIR[^\n]*\n$/ : /^[^\n]*DATABASE_URL[^\n]*\n$/);
  });
});

eachDatabase((_name, _open, place) => {
  const projectOf = sharedProjects();
  it('says of a file that cannot be used what is wrong, and that nothing would happen to its tables', async () => {
    const where = await place();
    const text = pageFile("title: f.text(), admin_ids: f.belongsToMany('admin')");
    await startOnce(where, projectOf({ ...ownFiles, 'resources/page.ts': text }));
    const project = copyProjectAgain();
    writeFileSync(join(project, 'resources/page.ts'), text.replace('title: f.text()', 'title: f.txt()'));
    const { code, stdout } = await run(where, project);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        'These files cannot be used:\n- resources/page.ts:2: f.txt is not a function. Did you mean "text"? Nothing would happen to page, page_admin_ids.\n\nFor the other tables there is nothing to do.\n',
    });
  });
}, 'either');
