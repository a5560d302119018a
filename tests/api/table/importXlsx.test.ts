import { expect, it } from 'vitest';
import { f, table, type Resource } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { importer, type Importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workbookOf, zipped } from '../../support/workbook.ts';

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  const begin = async (controller: string): Promise<[TestServer, Importer]> => {
    const server = await startServer(await place(), { resources: sampleTables });
    servers.push(server);
    return [server, importer(server, controller, await server.signIn())];
  };

  it('reads from a workbook what an export has written into it', async () => {
    const [server, mine] = await begin('content.article');
    const { gate } = server.app;
    await gate.addAll('category', [{ name: 'News' }]);
    await gate.addAll('tag', [{ name: 'red' }, { name: 'blue' }]);
    await gate
      .rows('article')
      .add({
        title: '=1+1 <b> _x0041_',
        category_id: 1,
        tag_ids: [1, 2],
        price: '5.20',
        rate: 12.5,
        weight: 1.125,
        hot: 1,
        colors: ['red', 'green'],
        labels: ['a', 'b'],
        day: '2026-02-03',
        seen_at: 1_770_091_506,
        note: "'=1 \u0001\none",
      });
    const answer = await fetch(`${server.address}/api/admin/content.article/export?format=xlsx`, {
      headers: { batoken: mine.token },
    });
    const workbook = Buffer.from(await answer.arrayBuffer());
    expect(await mine.check(workbook)).toMatchObject({ lines: 1, added: 0, edited: 0, same: 1, failed: 0, errors: [] });
    await gate.rows('article').edit(1, { price: '7', day: null, note: 'other' });
    expect(await mine.run(workbook)).toMatchObject({ state: 'done', edited: 1 });
    expect(await gate.rows('article').get(1)).toMatchObject({
      price: '5.20',
      day: '2026-02-03',
      note: "'=1 \u0001\none",
    });
  });

  it('leaves a text that an export had to cut as it is, and refuses to put it in the place of another', async () => {
    const essay = table('essay', { title: f.text(), body: f.textarea() }).resource({ path: 'content/essay' });
    const server = await startServer(await place(), { resources: [essay as Resource] });
    servers.push(server);
    const mine = importer(server, 'content.essay', await server.signIn());
    const essays = server.app.gate.rows('essay' as never);
    const body = 'n'.repeat(32_768);
    // A cell has room for it, since a line ends with one character there.
    const fits = `${'n'.repeat(32_765)}\r\nn`;
    for (const [title, text] of Object.entries({ Long: body, Fits: fits }))
      await essays.add({ title, body: text } as never);
    const answer = await fetch(`${server.address}/api/admin/content.essay/export?format=xlsx&order=id,asc`, {
      headers: { batoken: mine.token },
    });
    const workbook = Buffer.from(await answer.arrayBuffer());
    expect(await mine.check(workbook)).toMatchObject({ same: 2, failed: 0 });
    // It says no more what the row has.
    await essays.edit(1, { body: `${body}, changed` } as never);
    expect((await mine.check(workbook)).same).toBe(2);
    await essays.edit(1, { body: `Changed ${body}` } as never);
    const { errors } = await mine.check(workbook);
    expect(errors).toMatchObject([{ line: 2, column: '正文', message: expect.stringMatching(/^This text was cut/) }]);
    // Other columns of the same file may be taken.
    const { id, columns, key } = await mine.receive(workbook);
    await mine.step(id, 'check', { columns: columns.map((name) => (name === 'body' ? null : name)), key });
    expect(await mine.settled(id)).toMatchObject({ same: 2, failed: 0 });
  });

  it('reads cells as people see them, of workbooks of other programs too', async () => {
    const [, { receive }] = await begin('content.article');
    const found = await receive(
      await workbookOf({
        sheets: {
          '-notes': '<row r="1"><c t="inlineStr"><is><t>hidden</t></is></c></row>',
          Rows: `
            <row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><r><t>wei</t></r><r><t>ght</t></r></is></c></row>
            <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>0.125</v></c><c r="D3" s="2"><v>46056</v></c></row>
            <row r="9"><c r="A9" t="str"><f>A1</f><v>of a formula</v></c><c r="B9" t="e"><v>#N/A</v></c>
              <c r="C9"><v>0.30000000000000004</v></c><c r="D9" t="d"><v>2026-02-03T00:00:00</v></c><c r="AA9" t="b"><v>1</v></c></row>`,
          Later: '<row r="1"><c t="inlineStr"><is><t>another sheet</t></is></c></row>',
        },
        texts:
          '<si><t>title</t></si><si><r><t>ra</t></r><r><t>te</t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_b</t></si>',
        formats: ['0.0%', 14],
      }),
      'Rows.xlsx',
    );
    expect(found).toMatchObject({
      lines: 2,
      header: ['title', 'rate', 'weight'],
      columns: ['title', 'rate', 'weight'],
      sample: [
        ['a\rb', '12.5%', '', '2026-02-03'],
        ['of a formula', '#N/A', '0.3', '2026-02-03', ...Array<string>(22).fill(''), '1'],
      ],
    });
  });

  it('refuses a formula that nobody has computed, which would empty the field, and says where it is', async () => {
    const [, { send, receive }] = await begin('content.article');
    const row = (cells: string): string => `<row>${cells}</row>`;
    const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const of = (formula: string) =>
      workbookOf({ sheets: { Rows: row(text('title') + text('price')) + row(text('One') + formula) } });
    expect((await send(await of('<c><f>1+1</f></c>'))).json).toMatchObject({
      code: 0,
      msg: 'Row 2 has a formula without a result. Open the file in Excel and save it, then choose it again.',
    });
    // One whose result is empty is something else.
    expect((await receive(await of('<c t="str"><f>""</f><v></v></c>'))).sample).toEqual([['One']]);
    expect((await receive(await of('<c><f>1+1</f><v>2</v></c>'))).sample).toEqual([['One', '2']]);
  });

  it('leaves a cell empty that names no text, and refuses one that names a text that is not there', async () => {
    const [, { send, receive }] = await begin('content.article');
    const of = (cell: string) =>
      workbookOf({
        sheets: {
          Rows: `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c>${cell}</row>`,
        },
        texts: '<si><t>title</t></si><si><t>note</t></si><si><t>One</t></si>',
      });
    for (const empty of ['<c t="s"/>', '<c t="s"><v></v></c>', '<c t="s"><v> </v></c>'])
      expect((await receive(await of(empty))).sample).toEqual([['One']]);
    for (const number of ['3', '999', '-1', '1.5', 'x'])
      expect((await send(await of(`<c t="s"><v>${number}</v></c>`))).json).toMatchObject({
        code: 0,
        msg: expect.stringContaining('The Excel file is damaged'),
      });
  });

  it('names errors by the rows of the sheet', async () => {
    const [, { check }] = await begin('content.tag');
    const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="2">${cell('name')}</row><row r="5">${cell('one')}</row><row r="8">${cell('one')}</row>`;
    expect(await check(await workbookOf({ sheets: { Tags: rows } }))).toMatchObject({
      lines: 2,
      added: 1,
      errors: [{ line: 8, message: 'The same value is already in row 5; it must be unique' }],
    });
  });

  it('refuses rows whose numbers do not rise, some of which would be left out', async () => {
    const [server, { send }] = await begin('content.tag');
    const row = (at: number): string => `<row r="${at}"><c t="inlineStr"><is><t>name ${at}</t></is></c></row>`;
    const falling = Array.from({ length: 300 }, (_, at) => 300 - at);
    for (const numbers of [falling, [1, 2, 2], [1, ...Array<number>(500).fill(2)], [1, Number.MAX_SAFE_INTEGER, 3]])
      expect((await send(await workbookOf({ sheets: { Tags: numbers.map(row).join('') } }))).json).toMatchObject({
        code: 0,
        msg: expect.stringContaining('The Excel file is damaged'),
      });
    // A row without a number would have none behind the last that there is.
    const last = row(1) + row(Number.MAX_SAFE_INTEGER);
    for (const more of ['<row/>', '<row/><row/>'])
      expect((await send(await workbookOf({ sheets: { Tags: last + more } }))).json).toMatchObject({ code: 0 });
    expect(await server.app.database.read.selectFrom('row_import').select('state').execute()).toEqual([]);
  });

  it('refuses a workbook of which more would be in memory than belongs into one', async () => {
    const [, { send, receive }] = await begin('content.tag');
    const cell = (content: string, place = ''): string => `<c ${place} t="inlineStr"><is>${content}</is></c>`;
    const rows = ['name', 'one'].map((text) => `<row>${cell(`<t>${text}</t>`)}</row>`).join('');
    /** By hand, with so many relations and sheets more. */
    const plain = (relations: number, sheets: number) => {
      const relation = (type: string, target: string): string =>
        `<Relationship Id="r" Type="x/${type}" Target="${target}"/>`;
      const within = (root: string, content: string) => [`<${root}>${content}</${root}>`];
      return zipped([
        {
          name: '_rels/.rels',
          content: within('all', relation('officeDocument', 'b.xml') + relation('x', 'y').repeat(relations)),
        },
        { name: '_rels/b.xml.rels', content: within('all', relation('worksheet', 's.xml')) },
        { name: 'b.xml', content: within('sheets', '<sheet id="r"/>'.repeat(1 + sheets)) },
        { name: 's.xml', content: within('sheet', rows) },
      ]);
    };
    const pieces = (name: string): string => `<${name}>${'x'.repeat(900_000)}</${name}>`.repeat(2);
    const tags = (content: string) => workbookOf({ sheets: { Tags: content } });
    // As far as it may go.
    expect(await receive(await plain(10_000, 10_000))).toMatchObject({ lines: 1 });
    for (const content of [
      await plain(40_000, 0),
      await plain(0, 40_000),
      await tags('<a>'.repeat(200) + rows + '</a>'.repeat(200)),
      await tags(`${rows}<row>${cell(pieces('t'), 'r="ZZ3"')}</row>`),
      await tags(`${rows}<row><c r="ZZ3" t="str">${pieces('v')}</c></row>`),
      await workbookOf({ sheets: { Tags: rows }, texts: `<si>${pieces('t')}</si>` }),
      await workbookOf({ sheets: { Tags: rows }, formats: ['0'.repeat(2000)] }),
    ])
      expect((await send(content)).json).toMatchObject({
        code: 0,
        msg: expect.stringContaining('The Excel file is damaged'),
      });
  });

  it('refuses what is no workbook, and keeps nothing of it', async () => {
    const [server, { send }] = await begin('content.tag');
    const row = (cells: string): string => `<row>${cells}</row>`;
    const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const whole = await workbookOf({ sheets: { Tags: row(cell('name')) + row(cell('one')) } });
    const refusals: (readonly [Uint8Array, string])[] = [
      [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is an old Excel file'],
      [whole.subarray(0, -1), 'The Excel file is damaged'],
      [whole.subarray(0, 4), 'The Excel file is damaged'],
      [await zipped([{ name: 'a.txt', content: ['name\none\n'] }]), 'The Excel file is damaged'],
      [await workbookOf({ sheets: { '-': row(cell('name')) } }), 'The Excel file is damaged'],
      [await workbookOf({ sheets: { Tags: row('<c><v>1</c>') } }), 'The Excel file is damaged'],
      [await workbookOf({ sheets: { Tags: row(cell('x'.repeat(2_000_000))) } }), 'The Excel file is damaged'],
      [await workbookOf({ sheets: { Tags: row(cell('x'.repeat(300_000)).repeat(4)) } }), 'The Excel file is damaged'],
      [await workbookOf({ sheets: { Tags: row(cell('name')) } }), 'The file has no records'],
      [
        await workbookOf({ sheets: { Tags: row(cell('name').repeat(501)) + row(cell('one')) } }),
        'The file has more than 500',
      ],
    ];
    for (const [content, message] of refusals)
      expect((await send(content, 'a.xlsx')).json).toMatchObject({ code: 0, msg: expect.stringContaining(message) });
    const kept = await server.app.database.read.selectFrom('row_import').select('state').execute();
    expect(kept).toEqual([]);
    // Nothing keeps the next one waiting.
    expect((await send(whole)).json).toMatchObject({ code: 1 });
  });
});
