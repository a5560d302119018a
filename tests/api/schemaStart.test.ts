import { expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { noteProject } from '../support/noteProject.ts';

eachDatabase((_name, _open, place) => {
  const project = async () => {
    const notes = noteProject(await place(), 'Schema-99');
    type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
    /** Runs the server while something is asked of it. */
    const during = async <T>(ask: (call: Call) => Promise<T>): Promise<T> => {
      const { call, signIn, stop } = await notes.start();
      const token = await signIn();
      const found = await ask(async (method, path, body) => {
        const { code, msg, data } = await call(method, path, token, body);
        expect(code, msg).toBe(1);
        return data;
      });
      await stop();
      return found;
    };
    return { ...notes, during };
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
