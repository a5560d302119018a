import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyProjectAgain } from '../support/copyProject.ts';
import { eachDatabase } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const password = 'Schema-99';

eachDatabase((_name, _open, place) => {
  /** A project with a table of these fields, as somebody edits it between two starts. */
  const project = async () => {
    const [where, root] = [await place(), copyProjectAgain()];
    const write = (fields: string, more = ''): void =>
      writeFileSync(
        join(root, 'resources/note.ts'),
        [
          "import { f, table } from '#resource';",
          `const note = table('note', { ${fields} });`,
          `export default note.resource({ path: 'note', label: { 'zh-cn': '便签', en: 'Notes' }, ${more} });`,
          '',
        ].join('\n'),
      );
    const run = (): Program =>
      runProgram(
        {
          DATA_DIR: where.dataDir,
          ADMIN_PASSWORD: password,
          ...(where.databaseUrl && { DATABASE_URL: where.databaseUrl }),
        },
        root,
      );
    /** Runs the server while something is asked of it. */
    const during = async <T>(
      ask: (call: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>) => Promise<T>,
    ): Promise<T> => {
      const program = run();
      const address = await program.address;
      let token = '';
      const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
        const answer = await fetch(`${address}/api/admin/${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...(token && { batoken: token }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const { code, msg, data } = (await answer.json()) as {
          code: number;
          msg: string;
          data: Record<string, unknown>;
        };
        expect(code, msg).toBe(1);
        return data;
      };
      token = ((await call('POST', 'Index/login', { username: 'admin', password }))['userInfo'] as { token: string })
        .token;
      const found = await ask(call);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
      return found;
    };
    return { write, run, during };
  };

  it('ends with 1 and one sentence that names the file and the line to write, and starts once it is written', async () => {
    const { write, run, during } = await project();
    write('title: f.text(), old: f.text()');
    await during((call) => call('POST', 'note/add', { title: 'kept', old: 'value' }));

    write('title: f.text(), fresh: f.text()');
    const refused = run();
    expect(await refused.ended).toBe(1);
    expect(refused.output.err).toBe(
      "The database was not changed: resources/note.ts: note.old would be deleted with its values. Write dropped: ['old'] in .resource({ … }) to allow it, or renamedFrom: 'old' in the field that continues it.\n",
    );
    expect(refused.output.out).toBe('');

    write("title: f.text(), fresh: f.text({ renamedFrom: 'old' })");
    const renamed = await during((call) => call('GET', 'note/index'));
    expect(renamed['list']).toMatchObject([{ title: 'kept', fresh: 'value' }]);

    write('title: f.text()', "dropped: ['fresh'],");
    const [notes, log] = await during(async (call) => [
      await call('GET', 'note/index'),
      await call('GET', 'crud.log/index?quickSearch=note.old'),
    ]);
    const [row] = notes!['list'] as Record<string, unknown>[];
    expect(row).toMatchObject({ title: 'kept' });
    expect(row).not.toHaveProperty('fresh');
    // The start that was refused is in the log, too.
    expect(log!['list']).toMatchObject([
      { state: 'refused', change: expect.stringMatching(/^resources\/note\.ts：note\.old 及其数据将被删除/) },
    ]);
  });

  it('names every refusal on a line of its own', async () => {
    const { write, run, during } = await project();
    write('title: f.text(), old: f.text(), size: f.text()');
    await during((call) => call('POST', 'note/add', { title: 'kept', old: 'value', size: 'x' }));
    write('title: f.text(), size: f.int(), needed: f.text({ required: true })');
    const refused = run();
    expect(await refused.ended).toBe(1);
    const lines = refused.output.err.trim().split('\n');
    expect(lines.map((line) => /^- resources\/note\.ts: note\.(\w+)/.exec(line)?.[1])).toEqual([
      undefined,
      'old',
      'size',
      'needed',
    ]);
    expect(refused.output.err).not.toMatch(/\bat .*:\d+|node:/);
  });
});
