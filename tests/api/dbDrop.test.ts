import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { loadMessages } from '../../src/server/shared/messages.ts';
import { drop } from '../../tools/db/drop.ts';
import { plan } from '../../tools/db/plan.ts';
import type { Say } from '../../tools/say.ts';
import { copyProjectAgain } from '../support/copyProject.ts';
import { eachDatabase, prepare, type Place } from '../support/databases.ts';
import { ownFiles } from '../support/noteVersions.ts';
import { inherited, runProgram } from '../support/program.ts';
import { sharedProjects } from '../support/sharedProject.ts';
import { password, quickPasswords, root, testConfig } from '../support/testConfig.ts';

const { translate } = loadMessages(root);
const say: Say = (key, params) => translate('en', key, params);
const files = {
  'tag.ts': "import { f, table } from '#resource';\nexport default table('tag', { name: f.text() }).resource();\n",
  'note.ts':
    "import { f, table } from '#resource';\nexport default table('note', { title: f.text({ search: true }), tag_ids: f.belongsToMany('tag') }).resource({ path: 'content/note', traits: { history: true } });\n",
  'remark.ts':
    "import { f, table } from '#resource';\nexport default table('remark', { note_id: f.belongsTo('note') }).resource();\n",
};

interface Dropped {
  readonly isDone: boolean;
  readonly out: string;
}
/** Without an answer, nobody is asked. */
async function dropFrom(where: Place, project: string, names: readonly string[], answer?: string): Promise<Dropped> {
  let out = '';
  const isDone = await drop({
    root: project,
    config: { ...testConfig, ...where },
    names,
    isSure: answer === undefined,
    say,
    tell: (lines) => void (out += lines),
    ask: async () => answer!,
  });
  return { isDone, out };
}

type Call = (path: string, body?: object) => Promise<Record<string, unknown>>;

async function startOnce(
  where: Place,
  project: string,
  ask: (call: Call) => Promise<void> = async () => {},
): Promise<void> {
  await prepare(where);
  const app = await createApp(
    { ...testConfig, ...where },
    { loaded: await loadResources(project), passwordCost: quickPasswords },
  );
  expect(app.faults).toEqual([]);
  let token = '';
  const call: Call = async (path, body) => {
    const answer = await app.http.inject({
      method: body ? 'POST' : 'GET',
      url: `/api/admin/${path}`,
      headers: { ...(token && { batoken: token }) },
      ...(body && { payload: body }),
    });
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: Record<string, unknown> }>();
    expect(code, msg).toBe(1);
    return data;
  };
  token = ((await call('Index/login', { username: 'admin', password }))['userInfo'] as { token: string }).token;
  await ask(call);
  await app.close();
}

