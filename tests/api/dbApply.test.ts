import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openReadOnly } from '../../src/server/database/openReadOnly.ts';
import { copyProjectAgain } from '../support/copyProject.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const running: Program[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

const environmentOf = ({ dataDir, databaseUrl = '' }: Place) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
const apply = async (place: Place, project: string): Promise<{ code: number; stdout: string; stderr: string }> => {
  const env = { ...process.env, ...environmentOf(place), LC_ALL: 'en' };
  const done = promisify(execFile)(process.execPath, ['tools/dbApply.ts'], { cwd: project, env });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
};

eachDatabase((_name, _open, makePlace) => {
  it('changes the database beneath a server that runs, which goes on', async () => {
    const place = await makePlace();
    const project = copyProjectAgain();
    const write = (fields: string): void =>
      writeFileSync(
        join(project, 'resources/page.ts'),
        `import { f, table } from '#resource';\nexport default table('page', { ${fields} }).resource();\n`,
      );
    const start = async (): Promise<string> => {
      const program = runProgram(environmentOf(place), project);
      running.push(program);
      return program.address;
    };
    write('title: f.text()');
    const address = await start();
    write('title: f.text(), subtitle: f.text()');
    const { code, stdout } = await apply(place, project);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^(?:- .*\n)*- page: add column subtitle(?:.*\n)+The database was changed\. Restart the server/,
      ) as string,
    });
    const reader = await openReadOnly(place);
    await sql`SELECT subtitle FROM page`.execute(reader.read);
    await reader.close();
    expect((await fetch(`${address}/api/admin/Index/login`)).status).toBe(200);
    expect((await apply(place, project)).stdout).toBe('The database has the schema that the resources declare.\n');
    write('title: f.text(), subtitle: f.nothing()');
    expect(await apply(place, project)).toMatchObject({ code: 1 });
  });

  it('redefines nothing beneath a server that would go on to read and write it as before', async () => {
    const place = await makePlace();
    const project = copyProjectAgain();
    const write = (fields: string, definition = ''): void =>
      writeFileSync(
        join(project, 'resources/page.ts'),
        `import { f, table } from '#resource';\nexport default table('page', { ${fields} }).resource(${definition});\n`,
      );
    const asMoney = "price: f.money({ default: '7', convert: (old: number) => String(old) })";
    const fee = 'fee: f.decimal({ encrypted: true, scale: 2 })';
    const state = `state: f.enum({ a: 'A' }, { default: 'a' }), ${fee}`;
    const moreStates = `state: f.enum({ a: 'A', b: 'B' }, { default: 'a' }), ${fee}`;
    write(`price: f.int({ default: 7 }), ${state}`);
    const program = runProgram(environmentOf(place), project);
    running.push(program);
    const address = await program.address;
    const said =
      'A server is running on this database, and would go on to read and write page as before. Stop it first';
    for (const [fields, definition] of [
      [`cost: f.int({ default: 7, renamedFrom: 'price' }), ${state}`],
      [state, "{ dropped: ['price'] }"],
      [`price: f.int({ default: 7 }), ${state.replace('scale: 2', 'scale: 3')}`],
      [`${asMoney}, ${state}`],
    ] as const) {
      write(fields, definition);
      const { code, stderr, stdout } = await apply(place, project);
      expect({ code, stdout }, fields).toEqual({ code: 1, stdout: '' });
      expect(stderr, fields).toContain(said);
    }
    if (place.databaseUrl !== undefined) {
      // Nor does a further instance, of the next version.
      const next = runProgram({ ...environmentOf(place), LC_ALL: 'en' }, project);
      running.push(next);
      await next.ended;
      expect(next.output.err + next.output.out).toContain(said);
    }
    expect((await fetch(`${address}/api/admin/Index/login`)).status).toBe(200);
    // A further choice changes nothing that is there.
    write(`price: f.int({ default: 7 }), ${moreStates}`);
    expect(await apply(place, project)).toMatchObject({ code: 0, stderr: '' });
    program.child.kill('SIGTERM');
    await program.ended;
    write(`${asMoney}, ${moreStates}`);
    expect(await apply(place, project)).toMatchObject({ code: 0, stderr: '' });
  });
});
