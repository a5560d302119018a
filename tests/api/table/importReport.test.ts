import { expect, it } from 'vitest';
import { f, table, type Caller, type Resource } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';

// What a check tells of what would change, and of what is wrong.
const person = { username: 'clerk', password: 'Clerk-1234' } as const;
const shelf = table('shelf', { name: f.text({ required: true }) });
const isSuper = (caller: Caller): boolean => caller.super;

const bookWith = (isSecret: boolean): Resource =>
  table('book', {
    title: f.text({ required: true, unique: true, max: 300, label: { 'zh-cn': '书名', en: 'Title' } }),
    shelf_id: f.belongsTo('shelf'),
    price: f.money({ default: '0' }),
    tax: f.money({ default: '0' }),
    code: f.text({ max: 100, ...(isSecret && { secret: true }) }),
    body: f.text({ max: 5000 }),
    hidden: f.bool(),
    state: f.enum(
      {
        new: { 'zh-cn': '全新', en: 'New' },
        used: { 'zh-cn': '二手', en: 'Used' },
        old: { 'zh-cn': '旧书', en: 'Old' },
      },
      { default: 'new' },
    ),
    letter: f.enum(Object.fromEntries([...'abcdefghijk'].map((each) => [each, each.toUpperCase()])), { default: 'a' }),
  }).resource({
    path: 'shop/book',
    access: { tax: { read: isSuper } },
    rows: { read: (caller) => isSuper(caller) || { hidden: 0 } },
    hooks: {
      beforeSave({ next }) {
        next.tax = next.price;
      },
    },
  }) as Resource;

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (where?: Place, isSecret = false): Promise<TestServer> => {
    const resources = [shelf.resource({ path: 'shop/shelf' }), bookWith(isSecret)];
    servers.push(await startServer(where ?? (await place()), { resources }));
    return servers.at(-1)!;
  };
  const books = (server: TestServer) => server.app.gate.rows('book' as never);

  it('shows of the first records that would change what becomes of them, by what the caller may read', async () => {
    const server = await serve();
    const { gate } = server.app;
    await gate.addAll('shelf' as never, [{ name: 'Old' }, { name: 'New' }] as never);
    const titles = Array.from({ length: 210 }, (_, at) => `Book ${at + 1}`);
    // More than are looked at together, of which these would change.
    const changed = [1, 2, 3, 205, 206, 207, 208];
    const body = `${'b'.repeat(1000)}end`;
    await gate.addAll('book' as never, titles.map((title) => ({ title, shelf_id: 1, body })) as never);
    const actions = ['index', 'add', 'edit', 'import'].map((action) => `shop/book/${action}`);
    await addPerson(gate, person.username, person.password, [...actions, 'shop/shelf/index']);
    const lines = titles.map((title, at) => {
      if (!changed.includes(at + 1)) return `${title},Old,0,${body}\n`;
      return at === 1 ? `${title},Old,0,${body}s\n` : `${title},New,2.50,${body}s\n`;
    });
    const file = `title,shelf_id,price,body\n${lines.join('')}Book 211,New,1,\n`;
    const mine = importer(server, 'shop.book', await server.signIn(person.username, person.password));
    const { examples, ...found } = await mine.check(file, { key: 'title' });
    expect(found).toMatchObject({ added: 1, edited: 7, same: 203, failed: 0, errorCount: 0 });
    expect(examples.map(({ id, name }) => [id, name])).toEqual(changed.slice(0, 5).map((id) => [id, `Book ${id}`]));
    const { changes } = examples[0]!;
    expect(Object.keys(changes)).toEqual(['shelf_id', 'price', 'body']);
    expect(changes['price']).toEqual({ before: '0.00', after: '2.50' });
    expect(changes['shelf_id']).toMatchObject({ before: 1, after: 2, rows: [{ name: 'Old' }, { name: 'New' }] });
    expect(changes['body']).toMatchObject({ cut: true, after: expect.stringMatching(/^….{1,300}ends$/) });
    expect(Object.keys(examples[1]!.changes)).toEqual(['body']);
    const all = importer(server, 'shop.book', await server.signIn());
    expect((await all.check(file, { key: 'title' })).examples[0]!.changes).toHaveProperty('tax');
    // Nobody is shown what is out of their sight by now.
    await books(server).edit(1, { hidden: 1 } as never);
    expect((await mine.state(found.id)).examples.map(({ id }) => id)).toEqual([2, 3, 205, 206]);
    await mine.step(found.id, 'run');
    expect(await mine.settled(found.id)).toMatchObject({ examples: [] });
  });

  it('shows what stands in a cell that is wrong, cut where it is long, and never of a secret', async () => {
    const where = await place();
    const server = await serve(where);
    const { check, token } = importer(server, 'shop.book', await server.signIn());
    const file = `title,price,code\nA,cheap,\nB,1,${'x'.repeat(101)}\n,2,\n`;
    const found = await check(file);
    expect(found.errors.map(({ line, label, value }) => [line, label, value])).toEqual([
      [2, 'Price', 'cheap'],
      [3, 'Code', `${'x'.repeat(59)}…`],
      // There is nothing in it.
      [4, 'Title', undefined],
    ]);
    await servers.pop()!.close();
    const later = importer(await serve(where, true), 'shop.book', token);
    expect((await later.state(found.id)).errors.map(({ value }) => value)).toEqual(['cheap', undefined, undefined]);
  });

  it('refuses a number that Excel has shortened, whatever the field takes, but where the record has just that', async () => {
    const server = await serve();
    const mine = importer(server, 'shop.book', await server.signIn());
    await books(server).add({ title: 'Known', code: '1.1E+11' } as never);
    const codes = ['1.38E+10', '-1.10101E+17', '1E+05', '1.1E+11 km', 'E+11', '12.5E+03'];
    const lines = codes.map((code, at) => `Book ${at},${code},\n`).join('');
    const found = await mine.check(`title,code,price\nKnown,1.1E+11,\n${lines}Dear,,2.5E+10\n`, { key: 'title' });
    const message = expect.stringMatching(/^Excel has shortened this number/) as string;
    expect(found.errors).toMatchObject([
      { line: 3, label: 'Code', value: '1.38E+10', message },
      { line: 4, message },
      { line: 5, message },
      { line: 9, label: 'Price', message },
    ]);
    expect(found).toMatchObject({ same: 1, added: 3, failed: 4 });
  });

  it('lists all that is wrong with a row, also where a record that it names is not there', async () => {
    const server = await serve();
    await server.app.gate.rows('shelf' as never).add({ name: 'Old' } as never);
    await books(server).add({ title: 'Known' } as never);
    const { check } = importer(server, 'shop.book', await server.signIn());
    const lines = [
      `A,Nowhere,cheap,${'x'.repeat(101)}`,
      ',Nowhere,1,',
      'B,99,cheap,',
      'Known,Nowhere,cheap,',
      'Known,99,1,long',
      'C,Old,1,',
    ];
    const found = await check(`title,shelf_id,price,code\n${lines.join('\n')}\n`, { key: 'title' });
    expect(found.errors.map(({ line, column }) => [line, column])).toEqual([
      [2, 'shelf_id'],
      [2, 'price'],
      [2, 'code'],
      [3, 'title'],
      [3, 'shelf_id'],
      [4, 'shelf_id'],
      [4, 'price'],
      [5, 'shelf_id'],
      [5, 'price'],
      [6, 'shelf_id'],
    ]);
    expect(found).toMatchObject({ added: 1, failed: 5, errorCount: 10 });
    expect(found.errors[0]!.message).toMatch(/Nowhere/);
    expect(found.errors[0]!.value).toBe('Nowhere');
  });

  it('says of a row with other mistakes, too, what is taken: by a record, or by a row before it', async () => {
    const server = await serve();
    await books(server).add({ title: 'Known' } as never);
    const { check } = importer(server, 'shop.book', await server.signIn());
    const found = await check('title,price\nKnown,cheap\nNew,1\nNew,cheap\nOther,cheap\n');
    expect(found.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
      [2, 'title', expect.stringMatching(/already/i)],
      [2, 'price', expect.anything()],
      [4, 'title', expect.stringMatching(/row 3/)],
      [4, 'price', expect.anything()],
      [5, 'price', expect.anything()],
    ]);
    // A row may keep what is its own.
    const own = await importer(server, 'shop.book', await server.signIn()).check('id,title,price\n1,Known,cheap\n', {
      key: 'id',
    });
    expect(own.errors.map(({ column }) => column)).toEqual(['price']);
  });

  it.each([
    ['en', 'Please choose one of these: New, Used, or Old', 'Please choose one of the options'],
    ['zh-cn', '请从以下选项中选择：全新、二手或旧书', '请从给出的选项中选择'],
  ] as const)('names the choices of a field that has few (%s)', async (language, few, many) => {
    const server = await serve();
    const token = await server.signIn();
    const headers = { 'think-lang': language };
    const { check } = importer(server, 'shop.book', token);
    const body = { title: 'B', state: 'lost', letter: 'z' };
    const { json } = await server.request('POST', '/api/admin/shop.book/add', { token, body, headers });
    expect(json.data).toMatchObject({ errors: { state: few, letter: many } });
    if (language !== 'en') return;
    const { errors } = await check('title,state,letter,shelf_id\nA,lost,z,\nB,lost,z,Nowhere\n');
    expect(errors.map(({ message }) => message)).toEqual([few, many, expect.stringMatching(/Nowhere/), few, many]);
  });

  it.each([
    ['en', 'There is no record with the ID 99 that you have access to'],
    ['zh-cn', '没有编号为 99 且您有权访问的记录'],
  ] as const)('calls what no record has by the name of its field (%s)', async (language, said) => {
    const server = await serve();
    const token = await server.signIn();
    const { receive } = importer(server, 'shop.book', token);
    const { id, columns } = await receive('id,title\n99,A\n');
    const headers = { 'think-lang': language };
    const address = '/api/admin/shop.book/import';
    const body = { id, step: 'check', columns, key: 'id' };
    await server.request('POST', address, { token, headers, body });
    const errors = async () => {
      const { json } = await server.request('GET', address, { token, headers, query: { id } });
      return (json.data as { errors: readonly { message: string }[] }).errors.map(({ message }) => message);
    };
    await expect.poll(errors).toEqual([said]);
  });

  it('shows no more of a record than a person looks at', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `n${at}`);
    const wide = table('wide', Object.fromEntries(names.map((name) => [name, f.int({ default: 0 })])));
    servers.push(await startServer(await place(), { resources: [wide.resource({ path: 'shop/wide' }) as Resource] }));
    const server = servers.at(-1)!;
    await server.app.gate.rows('wide' as never).add({} as never);
    const { check } = importer(server, 'shop.wide', await server.signIn());
    const { examples } = await check(`id,${names.join(',')}\n1,${names.map(() => 1).join(',')}\n`);
    expect(examples.map(({ changes }) => Object.keys(changes).length)).toEqual([30]);
  });

  it('counts all errors, and lists the first of them', async () => {
    const server = await serve();
    const { check, step, settled } = importer(server, 'shop.book', await server.signIn());
    const file = `title,price,body\nA,1,\n${',cheap,\n'.repeat(150)}`;
    const found = await check(file);
    expect(found).toMatchObject({ added: 1, failed: 150, errorCount: 300 });
    expect(found.errors).toHaveLength(100);
    await step(found.id, 'run', { skip: true });
    expect(await settled(found.id)).toMatchObject({ state: 'done', failed: 150, errorCount: 0 });
  });
});
