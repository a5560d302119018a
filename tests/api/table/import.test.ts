import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { system } from '../../../src/server/table/createGate.ts';
import type { Imported } from '../../../src/server/table/import/runImport.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { importer, type Importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { entries, securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

eachDatabase((name, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(await startServer(await place(), { resources: sampleTables }));
    return servers.at(-1)!;
  };
  const begin = async (controller: string): Promise<[TestServer, Importer]> => {
    const server = await serve();
    return [server, importer(server, controller, await server.signIn())];
  };
  const person = { username: 'clerk', password: 'Clerk-1234' } as const;

  it('guesses columns by label or name, and shows what the file has', async () => {
    const [server, { receive }] = await begin('content.article');
    await server.app.gate.addAll('category', [{ name: 'News' }]);
    const found = await receive('\uFEFFID,标题,price,Category_id,Nothing of ours,title\r\n1,One,2.50,News,x,y\r\n');
    expect(found).toMatchObject({
      state: 'received',
      file: 'rows.csv',
      lines: 1,
      header: ['ID', '标题', 'price', 'Category_id', 'Nothing of ours', 'title'],
      key: 'id',
      sample: [['1', 'One', '2.50', 'News', 'x', 'y']],
    });
    expect(found.columns).toEqual(['id', 'title', 'price', 'category_id', null, null]);
    const names = found.fields.map(({ name }) => name);
    expect(names).toContain('tag_ids');
    expect(names).not.toContain('pin');
    expect(names).not.toContain('owner');
    expect(names).not.toContain('double');
    expect(found.absent).toEqual([]);
    const people = importer(server, 'auth.admin', await server.signIn());
    expect((await people.receive('Username,Password\nann,secret-1\n')).absent).toEqual(['Password']);
  });

  it('takes a title for the field that the table calls so, and for the id too where the file has both', async () => {
    const item = table('item', {
      code: f.text({ label: { 'zh-cn': '编号', en: 'Code' }, required: true, unique: true }),
    });
    servers.push(
      await startServer(await place(), { resources: [item.resource({ path: 'shop/item', label: 'Items' })] }),
    );
    const { receive } = importer(servers.at(-1)!, 'shop.item', await servers.at(-1)!.signIn());
    expect(await receive('编号\nA1\n')).toMatchObject({ columns: ['code'], key: '' });
    expect(await receive('编号,编号\n1,A1\n')).toMatchObject({ columns: ['id', 'code'], key: 'id' });
    expect(await receive('ID,编号\n1,A1\n')).toMatchObject({ columns: ['id', 'code'] });
  });

  it('finds in a check what would be added, changed and left, and changes nothing', async () => {
    const [server, { check, token }] = await begin('content.tag');
    await server.app.gate.addAll('tag', [{ name: 'one' }, { name: 'two' }]);
    const before = await server.app.gate.rows('tag').list();
    const found = await check('id,name\n1,first\n2,two\n,three\n99,four\n,one\n,\n1,again\n,three\n');
    expect(found).toMatchObject({
      state: 'checked',
      lines: 7,
      added: 1,
      edited: 1,
      same: 1,
      failed: 4,
      existsBy: null,
    });
    expect(found.errors).toEqual([
      {
        line: 5,
        column: 'id',
        label: 'ID',
        value: '99',
        message: 'There is no record with the ID 99 that you have access to',
      },
      { line: 6, column: 'name', label: 'Name', value: 'one', message: 'Already in use. Please choose another' },
      { line: 8, column: 'id', label: 'ID', value: '1', message: 'The same record is already in row 2' },
      {
        line: 9,
        column: 'name',
        label: 'Name',
        value: 'three',
        message: 'The same value is already in row 4; it must be unique',
      },
    ]);
    // With other columns, or by another key, it can be checked again.
    expect(found.fields.map(({ name: field }) => field)).toEqual(['id', 'name']);
    expect(found.keys.map(({ name: field }) => field)).toEqual(['id', 'name']);
    expect(await server.app.gate.rows('tag').list()).toEqual(before);
    const chinese = await server.request('GET', '/api/admin/content.tag/import', {
      token,
      query: { id: found.id },
      headers: { 'think-lang': 'zh-cn' },
    });
    expect(JSON.stringify(chinese.json.data)).toContain('与第 2 行是同一条记录');
  });

  it('names the field by which lines that it was to add are there already, to whoever may change them', async () => {
    const [server, { check, step, settled }] = await begin('content.tag');
    await server.app.gate.addAll('tag', [{ name: 'one' }]);
    const file = 'name\ntwo\none\n';
    const { id, columns, ...found } = await check(file);
    expect(found).toMatchObject({ added: 1, failed: 1, existsBy: { name: 'name', label: 'Name' } });
    await step(id, 'check', { columns, key: 'name' });
    expect(await settled(id)).toMatchObject({ added: 1, same: 1, failed: 0, existsBy: null });
    expect((await check('name\ntwo\ntwo\n')).existsBy).toBeNull();
    const nodes = ['index', 'add', 'import'].map((each) => `content/tag/${each}`);
    await addPerson(server.app.gate, person.username, person.password, nodes);
    const theirs = importer(server, 'content.tag', await server.signIn(person.username, person.password));
    expect(await theirs.check(file)).toMatchObject({ failed: 1, existsBy: null });
  });

  it('says that the trash has what is there already, and does not offer to change it', async () => {
    const part = table('spare', { code: f.text({ required: true, unique: true }) });
    servers.push(
      await startServer(await place(), { resources: [part.resource({ path: 'shop/spare', traits: { trash: true } })] }),
    );
    const server = servers.at(-1)!;
    const { check } = importer(server, 'shop.spare', await server.signIn());
    await server.app.gate.addAll('spare' as never, [{ code: 'A1' }, { code: 'A2' }] as never);
    await server.app.gate.rows('spare' as never).del([1]);
    const message = 'Already used by a record in the trash. Restore that one, or choose another';
    expect(await check('code\nA1\n')).toMatchObject({ failed: 1, errors: [{ message }], existsBy: null });
    expect(await check('code\nA1\nA2\n')).toMatchObject({ failed: 2, existsBy: { name: 'code' } });
    const nodes = ['index', 'add', 'edit', 'import'].map((each) => `shop/spare/${each}`);
    await addPerson(server.app.gate, person.username, person.password, nodes);
    const theirs = importer(server, 'shop.spare', await server.signIn(person.username, person.password));
    // Whoever does not see the trash is told no more than before.
    expect(await theirs.check('code\nA1\n')).toMatchObject({
      errors: [{ message: 'Already in use. Please choose another' }],
      existsBy: null,
    });
  });

  it('keeps what was checked where another file is refused, until one is taken', async () => {
    const [, { check, send, state, receive, step }] = await begin('content.tag');
    const { id } = await check('name\none\n');
    expect((await send('')).json.code).toBe(0);
    expect((await send(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).json.code).toBe(0);
    expect((await state(id)).state).toBe('checked');
    await receive('name\ntwo\n');
    expect((await step(id, 'run')).json.code).toBe(0);
  });

  it('does nothing while there are errors, unless they are to be left out', async () => {
    const [server, { check, step, settled }] = await begin('content.tag');
    const { id } = await check(`name\nthree\n"${'x'.repeat(300)}"\n`);
    expect((await step(id, 'run')).json).toMatchObject({ code: 0, msg: expect.stringContaining('errors') });
    expect(await server.app.gate.rows('tag').count()).toBe(0);
    await step(id, 'run', { skip: true });
    expect(await settled(id)).toMatchObject({ state: 'done', added: 1, edited: 0, same: 0, failed: 1 });
    expect(await server.app.gate.rows('tag').list()).toMatchObject([{ name: 'three' }]);
    await expect
      .poll(() => entries(server, { kind: 'import' }))
      .toMatchObject([
        { outcome: 'success', username: 'admin', target: 'tag', detail: { import: id, added: 1, failed: 1 } },
      ]);
  });

  it('reads every kind of value as an export writes it', async () => {
    const [server, mine] = await begin('content.article');
    const { gate } = server.app;
    await gate.addAll('category', [{ name: 'News' }, { name: '7' }]);
    await gate.addAll('tag', [{ name: 'red' }, { name: 'blue' }]);
    await mine.run(
      'title,category_id,tag_ids,status,price,rate,weight,hot,colors,labels,day,seen_at,note\n' +
        `'=1+1,News,"red, blue",Draft,-0,12.5%,1.125,Yes,"Red, green","a,b",2026-02-03,2026-02-03 04:05:06,"line\none, ""two"""\n` +
        '是,7,,live,3.5,,,是,,,,,\n',
      { skip: true },
    );
    const [first, ...more] = await gate.rows('article').list({}, { sort: 'id' });
    expect(first).toMatchObject({
      title: '=1+1',
      category_id: 1,
      tag_ids: [1, 2],
      status: 'draft',
      price: '0.00',
      rate: 12.5,
      weight: 1.125,
      hot: 1,
      colors: ['red', 'green'],
      labels: ['a', 'b'],
      day: '2026-02-03',
      note: 'line\none, "two"',
    });
    // A subtitle is needed for what is live: the second line was wrong.
    expect(more).toEqual([]);
    const exported = await server.request('GET', '/api/admin/content.article/export?format=csv', { token: mine.token });
    const again = await mine.check(exported.text);
    expect(again).toMatchObject({ added: 0, edited: 0, same: 1, failed: 0 });
  });

  it('takes a row by a number for that which has it to its last decimal', async () => {
    const coin = table('coin', { weight: f.decimal({ scale: 3, unique: true }), name: f.text() });
    servers.push(await startServer(await place(), { resources: [coin.resource({ path: 'shop/coin' })] }));
    const server = servers.at(-1)!;
    await server.app.gate.addAll('coin' as never, [{ weight: 1.125, name: 'old' }] as never);
    const { run } = importer(server, 'shop.coin', await server.signIn());
    const done = await run('weight,name\n1.125,new\n1.126,other\n', { key: 'weight' });
    expect(done).toMatchObject({ state: 'done', added: 1, edited: 1 });
  });

  it('finds related rows by the names that the language of whoever imports has for them', async () => {
    const [server, { check }] = await begin('auth.admin');
    const { gate } = server.app;
    const file = (group: string) => `id,nickname,group_ids\n1,Somebody,${group}\n`;
    const [made] = await gate.rows('admin_group').list({ is_super: 1 });
    const shown = String(made!.made_name_en);
    expect(shown).not.toBe(made!.name);
    for (const name of [shown, made!.name])
      expect(await check(file(name)), name).toMatchObject({ edited: 1, failed: 0 });
    await gate.rows('admin_group').edit(made!.id, { name: 'Owners' });
    expect(await check(file('Owners'))).toMatchObject({ edited: 1, failed: 0 });
    expect(await check(file(shown))).toMatchObject({ edited: 0, failed: 1 });
  });

  it('reads a text as it was that already has the apostrophe of an export', async () => {
    const [server, mine] = await begin('content.tag');
    const names = ["'=1", "''=1", "'one", "'", '=1'];
    await server.app.gate.addAll(
      'tag',
      names.map((each) => ({ name: each })),
    );
    const exported = await server.request('GET', '/api/admin/content.tag/export?format=csv', { token: mine.token });
    expect(await mine.check(exported.text)).toMatchObject({ lines: names.length, same: names.length });
  });

  it('tells nobody which names there are whose field they may not read', async () => {
    const folder = table('folder', { name: f.text({ required: true, unique: true }) });
    const sheet = table('sheet', { name: f.text({ required: true }), folder_id: f.belongsTo('folder') });
    const resources = [
      folder.resource({ path: 'post/folder', access: { name: { read: ({ super: isSuper }) => isSuper } } }),
      sheet.resource({ path: 'post/sheet' }),
    ];
    servers.push(await startServer(await place(), { resources }));
    const server = servers.at(-1)!;
    const { gate } = server.app;
    await gate.rows('folder' as never).add({ name: 'Secret' } as never);
    const nodes = ['folder/index', 'sheet/index', 'sheet/add', 'sheet/import'].map((each) => `post/${each}`);
    await addPerson(gate, person.username, person.password, nodes);
    const of = async (...who: string[]) => importer(server, 'post.sheet', await server.signIn(...who));
    const file = 'name,folder_id\na,Secret\nb,Unknown\nc,1\n';
    expect(await (await of()).check(file)).toMatchObject({ added: 2, failed: 1 });
    const found = await (await of(person.username, person.password)).check(file);
    expect(found).toMatchObject({ added: 1, failed: 2 });
    expect(found.errors.map(({ message }) => message.replace(/“.*”/, '“…”'))).toEqual(
      Array.from({ length: 2 }, () => "“…” doesn't exist, or you don't have access to it"),
    );
  });

  it('takes rows by another unique field, and empties what a cell leaves empty', async () => {
    const [server, { run }] = await begin('auth.account');
    await server.app.gate.rows('account').add({ name: 'ada', password: 'Secret-123', email: 'a@b.cd' });
    const done = await run('name,email\nada,\nbob,bob@b.cd\n', { key: 'name', skip: true });
    // Who is new needs a password, which no file has.
    expect(done).toMatchObject({ state: 'done', added: 0, edited: 1, failed: 1 });
    expect(await server.app.gate.rows('account').list()).toMatchObject([{ name: 'ada', email: null }]);
  });

  it('writes by the rights of whoever imports: nodes, fields and rows', async () => {
    const server = await serve();
    const { gate } = server.app;
    await addPerson(gate, person.username, person.password, ['content/article/index', 'content/article/import']);
    const clerk = (await gate.rows('admin').list({ username: 'clerk' }))[0]!.id;
    await gate.rows('article').add({ title: 'theirs', owner: 999 });
    await gate.rows('article').add({ title: 'common', owner: 0 });
    await gate.rows('article').add({ title: 'own', owner: clerk });
    const mine = importer(server, 'content.article', await server.signIn(person.username, person.password));
    const refused = await mine.check('id,title\n,new\n3,other\n');
    expect(refused).toMatchObject({ added: 0, edited: 0, failed: 2, keys: [] });
    expect((await mine.step(refused.id, 'run', { skip: true })).json).toMatchObject({ code: 0 });

    await addPerson(gate, 'editor', person.password, [
      'content/article/index',
      'content/article/import',
      'content/article/edit',
    ]);
    const editor = (await gate.rows('admin').list({ username: 'editor' }))[0]!.id;
    await gate.rows('article').edit(3, { owner: editor });
    const other = importer(server, 'content.article', await server.signIn('editor', person.password));
    const received = await other.receive('id,title,note\n1,x,\n2,x,\n3,x,\n,x,\n');
    expect(received.columns).toEqual(['id', 'title', null]);
    const wanted = { columns: ['id', 'title', 'note'], key: 'id' };
    expect((await other.step(received.id, 'check', wanted)).json).toMatchObject({ code: 0 });
    await other.step(received.id, 'check', { columns: received.columns, key: 'id' });
    const found = await other.settled(received.id);
    expect(found).toMatchObject({ added: 0, edited: 1, same: 0, failed: 3 });
    expect(found.errors.map(({ line }) => line)).toEqual([2, 3, 5]);
    await other.step(found.id, 'run', { skip: true });
    expect(await other.settled(found.id)).toMatchObject({ state: 'done', edited: 1 });
    const titles = (await gate.rows('article').list({}, { sort: 'id' })).map(({ title }) => title);
    expect(titles).toEqual(['theirs', 'common', 'x']);
  });

  it('answers whoever lacks the right, and whose import it is not, as if there were none', async () => {
    const server = await serve();
    const { gate } = server.app;
    const admin = importer(server, 'content.tag', await server.signIn());
    const { id } = await admin.check('name\none\n');
    await addPerson(gate, person.username, person.password, ['content/tag/index', 'content/tag/add']);
    const token = await server.signIn(person.username, person.password);
    const clerk = importer(server, 'content.tag', token);
    expect((await clerk.send('name\nx\n')).json).toMatchObject({ code: 401 });
    expect((await clerk.step(id, 'run')).json).toMatchObject({ code: 401 });
    await addPerson(gate, 'second', person.password, ['content/tag/index', 'content/tag/add', 'content/tag/import']);
    const second = importer(server, 'content.tag', await server.signIn('second', person.password));
    const none = (await second.step(999, 'run')).json.msg;
    expect((await second.step(id, 'run')).json).toMatchObject({ code: 0, msg: none });
    const other = await server.request('GET', `/api/admin/content.tag/import?id=${id}`, { token: second.token });
    expect(other.json).toMatchObject({ code: 0, msg: none });
    const elsewhere = importer(server, 'content.category', admin.token);
    expect((await elsewhere.step(id, 'run')).json).toMatchObject({ code: 0, msg: none });
    expect(await gate.rows('tag').count()).toBe(0);
  });

  it('refuses files that are none, and keeps nothing of them', async () => {
    const [server, { send, receive, step, token }] = await begin('content.tag');
    const messages = [];
    for (const content of ['', 'name\n', 'name\n\n \n', 'name\n"one\n', 'name\na"b"c,d\n', 'na\0me\nx\n'])
      messages.push((await send(content)).json);
    expect(messages.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(messages.map(({ msg }) => msg.slice(0, 24))).toEqual([
      'The file has no records ',
      'The file has no records ',
      'The file has no records ',
      'The file is damaged arou',
      'The file is damaged arou',
      'The text in this file ca',
    ]);
    // Only people are told its name.
    const odd = await server.request('POST', '/api/admin/content.tag/importFile?name[a]=1', {
      token,
      body: 'name\none\n',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(odd.json).toMatchObject({ code: 1, data: { file: '' } });
    const { id } = odd.json.data;
    for (const column of [['name'], { toString: 1, valueOf: 1 }, 1, 'toString'])
      expect((await step(id as number, 'check', { columns: [column] })).json).toMatchObject({ code: 0 });
    expect((await receive('name;other\n"a;b";c\n')).sample).toEqual([['a;b', 'c']]);
    const { rows } = await server.app.database.read
      .selectFrom('row_import')
      .select('state')
      .execute()
      .then((all) => ({ rows: all }));
    expect(rows).toEqual([{ state: 'received' }]);
  });

  /** A table whose rows tell when each is saved or deleted; those behind one that is told `true` take their time. */
  const told = (
    saved: (name: string) => boolean,
    deleted: (name: string) => boolean = () => false,
    more: object = {},
  ) => {
    let isSlow = false;
    return table('parcel', { name: f.text({ required: true, unique: true }) }).resource({
      path: 'post/parcel',
      ...more,
      hooks: {
        async afterSave({ row }) {
          isSlow = saved(row.name!) || isSlow;
          if (isSlow) await sleep(8);
        },
        async beforeDelete({ rows }) {
          for (const row of rows) isSlow = deleted(row.name!) || isSlow;
          if (isSlow) await sleep(8);
        },
      },
    });
  };
  const many = (count: number): string =>
    `name\n${Array.from({ length: count }, (_, at) => `parcel ${at + 1}`).join('\n')}\n`;
  const namesIn = async (server: TestServer): Promise<unknown[]> =>
    (await server.app.gate.rows('parcel' as never).list({}, { sort: 'id' })).map((row) => row['name' as never]);

  it('goes on after a stop in the middle, with no line twice and none missing', async () => {
    const where = await place();
    let reach: () => boolean = () => false;
    const seen: string[] = [];
    const resources = [
      told((name) => {
        seen.push(name);
        return name === 'parcel 300' && reach();
      }),
    ];
    const first = await startServer(where, { resources });
    const mine = importer(first, 'post.parcel', await first.signIn());
    const { id } = await mine.check(many(600));
    seen.length = 0;
    const closed = new Promise<void>((resolve) => {
      reach = () => {
        resolve(first.close());
        return true;
      };
    });
    await mine.step(id, 'run');
    await closed;
    expect(seen.length).toBeGreaterThanOrEqual(300);
    expect(seen.length).toBeLessThan(600);
    reach = () => false;

    servers.push(await startServer(where, { resources }));
    const second = servers.at(-1)!;
    const done = await importer(second, 'post.parcel', await second.signIn()).settled(id);
    expect(done).toMatchObject({ state: 'done', added: 600, failed: 0 });
    expect(await namesIn(second)).toEqual(Array.from({ length: 600 }, (_, at) => `parcel ${at + 1}`));
  });

  it('writes no line twice when two jobs are at it', async () => {
    servers.push(await startServer(await place(), { resources: [told(() => false)] }));
    const server = servers.at(-1)!;
    const mine = importer(server, 'post.parcel', await server.signIn());
    const { id } = await mine.check(many(600));
    await mine.step(id, 'run');
    const admin = { ...system, super: true };
    const heard: string[] = [];
    const imported = async ({ stored }: Imported): Promise<void> => void heard.push(stored.state);
    const parts = { callerOf: async () => admin, imported, patience: Infinity };
    const signal = new AbortController().signal;
    await Promise.all([1, 2].map(() => server.app.gate.runImport({ id, turn: 2 }, signal, parts)));
    expect(await mine.settled(id)).toMatchObject({ state: 'done', added: 600 });
    expect(await namesIn(server)).toHaveLength(600);
    // Who comes too late tells nothing: nobody has cancelled it.
    expect(heard).not.toContain('cancelled');
  });

  it('stops between two portions when it is cancelled, and what was written can be undone', async () => {
    let reach: () => boolean = () => false;
    const resources = [told((name) => name === 'parcel 300' && reach())];
    servers.push(await startServer(await place(), { resources }));
    const server = servers.at(-1)!;
    const mine = importer(server, 'post.parcel', await server.signIn());
    const { id } = await mine.check(many(600));
    const cancelled = new Promise((resolve) => {
      reach = () => {
        setImmediate(() => resolve(mine.step(id, 'cancel')));
        return true;
      };
    });
    await mine.step(id, 'run');
    expect(await cancelled).toMatchObject({ json: { code: 1 } });
    const state = await mine.settled(id);
    expect(state).toMatchObject({ state: 'cancelled', failed: 0 });
    expect(state.added).toBeGreaterThanOrEqual(200);
    expect(state.added).toBeLessThan(600);
    expect(await namesIn(server)).toHaveLength(state.added);
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: state.added, kept: 0 });
    expect(await namesIn(server)).toEqual([]);
  });

  it.runIf(name === 'postgres')('is cancelled also by who asks while a portion ends', async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isRunning = false;
    const slow = table('parcel', { name: f.text({ required: true, unique: true }) }).resource({
      path: 'post/parcel',
      hooks: {
        async afterSave({ row }) {
          if (!isRunning || row.name !== 'parcel 3') return;
          reached.resolve();
          await goOn.promise;
        },
      },
    });
    servers.push(await startServer(await place(), { resources: [slow] }));
    const server = servers.at(-1)!;
    const { database } = server.app;
    const haveWaiting = (count: number) => expect.poll(() => waitingTransactions(database)).toBe(count);
    const mine = importer(server, 'post.parcel', await server.signIn());
    const { id } = await mine.check(many(600));
    isRunning = true;
    await mine.step(id, 'run');
    await reached.promise;
    let cancelled: ReturnType<Importer['step']>;
    await database.write(async ({ db }) => {
      await sql`SELECT 1 FROM row_import FOR UPDATE`.execute(db);
      goOn.resolve();
      // First the portion, which writes how far it came, then who cancels.
      await haveWaiting(1);
      cancelled = mine.step(id, 'cancel');
      await haveWaiting(2);
    });
    expect(await cancelled!).toMatchObject({ json: { code: 1 } });
    expect(await mine.settled(id)).toMatchObject({ state: 'cancelled', failed: 0 });
  });

  it('writes nothing more once the right is lost, and says so', async () => {
    let reach: () => boolean = () => false;
    const resources = [told((name) => name === 'parcel 300' && reach())];
    servers.push(await startServer(await place(), { resources }));
    const server = servers.at(-1)!;
    const { gate } = server.app;
    await addPerson(gate, person.username, person.password, [
      'post/parcel/index',
      'post/parcel/add',
      'post/parcel/import',
    ]);
    const [clerk] = await gate.rows('admin').list({ username: 'clerk' });
    const mine = importer(server, 'post.parcel', await server.signIn(person.username, person.password));
    const { id } = await mine.check(many(600));
    const reached = new Promise<void>((resolve) => {
      reach = () => {
        resolve();
        return true;
      };
    });
    await mine.step(id, 'run');
    await reached;
    await gate.rows('admin').edit(clerk!.id, { status: 0 });
    const stored = () =>
      server.app.database.read.selectFrom('row_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await stored())['state']).toBe('failed');
    const { added, failure } = await stored();
    expect(JSON.parse(String(failure))).toMatchObject({ key: 'rows:forbidden' });
    expect(Number(added)).toBeLessThan(600);
    expect(await namesIn(server)).toHaveLength(Number(added));
  });

  it('is nobody’s once the plugin is gone by which its owner was somebody', async () => {
    let reach: () => boolean = () => false;
    const parcels = (more: object) =>
      told(
        (name) => name === 'parcel 100' && reach(),
        () => false,
        more,
      );
    const realms = { guest: { actions: ['index', 'add', 'import'], read: ['name'], write: ['name'] } };
    const where = await place();
    const first = await startServer(where, {
      plugins: [guests],
      resources: [...guests.resources!, parcels({ realms })],
    });
    // The first of them has the number of the first administrator.
    await first.app.gate.rows('guest').add({ username: person.username, password: person.password });
    const { json } = await first.request('POST', '/api/guest/session/login', { body: person });
    const headers = { 'x-guest-token': (json.data['userInfo'] as { token: string }).token };
    const ask = (call: string, body: object | string) =>
      first.request('POST', `/api/guest/post.parcel/${call}`, {
        body: body as never,
        headers: {
          ...headers,
          'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json',
        },
      });
    const stored = ({ app }: TestServer) =>
      app.database.read.selectFrom('row_import').selectAll().executeTakeFirstOrThrow();
    const { id } = (await ask('importFile?name=rows.csv', many(600))).json.data;
    await ask('import', { id, step: 'check', columns: ['name'] });
    await expect.poll(async () => (await stored(first))['state']).toBe('checked');
    const closed = new Promise<void>((resolve) => {
      reach = () => {
        resolve(first.close());
        return true;
      };
    });
    expect((await ask('import', { id, step: 'run' })).json).toMatchObject({ code: 1 });
    await closed;
    reach = () => false;
    servers.push(await startServer(where, { resources: [parcels({ realms })] }));
    const second = servers.at(-1)!;
    await expect.poll(async () => (await stored(second))['state']).not.toBe('running');
    const { added, failure, state } = await stored(second);
    expect(state).toBe('failed');
    expect(JSON.parse(String(failure))).toMatchObject({ key: 'rows:forbidden' });
    expect(Number(added)).toBeLessThan(600);
    expect(await namesIn(second)).toHaveLength(Number(added));
  });

  it('goes on with nothing but undoing once it has begun to be undone', async () => {
    let reach: () => boolean = () => false;
    const resources = [
      told(
        () => false,
        (name) => name === 'parcel 299' && reach(),
      ),
    ];
    servers.push(await startServer(await place(), { resources }));
    const server = servers.at(-1)!;
    const { gate, database } = server.app;
    const nodes = ['index', 'add', 'del', 'import'].map((action) => `post/parcel/${action}`);
    await addPerson(gate, person.username, person.password, nodes);
    const [clerk] = await gate.rows('admin').list({ username: person.username });
    const signedIn = async () => importer(server, 'post.parcel', await server.signIn(person.username, person.password));
    const mine = await signedIn();
    const { id, columns, key } = await mine.run(many(300));
    const reached = new Promise<void>((resolve) => {
      reach = () => {
        resolve();
        return true;
      };
    });
    await mine.step(id, 'undo');
    await reached;
    await gate.rows('admin').edit(clerk!.id, { status: 0 });
    const stored = () =>
      database.read.selectFrom('row_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await stored())['state']).toBe('failed');
    expect((await namesIn(server)).length).toBeGreaterThan(0);
    await gate.rows('admin').edit(clerk!.id, { status: 1 });
    const again = await signedIn();
    for (const step of ['check', 'run'])
      expect((await again.step(id, step, { columns, key })).json).toMatchObject({ code: 0 });
    expect((await again.step(id, 'undo')).json).toMatchObject({ code: 1 });
    expect(await again.settled(id)).toMatchObject({ state: 'undone', kept: 0 });
    expect(await namesIn(server)).toEqual([]);
  });

  it('stops, without that portion, at a line that was right when it was checked', async () => {
    const [server, { check, step, settled }] = await begin('content.tag');
    const { id } = await check('name\none\ntwo\nthree\n');
    await server.app.gate.rows('tag').add({ name: 'two' });
    await step(id, 'run');
    const stopped = await settled(id);
    expect(stopped).toMatchObject({ state: 'stopped', failed: 1, errors: [{ line: 3, column: 'name' }] });
    // On a slow server the first line is a portion of its own.
    expect(stopped.added).toBeLessThan(2);
    expect(await server.app.gate.rows('tag').count()).toBe(1 + stopped.added);
  });
});
