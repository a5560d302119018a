import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { noteProject } from '../support/noteProject.ts';
import { noteVersions } from '../support/noteVersions.ts';
import { password } from '../support/testConfig.ts';

eachDatabase((name, _open, place) => {
  const open = noteVersions();
  type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Record<string, unknown>>;
  /** Runs the server with that version of the table while something is asked of it. */
  const during = async <T>(
    where: Place,
    ask: (call: Call) => Promise<T>,
    fields: string,
    more?: string,
  ): Promise<T> => {
    const { app, call, signIn } = await open(where, fields, more);
    const token = await signIn();
    const found = await ask(async (method, path, body) => {
      const { code, msg, data } = await call(method, path, token, body);
      expect(code, msg).toBe(1);
      return data;
    });
    await app.close();
    return found;
  };
  /** What a start with that version of the table says that is refused: on SQLite it is a program's, which prints it and ends with 1. */
  const refusalOf = async (where: Place, fields: string): Promise<string> => {
    if (name === 'sqlite') {
      const { write, run } = noteProject(where, password);
      write(fields);
      const refused = run();
      expect(await refused.ended).toBe(1);
      expect(refused.output.out).toBe('');
      return refused.output.err;
    }
    const refused: unknown = await open(where, fields).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    return `${(refused as Error).message}\n`;
  };

  it('ends with 1 and one sentence that names the file and the line to write, and starts once it is written', async () => {
    const where = await place();
    const add: Parameters<typeof during>[1] = (call) => call('POST', 'note/add', { title: 'kept', old: 'value' });
    await during(where, add, 'title: f.text(), old: f.text()');

    expect(await refusalOf(where, 'title: f.text(), fresh: f.text()')).toBe(
      "The database was not changed: resources/note.ts: note.old would be deleted with its values. Write dropped: ['old'] in .resource({ … }) to allow it, or renamedFrom: 'old' in the field that continues it.\n",
    );

    const renamed = await during(
      where,
      (call) => call('GET', 'note/index'),
      "title: f.text(), fresh: f.text({ renamedFrom: 'old' })",
    );
    expect(renamed['list']).toMatchObject([{ title: 'kept', fresh: 'value' }]);

    const [notes, log] = await during(
      where,
      async (call) => [await call('GET', 'note/index'), await call('GET', 'crud.log/index?quickSearch=note.old')],
      'title: f.text()',
      "dropped: ['fresh'],",
    );
    const [row] = notes!['list'] as Record<string, unknown>[];
    expect(row).toMatchObject({ title: 'kept' });
    expect(row).not.toHaveProperty('fresh');
    // The start that was refused is in the log, too.
    expect(log!['list']).toMatchObject([
      { state: 'refused', change: expect.stringMatching(/^resources\/note\.ts：note\.old 及其数据将被删除/) },
    ]);
  });

  it('names every refusal on a line of its own', async () => {
    const where = await place();
    await during(
      where,
      (call) => call('POST', 'note/add', { title: 'kept', old: 'value', size: 'x' }),
      'title: f.text(), old: f.text(), size: f.text()',
    );
    const said = await refusalOf(where, 'title: f.text(), size: f.int(), needed: f.text({ required: true })');
    const lines = said.trim().split('\n');
    expect(lines.map((line) => /^- resources\/note\.ts: note\.(\w+)/.exec(line)?.[1])).toEqual([
      undefined,
      'old',
      'size',
      'needed',
    ]);
    expect(said).not.toMatch(/\bat .*:\d+|node:/);
  });

  // SQLite has no limit, and takes the same file.
  it.runIf(name === 'postgres')(
    'names the field whose texts are too long for the index that it is to have',
    async () => {
      const where = await place();
      const body = randomBytes(3000).toString('hex');
      const declared = 'title: f.text(), body: f.text({ max: 10_000 })';
      await during(where, (call) => call('POST', 'note/add', { title: 'kept', body }), declared);
      const said = await refusalOf(where, declared.replace('10_000', '10_000, index: true'));
      expect(said).toBe(
        'The database was not changed: note.body is to have an index, but texts that stand there are too long for one: ' +
          'PostgreSQL keeps at most 2704 bytes of each, compressed. Shorten them first, or leave the index out.\n',
      );
      const log = await during(where, (call) => call('GET', 'crud.log/index?quickSearch=note.body'), declared);
      expect(log['list']).toMatchObject([{ state: 'refused' }]);
    },
  );
});
