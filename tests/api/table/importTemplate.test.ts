import { expect, it } from 'vitest';
import { dateTimeText, f, table } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer } from '../../support/server.ts';
import { unzipped } from '../../support/unzipped.ts';

/** The first line of a workbook. */
function headerIn(workbook: Uint8Array): string[] {
  const sheet = unzipped(Buffer.from(workbook)).get('xl/worksheets/sheet1.xml')!;
  return [...sheet.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text!);
}

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  it('has a template whose columns are found again, for whoever may import', async () => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    const { token, receive } = importer(server, 'content.article', await server.signIn());
    const template = async (by: string, language: string): Promise<Uint8Array> => {
      const headers = { batoken: by, 'think-lang': language };
      const answer = await fetch(`${server.address}/api/admin/content.article/importTemplate`, { headers });
      expect(answer.headers.get('content-type')).toContain('spreadsheetml');
      const name = language === 'en' ? 'Article import template.xlsx' : 'Article 导入模板.xlsx';
      expect(decodeURIComponent(answer.headers.get('content-disposition')!)).toContain(name);
      return new Uint8Array(await answer.arrayBuffer());
    };
    for (const [language, title] of [
      ['zh-cn', '标题 *'],
      ['en', 'Title *'],
    ] as const) {
      const header = headerIn(await template(token, language));
      expect(header).toContain(title);
      expect(header.filter((label) => label.endsWith('*'))).toEqual([title]);
      const found = await receive(`${header.join(',')}\n${header.map(() => 'x').join(',')}\n`);
      expect(found.columns).toEqual(found.fields.flatMap((field) => (field.name === 'id' ? [] : [field.name])));
    }
    // Nothing stands under it yet.
    const { json } = await importer(server, 'content.article', token).send(await template(token, 'en'));
    expect(json).toMatchObject({ code: 0, msg: 'The file has no records below its header row.' });
    const address = '/api/admin/content.article/importTemplate';
    await addPerson(server.app.gate, 'reader', 'Reader-123', ['content/article/index', 'content/article/add']);
    const reader = await server.signIn('reader', 'Reader-123');
    expect((await server.request('GET', address, { token: reader })).json.code).toBe(401);
    // Whoever only changes records says which.
    await addPerson(server.app.gate, 'editor', 'Editor-123', [
      'content/article/index',
      'content/article/edit',
      'content/article/import',
    ]);
    const header = headerIn(await template(await server.signIn('editor', 'Editor-123'), 'en'));
    expect(header[0]).toBe('ID');
    expect(header.join()).not.toContain('*');
  });

  it('names a column by its field where the label would mean another one', async () => {
    const item = table('item', {
      // In the language of others it is called like the id.
      number: f.text({ label: { 'zh-cn': 'ID', en: 'Number' } }),
      code: f.text({ label: { 'zh-cn': '代码', en: 'Code' } }),
    });
    const server = await startServer(await place(), { resources: [item.resource({ path: 'shop/item' })] });
    servers.push(server);
    await addPerson(server.app.gate, 'editor', 'Editor-123', ['shop/item/index', 'shop/item/edit', 'shop/item/import']);
    const headers = { batoken: await server.signIn('editor', 'Editor-123'), 'think-lang': 'en' };
    const answer = await fetch(`${server.address}/api/admin/shop.item/importTemplate`, { headers });
    const header = headerIn(new Uint8Array(await answer.arrayBuffer()));
    expect(header).toEqual(['id', 'number', 'Code']);
    const { receive } = importer(server, 'shop.item', headers.batoken);
    expect((await receive(`${header.join(',')}\n1,2,3\n`)).columns).toEqual(['id', 'number', 'code']);
  });

  it.each([
    ['2026/11/2', '2026/1/2 8:05'],
    ['2026.11.02', '2026.01.02 08:05:00'],
    ['2026年11月2日', '2026年1月2日 8:05'],
    ['２０２６-１１-２', '2026-1-2T08:05'],
    ['2026/11/2 0:00:00', '2026/01/02 08:05'],
  ])('reads days as people and Excel write them: %s, %s', async (day, moment) => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    const mine = importer(server, 'content.article', await server.signIn());
    const found = await mine.run(`title,day,seen_at\none,${day},${moment}\n`);
    expect(found.errors).toEqual([]);
    const [row] = await server.app.gate.rows('article').list();
    expect(row!.day).toBe('2026-11-02');
    expect(dateTimeText(row!.seen_at!)).toBe('2026-01-02 08:05:00');
  });

  it('refuses days that could be others', async () => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    const mine = importer(server, 'content.article', await server.signIn());
    const days = ['11/2/2026', '2026/13/1', '2026/2/30', '2026/11-2', '2026/11/2 8:05'];
    const found = await mine.check(`title,day\n${days.map((day) => `x,${day}`).join('\n')}\n`);
    expect(found).toMatchObject({ failed: days.length, added: 0 });
    expect(new Set(found.errors.map(({ column }) => column))).toEqual(new Set(['day']));
  });

  it('takes no cell for what the record holds that only looks like it', async () => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    const { gate } = server.app;
    for (const name of ['x', '[1]', '1']) await gate.rows('tag').add({ name });
    for (const title of ['one', 'two']) await gate.rows('article').add({ title, tag_ids: [1] });
    const mine = importer(server, 'content.article', await server.signIn());
    // Names of tags, not their ids as they are stored; and a word, not nothing.
    const found = await mine.run('ID,tag_ids,subtitle\n1,[1],null\n2,1,\n');
    expect(found).toMatchObject({ edited: 2, failed: 0 });
    const rows = await gate.rows('article').list({}, { sort: 'id' });
    expect(rows.map((row) => [row.tag_ids, row.subtitle])).toEqual([
      [[2], 'null'],
      [[3], null],
    ]);
  });
});
