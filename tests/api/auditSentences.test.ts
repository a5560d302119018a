import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { action, f, table } from '#resource';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { importer } from '../support/imports.ts';
import { startServer, type TestServer } from '../support/server.ts';

const season = table('deed_season', { name: f.text({ required: true }) });
const list = table('deed_list', {
  name: f.text({ required: true, label: 'Name' }),
  price: f.money({ label: { 'zh-cn': '价格', en: 'Price' } }),
  status: f.enum(
    { draft: { 'zh-cn': '草稿', en: 'Draft' }, live: { 'zh-cn': '已发布', en: 'Live' } },
    { label: 'Status' },
  ),
  open: f.bool({ label: { 'zh-cn': '开放', en: 'Open' } }),
  note: f.textarea({ label: 'Note' }),
  season_id: f.belongsTo('deed_season', { label: 'Season' }),
  keeper: f.text({ label: 'Keeper' }),
  code: f.text({ secret: true, label: 'Code' }),
  pin: f.text({ encrypted: true, label: 'Pin' }),
  /** Of super administrators only; it follows from the price. */
  margin: f.text({ label: 'Margin' }),
});
declare module '#resource' {
  interface Tables {
    deed_season: typeof season;
    deed_list: typeof list;
  }
}

const resources = [
  season.resource({ path: 'deed/season', label: { 'zh-cn': '季节', en: 'Seasons' }, traits: { sortable: true } }),
  list.resource({
    path: 'deed/list',
    label: { 'zh-cn': '价目表', en: 'Lists' },
    traits: { trash: true, history: true },
    access: { margin: { read: (caller) => caller.super, write: (caller) => caller.super } },
    rows: { read: (caller) => caller.super || { keeper: caller.username } },
    actions: { publish: action({ label: { 'zh-cn': '发布', en: 'Publish' }, handler: () => {} }) },
    hooks: {
      beforeSave({ next, changes }) {
        if ('price' in changes) next.margin = `canary ${String(next.price)}`;
      },
    },
  }),
];

/** Routes beside the actions of a table: one leaves its rows as they are, one changes them. */
const around = definePlugin({
  name: 'around',
  start(host) {
    given = host;
  },
  routes: (['open', 'shut', 'shutForLess'] as const).map((name) => ({
    method: 'POST',
    url: `/admin/deed.list/${name}`,
    node: 'signed-in',
    title: { 'zh-cn': '自己的', en: 'Its own' },
    async handler({ caller, body }) {
      const rows = given.rows('deed_list', caller);
      if (name !== 'open') await rows.edit(Number(body['id']), { open: 0 });
      if (name === 'shutForLess') await rows.edit(Number(body['id']), { price: '1.00' });
    },
  })),
});
let given: PluginHost;

