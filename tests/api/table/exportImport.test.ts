import { expect, it } from 'vitest';
import { f, table, type Model, type Resource } from '#resource';
import { fill, type Side } from '../../support/conformance/side.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** A field of every kind whose values an export writes for people, and those of the sample tables. */
const things = table('thing', {
  name: f.text({ required: true, max: 200 }),
  note: f.textarea(),
  body: f.richText(),
  data: f.json(),
  pairs: f.keyValue(),
  words: f.tags(),
  paper: f.file(),
  papers: f.files(),
  cover: f.image(),
  pictures: f.images(),
  person: f.idCard(),
  day: f.date(),
  hour: f.time(),
  moment: f.datetime(),
  year: f.year(),
  size: f.decimal({ scale: 3 }),
  price: f.money(),
  share: f.percent(),
  color: f.color(),
  icon: f.icon(),
  web: f.url(),
  mail: f.email(),
  phone: f.mobile(),
  place: f.area(),
  category_id: f.belongsTo('category'),
  category_ids: f.belongsToMany('category'),
}).resource({ path: 'shop/thing' }) as Resource;
const resources = [...sampleTables, things];

eachDatabase((dialect, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(await startServer(await place(), { resources }));
    return servers.at(-1)!;
  };
  const controllerOf = ({ path }: Model): string => path!.replace('/', '.');
  const exported = async (server: TestServer, token: string, model: Model, format: string): Promise<Buffer> => {
    const address = `${server.address}/api/admin/${controllerOf(model)}/export?format=${format}`;
    return Buffer.from(await (await fetch(address, { headers: { batoken: token } })).arrayBuffer());
  };

  it('changes nothing by a file that an export has made', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { models } = server.app.gate;
    const side: Side = { name: dialect, app: server.app, rows: new Map(), refused: new Map() };
    const tested = resources.map(({ name }) => models.get(name)!).filter(({ actions }) => actions.has('import'));
    expect(tested.length).toBeGreaterThan(6);
    for (const model of tested) {
      await fill(side, model);
      const lines = side.rows.get(model.name)!.length;
      for (const format of ['csv', 'xlsx']) {
        const mine = importer(server, controllerOf(model), token);
        const found = await mine.check(await exported(server, token, model, format));
        expect
          .soft({ table: model.name, format, ...found })
          .toMatchObject({ lines, same: lines, errors: [], examples: [] });
      }
    }
    // A name that begins with a blank is found as it is, and others in spite of one.
    const { id } = (await server.app.gate.rows('article').list({}, { sort: 'id' }))[0]!;
    const comments = importer(server, 'content.comment', token);
    const { title } = (await server.app.gate.rows('article').get(id))!;
    expect(await comments.check(`text,article_id\nHi,"  ${title} "\n`)).toMatchObject({ added: 1, failed: 0 });
  });

  it('leaves the related row that it is where several have its name, and asks for the ID of another', async () => {
    const server = await serve();
    const { gate } = server.app;
    await gate.addAll('category', [{ name: 'Twin' }, { name: 'Twin' }, { name: 'Single' }]);
    const token = await server.signIn();
    const rows = gate.rows('thing' as never);
    await rows.add({ name: 'One', category_id: 2, category_ids: [1, 2, 3], price: '5.25' } as never);
    await rows.add({ name: 'Two', category_id: 3, category_ids: [1], price: '5.25' } as never);
    const mine = importer(server, 'shop.thing', token);
    const csv = (await exported(server, token, gate.models.get('thing')!, 'csv')).toString();
    expect(await mine.run(csv.replaceAll('5.25', '6.00'))).toMatchObject({ state: 'done', edited: 2, failed: 0 });
    expect(await rows.list({}, { sort: 'id' } as never)).toMatchObject([
      { category_id: 2, category_ids: [1, 2, 3], price: '6.00' },
      { category_id: 3, category_ids: [1], price: '6.00' },
    ]);
    const { errors } = await mine.check(csv.replace(',Single,', ',Twin,'));
    expect(errors).toMatchObject([{ value: 'Twin', message: 'Several records are called “Twin”: use the ID instead' }]);
    expect((await mine.check('name,category_id\nThree,Twin\n')).failed).toBe(1);
  });

  it('writes names with a comma so that it finds them again', async () => {
    const server = await serve();
    const { gate } = server.app;
    const names = ['Smith, John', '李，四', '"Big" Bob', 'Size 5" x', 'Plain'];
    await gate.addAll(
      'category',
      names.map((name) => ({ name })),
    );
    const token = await server.signIn();
    const rows = gate.rows('thing' as never);
    const words = ['a, b', 'c', '"d"'];
    await rows.add({ name: 'One', category_ids: [1, 2, 3, 4, 5], words } as never);
    const csv = (await exported(server, token, gate.models.get('thing')!, 'csv')).toString();
    expect(csv).toContain('"""Smith, John"", ""李，四"", """"""Big"""" Bob"", Size 5"" x, Plain"');
    const mine = importer(server, 'shop.thing', token);
    await mine.run(csv.replace(/^(\d+),One,/m, ',Two,'));
    expect(await rows.list({}, { sort: 'id' } as never)).toMatchObject([
      { name: 'One', category_ids: [1, 2, 3, 4, 5], words },
      { name: 'Two', category_ids: [1, 2, 3, 4, 5], words },
    ]);
  });

  it('changes nothing but the cells that somebody has changed, also where an export says less than there is', async () => {
    const server = await serve();
    const token = await server.signIn();
    const rows = server.app.gate.rows('thing' as never);
    const kept = {
      name: ' = 1',
      note: `two\r\nlines${' and more'.repeat(4000)}`,
      body: '<p>A <strong>word</strong></p><p>and <em>more</em></p>',
      words: ['a,b', 'c'],
    };
    const { id } = await rows.add({ ...kept, price: '5.25', share: 7 } as never);
    const mine = importer(server, 'shop.thing', token);
    const model = server.app.gate.models.get('thing')!;
    const csv = (await exported(server, token, model, 'csv')).toString();
    expect(await mine.run(csv.replace('5.25', '6.5'))).toMatchObject({ state: 'done', edited: 1, failed: 0 });
    expect(await rows.get(id)).toMatchObject({ ...kept, price: '6.50', share: 7 });
    const shorter = csv.replace('A word', 'One word');
    expect(await mine.run(shorter)).toMatchObject({ state: 'done', edited: 1, failed: 0 });
    expect(await rows.get(id)).toMatchObject({ ...kept, body: 'One word and more', price: '5.25' });
  });

  it('leaves what others have written between the check and the run where the file changes something else', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { gate } = server.app;
    const rows = gate.rows('thing' as never);
    await gate.addAll('category', [{ name: 'First' }, { name: 'Second' }]);
    const before = { body: '<p>A <strong>word</strong></p>', note: 'old', share: 7, category_ids: [1] };
    const first = (await rows.add({ name: 'One', price: '5.25', ...before } as never)).id;
    const second = (await rows.add({ name: 'Two', price: '7.25', ...before } as never)).id;
    const mine = importer(server, 'shop.thing', token);
    const csv = (await exported(server, token, gate.models.get('thing')!, 'csv')).toString();
    const { id } = await mine.check(csv.replace('5.25', '6.50').replace('One', 'Uno'));
    const meanwhile = { body: '<p>Another <em>word</em></p>', note: 'new', share: 9, category_ids: [2] };
    await rows.edit(first, { ...meanwhile, name: 'Ein' } as never);
    await rows.edit(second, { ...meanwhile, price: '8.00' } as never);
    expect((await mine.step(id, 'run')).json).toMatchObject({ code: 1 });
    expect(await mine.settled(id)).toMatchObject({ state: 'done', edited: 1, same: 1, failed: 0 });
    expect(await rows.get(first)).toMatchObject({ ...meanwhile, name: 'Uno', price: '6.50' });
    expect(await rows.get(second)).toMatchObject({ ...meanwhile, name: 'Two', price: '8.00' });
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 1 });
    expect(await rows.get(first)).toMatchObject({ ...meanwhile, name: 'Ein', price: '5.25' });
  });
});
