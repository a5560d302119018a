import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer } from '../../support/server.ts';
import { workbookOf } from '../../support/workbook.ts';

/** Milliseconds that each of these may take; each took longer by ten times or more when it took the square of its length. */
const limit = 8000;

const label = table('cost_label', { name: f.text({ required: true, max: 20 }) });
const jar = table('cost_jar', { name: f.text(), label_ids: f.belongsToMany('cost_label') });
declare module '#resource' {
  interface Tables {
    cost_label: typeof label;
    cost_jar: typeof jar;
  }
}

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  const begin = async () => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    return { server, gate: server.app.gate, token: await server.signIn() };
  };
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

  it('looks for the rows that a cell names all at once, and for no more than the field takes', async () => {
    const { server, gate, token } = await begin();
    const { check, run } = importer(server, 'content.article', token);
    await gate.addAll(
      'tag',
      numbers(250).map((at) => ({ name: `tag ${at}` })),
    );
    const names = (count: number, ...more: readonly string[]): string =>
      `"${[...numbers(count).map((at) => `tag ${at}`), ...more].join(',')}"`;
    const file = (...cells: readonly string[]): string =>
      ['title,tag_ids', ...cells.map((cell) => `x,${cell}`)].join('\n');
    const wrong = await check(file(names(1001), names(250, 'nobody'), names(249, '250')));
    expect(wrong.errors.map(({ line, message }) => [line, message])).toEqual([
      [2, 'At most 1,000 items'],
      [3, "“nobody” doesn't exist, or you don't have access to it"],
    ]);
    expect(wrong).toMatchObject({ added: 1, failed: 2 });
    const done = await run(file(names(250), names(2, '250'), 'tag 7'));
    expect(done).toMatchObject({ state: 'done', added: 3 });
    const rows = await gate.rows('article').list({}, { sort: 'id' });
    expect(rows.map((row) => row.tag_ids)).toEqual([numbers(250), [1, 2, 250], [7]]);
  });

  it('asks the database for the names of a cell together, whatever else stands there', async () => {
    let asked = 0;
    const read = () => {
      asked += 1;
      return { id: { gt: 0 } };
    };
    const resources = [label.resource({ path: 'shop/label', rows: { read } }), jar.resource({ path: 'shop/jar' })];
    const server = await startServer(await place(), { resources });
    servers.push(server);
    const labels = [...numbers(150).map((at) => `label ${at}`), 'undefined'];
    await server.app.gate.addAll(
      'cost_label',
      labels.map((name) => ({ name })),
    );
    const { check } = importer(server, 'shop.jar', await server.signIn());
    asked = 0;
    expect(await check(`name,label_ids\nx,"${labels.join(',')}"\n`)).toMatchObject({ added: 1, failed: 0 });
    expect(asked).toBeLessThan(10);
    // What can be no name is nobody's, whatever there is.
    const tooLong = 'y'.repeat(21);
    const wrong = await check(`name,label_ids\nx,"undefined,${tooLong}"\n`);
    expect(wrong.errors.map(({ message }) => message)).toEqual([
      `“${tooLong}” doesn't exist, or you don't have access to it`,
    ]);
  });

  it('compares lists under both of their names at once', async () => {
    const { server, token } = await begin();
    const began = performance.now();
    const body = { id: 1, group_ids: numbers(60_000).toReversed(), group_arr: numbers(60_000).map(() => 2) };
    const { json } = await server.request('POST', '/api/admin/auth.Admin/edit', { token, body });
    expect(json).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(limit);
  });

  it('reads a number with blanks in it at once', async () => {
    const { server, token } = await begin();
    const { check } = importer(server, 'content.article', token);
    const began = performance.now();
    expect(await check(`title,price\nx,1${' '.repeat(400_000)}x\ny,5 %\n`)).toMatchObject({ added: 1, failed: 1 });
    expect(performance.now() - began).toBeLessThan(limit);
  });

  it('keeps no more text of a small workbook than a large file has', async () => {
    const { server, token } = await begin();
    const { send } = importer(server, 'content.tag', token);
    const row = '<row><c t="s"><v>0</v></c></row>';
    const flood = await workbookOf({
      sheets: { Tags: row.repeat(100) },
      texts: `<si><t>${'x'.repeat(900_000)}</t></si>`,
    });
    expect((await send(flood)).json).toMatchObject({ code: 0, msg: expect.stringContaining('52,428,800 characters') });
    expect(await server.app.database.read.selectFrom('row_import_part').selectAll().execute()).toEqual([]);
  });

  it('names the field of a text whose elements stand in each other without end', async () => {
    const { server, token } = await begin();
    const body = { title: 'x', body: '<b </b>'.repeat(300) };
    const { json } = await server.request('POST', '/api/admin/content.article/add', { token, body });
    expect(json).toMatchObject({ code: 0, data: { errors: { body: 'The text is nested too deeply' } } });
  });
});