eachDatabase((name, _open, place) => {
  const projectOf = sharedProjects();
  const environment = ({ dataDir, databaseUrl }: Place): Record<string, string> => ({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const runDrop = (
    where: Place,
    project: string,
    args: readonly string[],
    answer?: string,
  ): Promise<{ code: number; out: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['tools/dbDrop.ts', ...args],
        { cwd: project, env: { ...inherited, LC_ALL: 'en', ...environment(where) } },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
      );
      if (answer !== undefined) child.stdin!.write(`${answer}\n`);
      child.stdin!.end();
    });

  it('shows what would go, asks, and removes what no file declares any more, with all that belongs to it', async () => {
    const added = Object.entries(files).map(([file, text]) => [`resources/${file}`, text]);
    const [where, project] = [await place(), projectOf({ ...ownFiles, ...Object.fromEntries(added) })];
    await startOnce(where, project, async (call) => {
      await call('tag/add', { name: 'red' });
      await call('content.note/add', { title: 'one', tag_ids: [1] });
      await call('content.note/add', { title: 'two' });
      await call('remark/add', { note_id: 1 });
    });
    expect(await dropFrom(where, project, ['note'])).toEqual({
      isDone: false,
      out: expect.stringMatching(/note.*resources\/note\.ts declares it/) as string,
    });
    for (const file of ['note.ts', 'remark.ts']) rmSync(join(project, 'resources', file));
    await startOnce(where, project);

    expect(await dropFrom(where, project, [])).toEqual({
      isDone: false,
      out: expect.stringMatching(/npm run db:drop <table>[^]*- note\n- note_tag_ids\n- remark\n/) as string,
    });
    expect((await dropFrom(where, project, ['nothing'])).out).toMatch(/"nothing"/);
    expect(await dropFrom(where, project, ['note'])).toEqual({
      isDone: false,
      out: expect.stringMatching(/remark refers to it/) as string,
    });
    const shown =
      /- note: 2 rows\n- remark: 1 row\n- note_tag_ids: 1 row\n- row_history: 2 entries about it\n- content\/note: its menu entry and permissions\n- remark: its menu entry and permissions\n/;
    // Who answers what is the same on both.
    for (const answer of ['no', ''])
      expect(await dropFrom(where, project, ['note', 'remark'], answer)).toEqual({
        isDone: false,
        out: expect.stringMatching(shown) as string,
      });
    const done = await dropFrom(where, project, ['note', 'remark'], 'yes');
    expect(done).toEqual({ isDone: true, out: expect.stringMatching(shown) as string });

    const database = await openDatabase(where);
    const names =
      name === 'sqlite'
        ? sql<{ name: string }>`SELECT name FROM sqlite_master WHERE name LIKE '%note%' OR name LIKE '%remark%'`
        : sql<{
            name: string;
          }>`SELECT relname AS name FROM pg_class WHERE relname LIKE '%note%' OR relname LIKE '%remark%'`;
    expect((await names.execute(database.read)).rows).toEqual([]);
    for (const [table, column] of [
      ['row_history', 'table_name'],
      ['admin_rule', 'name'],
    ] as const) {
      const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(column)} LIKE '%note%'`.execute(
        database.read,
      );
      expect([table, rows]).toEqual([table, []]);
    }
    await database.close();
    // The file may come back: its table is a new one.
    writeFileSync(join(project, 'resources/note.ts'), files['note.ts']);
    await startOnce(where, project, async (call) =>
      expect(await call('content.note/index')).toMatchObject({ total: 0 }),
    );
  });

  it('removes a column that a plugin has left behind in a table of others, and no other', async () => {
    const plugin = `import { definePlugin } from '#plugin';
import { extend, f } from '#resource';
export default definePlugin({ name: 'rating', extensions: [extend('tag', { stars: f.int({ index: true }), why: f.text() }).with({})] });
`;
    const added = { 'resources/tag.ts': files['tag.ts'], 'plugins/rating/server.ts': plugin };
    const [where, project] = [await place(), projectOf({ ...ownFiles, ...added })];
    await startOnce(where, project, async (call) => {
      await call('tag/add', { name: 'red', stars: 5, why: 'warm' });
      await call('tag/add', { name: 'blue', stars: 3 });
      await call('module/changeState', { uid: 'rating', state: 0 });
    });
    // One that is switched off is still there.
    await startOnce(where, project);
    expect(await dropFrom(where, project, ['tag.stars'])).toMatchObject({
      isDone: false,
      out: expect.stringContaining('no column "tag.stars"') as string,
    });
    rmSync(join(project, 'plugins/rating'), { recursive: true });
    const planned = async (): Promise<string> => (await plan(project, { ...testConfig, ...where }, say, 'en')).text;
    expect(await planned()).toMatch(/- tag\.stars of the plugin rating\n- tag\.why of the plugin rating\n/);
    expect(await dropFrom(where, project, [])).toMatchObject({
      out: expect.stringContaining('- tag.stars\n- tag.why') as string,
    });
    expect(await dropFrom(where, project, ['tag.name'])).toMatchObject({ isDone: false });
    expect(await dropFrom(where, project, ['tag.stars'], 'no')).toMatchObject({
      isDone: false,
      out: expect.stringContaining('- tag.stars: 2 values') as string,
    });
    expect((await dropFrom(where, project, ['tag.stars'])).isDone).toBe(true);
    expect(await planned()).not.toContain('tag.stars');
    expect(await planned()).toContain('- tag.why of the plugin rating');
    const database = await openDatabase(where);
    const { rows } = await sql`SELECT * FROM tag ORDER BY id`.execute(database.read);
    await database.close();
    expect(rows[0]).toMatchObject({ name: 'red', why: 'warm' });
    expect(rows[0]).not.toHaveProperty('stars');
    await startOnce(where, project, async (call) => expect(await call('tag/index')).toMatchObject({ total: 2 }));
  });

  it('drops nothing while a file cannot be read that may declare it, and says what to do while a server runs', async () => {
    const [where, project] = [await place(), copyProjectAgain()];
    const file = join(project, 'resources/note.ts');
    writeFileSync(join(project, 'resources/tag.ts'), files['tag.ts']);
    await startOnce(
      where,
      projectOf({ ...ownFiles, 'resources/tag.ts': files['tag.ts'], 'resources/note.ts': files['note.ts'] }),
    );
    writeFileSync(file, files['note.ts'].replace('f.text', 'f.txt'));
    expect(await runDrop(where, project, ['note', '--yes'])).toEqual({
      code: 1,
      out: expect.stringMatching(/Nothing was removed:\n- resources\/note\.ts:2: /) as string,
    });
    rmSync(file);
    // Who answers what is the same on both.
    for (const answer of name === 'sqlite' ? [undefined, 'no', ''] : [])
      expect(await runDrop(where, project, ['note'], answer)).toEqual({
        code: 1,
        out: expect.stringMatching(/- note: 0 rows\n[^]*Nothing was removed/) as string,
      });
    const program = runProgram(environment(where), project);
    await program.address;
    const meanwhile = await runDrop(where, project, ['note', '--yes']);
    if (name === 'sqlite')
      expect(meanwhile).toEqual({
        code: 1,
        out: expect.stringMatching(/is already using the data folder.*\n?.*Stop it/) as string,
      });
    else expect(meanwhile).toMatchObject({ code: 0 });
    program.child.kill('SIGTERM');
    await program.ended;
    if (name === 'sqlite')
      expect(await runDrop(where, project, ['note'], 'yes')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/- note: 0 rows\n/) as string,
      });
  });
});