type Part = { readonly text: string; readonly path?: string };
interface Told {
  readonly id: number;
  readonly sentence: readonly Part[];
}
const textOf = ({ sentence }: Told): string => sentence.map(({ text }) => text).join('');

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let root: string;
  let bob: string;

  beforeAll(async () => {
    server = await startServer(await place(), { resources, plugins: [around] });
    root = await server.signIn();
    const actions = ['index', 'add', 'edit', 'del', 'restore', 'destroy', 'import', 'publish'];
    await addPerson(server.app.gate, 'bob', 'Bob-12345', [
      'auth/adminLog/index',
      ...actions.map((each) => `deed/list/${each}`),
    ]);
    bob = await server.signIn('bob', 'Bob-12345');
  });
  afterAll(() => server.close());

  const post = async (token: string, url: string, body: object): Promise<Record<string, unknown>> => {
    const { json } = await server.request('POST', `/api/admin/${url}`, { token, body: { ...body } });
    expect(json, json.msg).toMatchObject({ code: 1 });
    return json.data;
  };
  const added = async (token: string, values: object): Promise<number> => {
    const data = await post(token, 'deed.list/add', values);
    return (data['row'] as { id: number }).id;
  };
  const seasonCalled = async (name: string): Promise<number> => {
    const { row } = await post(root, 'deed.season/add', { name });
    return (row as { id: number }).id;
  };
  const drop = (ids: readonly number[]) =>
    server.request('DELETE', '/api/admin/deed.list/del', { token: root, query: { ids } });
  const ids = async (): Promise<number[]> =>
    (await server.app.gate.rows('admin_log').list({}, { sort: 'id' })).map(({ id }) => id);
  let marks = 0;
  /** Waits until all that has been done stands in the log, where entries come behind the answers, in their order; gives its ids. */
  async function settled(): Promise<number[]> {
    const name = `mark ${(marks += 1)}`;
    const { row } = await post(root, 'deed.season/add', { name });
    const marked = `"id":${(row as { id: number }).id},"name":"${name}"`;
    const last = async () => (await server.app.gate.rows('admin_log').list({}, { sort: '-id', limit: 1 }))[0]?.facts;
    await expect.poll(async () => JSON.stringify(await last())).toContain(marked);
    return (await ids()).slice(0, -1);
  }
  /** What is told of all that is done by `work`, entry by entry. */
  async function told(work: () => Promise<unknown>, token = root, language = 'en'): Promise<Told[]> {
    const before = (await settled()).length;
    await work();
    return sentences((await settled()).slice(before + 1), token, language);
  }
  async function sentences(wanted: readonly number[], token: string, language: string): Promise<Told[]> {
    const { json } = await server.request('GET', '/api/admin/auth.adminLog/sentences', {
      token,
      query: { ids: wanted },
      headers: { 'think-lang': language },
    });
    expect(json, json.msg).toMatchObject({ code: 1 });
    return (json.data['list'] as Told[]).toSorted((one, other) => one.id - other.id);
  }
  const texts = async (...given: Parameters<typeof told>): Promise<string[]> => (await told(...given)).map(textOf);

  it('tells of one change from what to what, with the record and the way to it, in the language of who reads it', async () => {
    const id = await added(root, { name: 'Spring list', price: '9.90', status: 'draft' });
    const entries = await told(() => post(root, 'deed.list/edit', { id, price: '12.00' }));
    // Fields that a hook has set belong to it.
    expect(entries.map(textOf)).toEqual([
      'admin changed Spring list: Price from 9.90 to 12.00; Margin from canary 9.90 to canary 12.00',
    ]);
    expect(entries[0]!.sentence).toContainEqual({ text: 'Spring list', path: `deed/list/${id}` });
    expect(await texts(() => post(root, 'deed.list/edit', { id, status: 'live' }))).toEqual([
      'admin changed the status of Spring list from Draft to Live',
    ]);
    expect(await texts(() => post(root, 'deed.list/edit', { id, status: 'draft' }), root, 'zh-cn')).toEqual([
      'admin 将“Spring list”的Status由 已发布 改为 草稿',
    ]);
    expect(await texts(() => post(root, 'deed.list/edit', { id, open: 1 }), root, 'zh-cn')).toEqual([
      'admin 为“Spring list”打开了“开放”',
    ]);
  });

  it('tells of a route beside the actions what it has changed, and nothing where it has changed nothing', async () => {
    const id = await added(root, { name: 'Beside', open: 1 });
    expect(await texts(() => post(root, 'deed.list/open', { id }))).toEqual([]);
    expect(await texts(() => post(root, 'deed.list/shut', { id }))).toEqual(['admin switched “Open” off for Beside']);
    const [last, before] = await server.app.gate
      .rows('admin_log')
      .list({}, { sort: '-id', limit: 5 })
      .then((all) => all.filter(({ title_en }) => title_en === 'Its own'));
    expect([last, before].map((entry) => entry?.url)).toEqual(['/admin/deed.list/shut', '/admin/deed.list/open']);
  });

  it('tells of a record that one call has changed twice all that has become of it', async () => {
    const id = await added(root, { name: 'Sale', open: 1, price: '2.00' });
    expect(await texts(() => post(root, 'deed.list/shutForLess', { id }))).toEqual([
      'admin changed Sale: Open off; Price from 2.00 to 1.00; Margin from canary 2.00 to canary 1.00',
    ]);
  });

  it('tells of what is set and cleared, of long texts only that they have changed, and of what has not', async () => {
    const winter = (await post(root, 'deed.season/add', { name: 'Winter' }))['row'] as { id: number };
    const id = await added(root, { name: 'Long', note: 'old' });
    const edit = (values: object) => () => post(root, 'deed.list/edit', { id, ...values });
    expect(await texts(edit({ season_id: winter.id }))).toEqual(['admin set the season of Long to Winter']);
    expect(await texts(edit({ season_id: null }))).toEqual(['admin cleared the season of Long, which was Winter']);
    expect(await texts(edit({ note: 'new '.repeat(500) }))).toEqual(['admin changed the note of Long']);
    expect(await texts(edit({ note: 'new '.repeat(500).trim() }))).toHaveLength(1);
    expect(await texts(edit({ code: 'secret canary', pin: 'pin canary' }))).toEqual(['admin changed Long']);
  });

  it('tells of new, deleted, restored and several records, and of actions of a table', async () => {
    const [one, two] = [await added(root, { name: 'One' }), await added(root, { name: 'Two' })];
    expect(await texts(() => added(root, { name: 'Three' }))).toEqual(['admin added Three to Lists']);
    expect(await texts(() => post(root, 'deed.list/publish', { ids: [one] }))).toEqual([
      'admin used “Publish” on One in Lists',
    ]);
    expect(await texts(() => post(root, 'deed.list/publish', { ids: [one, two] }))).toEqual([
      'admin used “Publish” on 2 records of Lists',
    ]);
    const values = { status: 'live' };
    const entries = await texts(async () => {
      await post(root, 'deed.list/bulkEdit', { ids: [one, two], values, preview: true });
      await post(root, 'deed.list/bulkEdit', { ids: [one, two], values });
    });
    expect(entries).toEqual(['admin changed 2 records of Lists: Status to Live']);
    // One of them has the note already.
    await post(root, 'deed.list/edit', { id: one, note: 'Read' });
    await settled();
    const both = { note: 'Read', status: 'draft' };
    const more = await texts(() => post(root, 'deed.list/bulkEdit', { ids: [one, two], values: both }));
    expect(more).toEqual([expect.stringMatching(/^admin changed 2 records of Lists: /)]);
    expect(
      more[0]!
        .replace(/^.*?: /, '')
        .split('; ')
        .toSorted(),
    ).toEqual(['Note', 'Status to Draft']);
    expect(await texts(() => drop([one, two]))).toEqual([
      expect.stringMatching(/^admin deleted 2 records of Lists: (One; Two|Two; One)$/),
    ]);
    expect(await texts(() => post(root, 'deed.list/restore', { ids: [one] }))).toEqual(['admin restored One in Lists']);
  });

  it('keeps previews and the checks of imports out of the log, and names what an import does', async () => {
    const { check, step, settled } = importer(server, 'deed.list', root);
    let id = 0;
    expect(await texts(async () => void ({ id } = await check('Name\nImported\n')))).toEqual([]);
    expect(
      await texts(async () => {
        await step(id, 'run');
        await settled(id);
        await step(id, 'undo');
        await settled(id);
      }),
    ).toEqual(['admin imported into Lists: 1 added', 'admin undid an import into Lists']);
  });

  it('says what an import has written once it has ended', async () => {
    const id = await added(root, { name: 'Known', keeper: 'ann' });
    const { check, step, settled } = importer(server, 'deed.list', root);
    const content = `ID,Name\n${id},Known better\n,New one\n,New two\n`;
    const logged = await told(async () => {
      const { id: job } = await check(content, { key: 'id' });
      await step(job, 'run');
      await settled(job);
      const late = await check(`ID,Name\n${id},Best known\n`, { key: 'id' });
      await post(root, 'deed.list/edit', { id, name: 'Best known' });
      await step(late.id, 'run');
      await settled(late.id);
    });
    expect(logged.map(textOf)).toEqual([
      'admin imported into Lists: 2 added; 1 changed',
      'admin changed the name of Best known from Known better to Best known',
      'admin imported into Lists: nothing changed',
    ]);
  });

  it('tells of former values that were given back as of an edit, and nothing of the preview', async () => {
    const id = await added(root, { name: 'Given', status: 'draft' });
    await post(root, 'deed.list/edit', { id, status: 'live' });
    await settled();
    const { data } = (await server.request('GET', '/api/admin/deed.list/history', { token: root, query: { id } })).json;
    const entry = (data['list'] as { id: number }[])[0]!.id;
    const entries = await texts(async () => {
      await post(root, 'deed.list/restoreValues', { id, entry, preview: true });
      await post(root, 'deed.list/restoreValues', { id, entry });
    });
    expect(entries).toEqual(['admin changed the status of Given from Live to Draft']);
  });

  it('keeps the names of records that have gone', async () => {
    const id = await added(root, { name: 'Short-lived' });
    const entries = await told(async () => {
      await post(root, 'deed.list/edit', { id, status: 'live' });
      // A name is looked up as soon as the entry is written.
      await settled();
      await drop([id]);
      await server.request('DELETE', '/api/admin/deed.list/destroy', { token: root, query: { ids: [id] } });
    });
    expect(entries.map(textOf).filter((text) => !text.includes('mark'))).toEqual([
      'admin set the status of Short-lived to Live',
      'admin deleted Short-lived from Lists',
      'admin permanently deleted Short-lived from Lists',
    ]);
    expect(JSON.stringify(entries)).not.toContain(`deed/list/${id}`);

    // Of an action's records nothing but their ids is known.
    const published = await added(root, { name: 'Published once' });
    const done = await told(async () => {
      await post(root, 'deed.list/publish', { ids: [published] });
      await settled();
      await drop([published]);
      await server.request('DELETE', '/api/admin/deed.list/destroy', { token: root, query: { ids: [published] } });
    });
    expect(textOf(done[0]!)).toMatch(/Publish.*Published once/);

    const [dragged, over] = [await seasonCalled('Dragged'), await seasonCalled('Over')];
    const moved = await told(async () => {
      await post(root, 'deed.season/sortable', { id: dragged, targetId: over });
      await settled();
      await server.request('DELETE', '/api/admin/deed.season/del', { token: root, query: { ids: [dragged] } });
    });
    expect(moved.map(textOf).filter((text) => !text.includes('mark'))).toEqual([
      'admin moved Dragged in Seasons',
      'admin deleted Dragged from Seasons',
    ]);
  });

  it('tells nobody of fields that they may not read, nor of anything but their own entries', async () => {
    const id = await added(bob, { name: 'Of bob', price: '1.00', keeper: 'bob' });
    const entries = await told(() => post(bob, 'deed.list/edit', { id, price: '2.00' }), bob);
    expect(entries.map(textOf)).toEqual(['bob changed the price of Of bob from 1.00 to 2.00']);
    expect(await sentences([...(await ids())], bob, 'en')).not.toContainEqual(
      expect.objectContaining({
        sentence: expect.arrayContaining([{ text: expect.stringMatching(/^admin/) as string }]) as unknown,
      }),
    );
  });

  it('tells nobody of a record that they do not see any more, not even what it was called', async () => {
    const id = await added(bob, { name: 'Lost', keeper: 'bob', price: '1.00' });
    const entries = await told(() => post(bob, 'deed.list/edit', { id, price: '2.00' }), bob);
    expect(entries.map(textOf)).toEqual(['bob changed the price of Lost from 1.00 to 2.00']);
    await post(root, 'deed.list/edit', { id, keeper: 'somebody' });
    const later = await sentences(
      entries.map((each) => each.id),
      bob,
      'en',
    );
    expect(later.map(textOf)).toEqual([`bob changed Lists #${id}`]);
    expect(JSON.stringify(later)).not.toMatch(/path|Lost|2\.00/);
  });

  it('tells nobody of a table whose list they may not open any more', async () => {
    await addPerson(server.app.gate, 'eve', 'Eve-12345', [
      'auth/adminLog/index',
      'deed/list/index',
      'deed/list/add',
      'deed/list/edit',
      'deed/season/edit',
    ]);
    const eve = await server.signIn('eve', 'Eve-12345');
    const id = await added(eve, { name: 'Kept', keeper: 'eve' });
    const { row } = await post(root, 'deed.season/add', { name: 'Early' });
    const spring = row as { id: number };
    const entries = await told(async () => {
      await post(eve, 'deed.list/edit', { id, status: 'live' });
      await post(eve, 'deed.season/edit', { id: spring.id, name: 'Late' });
    }, eve);
    expect(entries.map(textOf)).toEqual([
      'eve set the status of Kept to Live',
      'eve changed the name of Late from Early to Late',
    ]);
    const [group] = await server.app.gate.rows('admin_group').list({ name: 'Group of eve' });
    const rules = await server.app.gate
      .rows('admin_rule')
      .list({ name: { in: ['auth/adminLog', 'auth/adminLog/index'] } });
    await server.app.gate.rows('admin_group').edit(group!.id, { rule_ids: rules.map((rule) => rule.id) });
    expect(
      (
        await sentences(
          entries.map((each) => each.id),
          eve,
          'en',
        )
      ).map(textOf),
    ).toEqual([`eve changed Lists #${id}`, `eve changed Seasons #${spring.id}`]);
  });

  it('is for who may open the log only, and keeps the facts themselves to the server', async () => {
    await addPerson(server.app.gate, 'zoe', 'Zoe-12345', ['deed/list/index']);
    const zoe = await server.signIn('zoe', 'Zoe-12345');
    const { json } = await server.request('GET', '/api/admin/auth.adminLog/sentences', {
      token: zoe,
      query: { ids: [1] },
    });
    expect(json).toMatchObject({ code: 401, data: null });
    const asked = { token: root, query: { columns: 'facts' } };
    expect((await server.request('GET', '/api/admin/auth.adminLog/index', asked)).json).toMatchObject({
      code: 0,
      data: null,
    });
    const stored = await server.app.gate.rows('admin_log').list();
    expect(JSON.stringify(stored.map(({ facts }) => facts))).not.toMatch(/secret canary|pin canary/);
  });

  it('tells of who has signed in', async () => {
    expect(await texts(() => server.signIn('bob', 'Bob-12345'))).toEqual(['bob signed in']);
  });

  it('tells of settings, and of who goes back to their own account', async () => {
    expect(await texts(() => post(root, 'routine.Config/edit', { site_name: 'Ours' }))).toEqual([
      'admin changed the site settings',
    ]);
    const [found] = await server.app.gate.rows('admin').list({ username: 'bob' });
    const { result } = await post(root, 'auth.admin/signInAs', { ids: [found!.id] });
    const { identity } = result as { identity: { token: string } };
    expect(await texts(() => post(identity.token, 'Index/signBack', {}))).toEqual([
      'admin went back to their own account',
    ]);
  });

  it('leaves entries as they were that tell of no table, or are older than this', async () => {
    const { id } = await server.app.gate
      .rows('admin_log')
      .add({ title: '角色组-编辑', username: 'admin', admin_id: 1 });
    expect(await sentences([id], root, 'en')).toEqual([]);
  });

  it('tells of no number of records where nobody has counted them', async () => {
    const facts = { table: 'deed_list', action: 'del', count: 0, rows: [] };
    const { id } = await server.app.gate.rows('admin_log').add({ title: 'Lists-Delete', username: 'admin', facts });
    expect(await sentences([id], root, 'en')).toEqual([]);
  });

  it('tells people of what they did on the page of their own account', async () => {
    const id = await added(bob, { name: 'Mine', keeper: 'bob' });
    await told(() => post(bob, 'deed.list/edit', { id, status: 'live' }));
    const { json } = await server.request('GET', '/api/admin/routine.AdminInfo/log', {
      token: bob,
      headers: { 'think-lang': 'en' },
    });
    const [entry] = json.data['list'] as readonly Told[];
    expect(textOf(entry!)).toBe('bob set the status of Mine to Live');
  });
});
