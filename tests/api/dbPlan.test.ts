import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { openReadOnly } from '../../src/server/database/openReadOnly.ts';
import { loadMessages } from '../../src/server/messages.ts';
import { planText } from '../../tools/planText.ts';
import type { Say } from '../../tools/say.ts';
import { copyProject } from '../support/copyProject.ts';
import { eachDatabase, temporaryFolder, type Place } from '../support/databases.ts';
import { evolutionAfter, evolutionBefore } from '../support/evolution.ts';
import { runProgram } from '../support/program.ts';

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

const folder = temporaryFolder();
const { translate } = loadMessages(root);
const say: Say = (key, params) => translate('en', key, params);

eachDatabase((name, _open, place) => {
  it('says what the first start will make, and makes nothing', async () => {
    const where = await place();
    const { code, stdout } = await run(where);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^The next start will:\n- create table admin \(/) as string,
    });
    expect(readdirSync(where.dataDir)).toEqual([]);
    expect((await run(where)).stdout).toBe(stdout);
    expect((await run(where, undefined, 'zh_CN.UTF-8')).stdout).toMatch(/^下次启动将会：\n- /);
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
    const text = planText(plan, [{ fault: 'resources/a.ts:1: wrong', tables: ['a'] }], say);
    expect(text).toContain('These files cannot be used:\n- resources/a.ts:1: wrong\n');
    expect(text).toContain("- note.rest would be deleted with its values. Write dropped: ['rest']");
    expect(text).toContain('Tables that no resource declares any more, left alone:\n- folder\n');
    await expect(sql`CREATE TABLE other (id integer)`.execute(reader.read)).rejects.toThrow(
      name === 'sqlite' ? 'database:unavailable' : /read-only/,
    );
    await reader.close();
    await server.close();
  });

  it('says of a file that cannot be used what is wrong, and that nothing would happen to its tables', async () => {
    const where = await place();
    const project = copyProject(folder());
    const file = join(project, 'resources/page.ts');
    const text =
      "import { f, table } from '#resource';\nexport default table('page', { title: f.text(), admin_ids: f.belongsToMany('admin') }).resource();\n";
    writeFileSync(file, text);
    const first = runProgram({ DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' }, project);
    await first.address;
    first.child.kill('SIGTERM');
    await first.ended;
    writeFileSync(file, text.replace('title: f.text()', 'title: f.txt()'));
    const { code, stdout } = await run(where, project);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        'These files cannot be used:\n- resources/page.ts:2: f.txt is not a function. Did you mean "text"? Nothing would happen to page, page_admin_ids.\n\nFor the other tables there is nothing to do.\n',
    });
  });

  it('says that there is nothing to do', async () => {
    const where = await place();
    const server = await openDatabase(where);
    await applySchema(server, evolutionBefore, () => {});
    await server.close();
    const reader = await openReadOnly(where);
    expect(planText(await planSchema(reader, evolutionBefore), [], say)).toBe(
      'The database has the schema that the resources declare.\n',
    );
    await reader.close();
  });

  it('says in one sentence that it cannot open the database', async () => {
    const where = await place();
    writeFileSync(join(where.dataDir, 'data.sqlite'), 'no database, but long enough to have a header'.repeat(20));
    const { code, stderr, stdout } = await run(
      name === 'sqlite' ? where : { ...where, databaseUrl: 'postgres://localhost:1/none' },
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(name === 'sqlite' ? /^[^\n]*DATA_DIR[^\n]*\n$/ : /^[^\n]*DATABASE_URL[^\n]*\n$/);
  });
});
