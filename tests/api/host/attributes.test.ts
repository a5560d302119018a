import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';
import { definePlugin, type AttributeSearch, type PluginHost, type ServerPlugin } from '#plugin';
import { usableAttributes } from '../../../src/server/realms/checkAttributes.ts';
import branches from '../../examples/branches.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { secondOf } from '../../support/secondOf.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const secret = 'Worker-123';
const moodNote = table('mood_note', { text: f.text({ required: true }) });
const lostNote = table('lost_note', { text: f.text({ required: true }) });
declare module '#resource' {
  interface Tables {
    mood_note: typeof moodNote;
    lost_note: typeof lostNote;
  }
  interface CallerAttributes {
    mood: string;
    /** Of a plugin that is off. */
    lost: number;
  }
}

let host: PluginHost;
let findMood: (rows: AttributeSearch['rows']) => unknown = () => 'fine';
const moods = definePlugin({
  name: 'moods',
  attributes: [
    { name: 'mood', realms: ['admin', 'guest'], tables: ['guest'], find: ({ rows }) => findMood(rows) as string },
  ],
  resources: [
    moodNote.resource({ path: 'work/mood', rows: { read: ({ attributes }) => attributes.mood === 'fine' } }),
    lostNote.resource({ path: 'work/lost', rows: { read: ({ attributes }) => ({ id: attributes.lost ?? 0 }) } }),
  ],
  routes: [
    // What somebody began to do with one branch chosen is written with another.
    {
      method: 'POST',
      url: '/admin/probe/late',
      node: 'work/assignment/edit',
      async handler({ caller, body: { id, to } }) {
        const [chosen] = await host.rows('branch_choice', host.system).list({ admin_id: caller.id });
        await host.rows('branch_choice', host.system).edit(chosen!.id, { branch_id: Number(to) });
        await host.rows('assignment', caller).edit(Number(id), { title: 'written late' });
      },
    },
    {
      method: 'GET',
      url: '/guest/probe/who',
      node: 'everyone',
      handler: ({ caller: { attributes } }) => [attributes.branch, attributes.mood],
    },
    {
      method: 'GET',
      url: '/guest/probe/all',
      node: 'everyone',
      // A promise of them, and their text: neither is an attribute of that name.
      handler: async ({ caller: { attributes } }) => JSON.stringify(await Promise.resolve(attributes)),
    },
  ],
  start(given) {
    host = given;
  },
});

eachDatabase((name, _open, place) => {
  let where: Place;
  let server: TestServer;
  let other: TestServer;
  let ann: string;
  let bob: string;
  let ids: { apollo: number; zeus: number; tasks: number[] };
  const start = (example = branches) =>
    startServer(where, {
      plugins: [example, moods, guests],
      resources: [branches, moods, guests].flatMap((each) => each.resources!),
      limits: { hook: 2000 },
    });
  const rows = (table: string) => server.app.gate.rows(table as never) as never as ReturnType<PluginHost['rows']>;
  const add = async (table: string, values: object): Promise<number> =>
    ((await (rows(table) as unknown as { add(values: object): Promise<{ id: number }> }).add(values)) as { id: number })
      .id;
  const ask = async (token: string, address: string, query: object = {}, at = server, mayFail = false) =>
    (await at.request('GET', `/api/admin/${address}`, { token, query: { ...query }, mayFail })).json;
  const choose = async (token: string, id: unknown, at = server) =>
    (await at.request('POST', '/api/admin/work.branch/choose', { token, body: { set_id: id } })).json.code;
  const titles = async (token: string, at = server) => {
    const { data } = await ask(token, 'work.assignment/index', {}, at);
    return [data['total'], (data['list'] as { title: string }[]).map(({ title }) => title).toSorted()];
  };

  beforeAll(async () => {
    findMood = () => 'fine';
    where = await place();
    server = await start();
    other = name === 'postgres' ? await start(await secondOf('branches.ts')) : server;
    const nodes = ['index', 'add', 'edit', 'del', 'select'].map((action) => `work/assignment/${action}`);
    const all = [...nodes, 'work/branch/index', 'work/mood/index', 'work/lost/index'];
    for (const each of ['Ann', 'Bob']) await addPerson(server.app.gate, each, secret, all);
    [ann, bob] = [await server.signIn('Ann', secret), await server.signIn('Bob', secret)];
    const [apollo, zeus] = [await add('branch', { name: 'Apollo' }), await add('branch', { name: 'Zeus' })];
    const tasks = [];
    for (const [title, branch_id] of [
      ['a1', apollo],
      ['a2', apollo],
      ['z1', zeus],
    ] as const)
      tasks.push(await add('assignment', { title, branch_id }));
    ids = { apollo, zeus, tasks };
    await add('mood_note', { text: 'smile' });
    await add('lost_note', { text: 'nowhere' });
  });
  afterAll(async () => {
    await server.close();
    if (other !== server) await other.close();
  });

  describe('an attribute of callers', () => {
    it('decides which rows they see, each of them by their own, from its next change on, on every instance', async () => {
      expect([await titles(ann), await titles(bob, other)]).toEqual([
        [0, []],
        [0, []],
      ]);
      expect([await choose(ann, ids.apollo), await choose(bob, ids.zeus, other)]).toEqual([1, 1]);
      for (const at of [server, other])
        expect([await titles(ann, at), await titles(bob, at)]).toEqual([
          [2, ['a1', 'a2']],
          [1, ['z1']],
        ]);
      // Back and forth, so that whatever is remembered of either is asked for again.
      for (const [to, expected] of [
        [ids.zeus, [1, ['z1']]],
        [ids.apollo, [2, ['a1', 'a2']]],
        [ids.zeus, [1, ['z1']]],
      ] as const) {
        await choose(ann, to, other);
        for (const at of [server, other, server]) expect(await titles(ann, at)).toEqual(expected);
      }
      expect(await choose(ann, 4711)).toBe(0);
    });

    it('holds at every door: rows by id, choices, writes', async () => {
      await choose(ann, ids.apollo);
      const [mine, , foreign] = ids.tasks as [number, number, number];
      const codes = async (id: number) => [
        (await ask(ann, 'work.assignment/edit', { id })).code,
        (await server.request('POST', '/api/admin/work.assignment/edit', { token: ann, body: { id, title: 'a1' } }))
          .json.code,
        (await server.request('DELETE', '/api/admin/work.assignment/del', { token: ann, query: { ids: [id] } })).json
          .code,
      ];
      expect(await codes(foreign)).toEqual([0, 0, 0]);
      expect((await codes(mine)).slice(0, 2)).toEqual([1, 1]);
      const { data } = await ask(ann, 'work.assignment/select', { select: true });
      expect((data['list'] as unknown[]).length).toBe(1);
      ids.tasks[0] = await add('assignment', { title: 'a1', branch_id: ids.apollo });
      const adding = (branch_id: number) =>
        server.request('POST', '/api/admin/work.assignment/add', { token: ann, body: { title: 'n', branch_id } });
      expect((await adding(ids.zeus)).json.code).not.toBe(1);
      const added = (await adding(ids.apollo)).json.data as { row: { id: number } };
      await server.app.gate.rows('assignment').del([added.row.id]);
    });

    it('is that of the moment at which a write is committed', async () => {
      await choose(ann, ids.apollo);
      const late = async (id: number, to: number) =>
        (await server.request('POST', '/api/admin/probe/late', { token: ann, body: { id, to } })).json.code;
      expect(await late(ids.tasks[0]!, ids.zeus)).toBe(0);
      expect(await server.app.gate.rows('assignment').count({ title: 'written late' })).toBe(0);
      expect(await late(ids.tasks[2]!, ids.zeus)).toBe(1);
      expect(await server.app.gate.rows('assignment').count({ title: 'written late' })).toBe(1);
      await server.app.gate.rows('assignment').edit(ids.tasks[2]!, { title: 'z1' });
    });

    it('is of the realms that it names, and null for others and for visitors', async () => {
      const who = async (headers = {}) =>
        (await server.request('GET', '/api/guest/probe/who', { headers })).json.data as unknown;
      expect(await who()).toEqual([null, null]);
      const all = (await server.request('GET', '/api/guest/probe/all')).json.data as unknown;
      expect(JSON.parse(String(all))).toMatchObject({ branch: null, mood: null });
      await add('guest', { username: 'ada', password: secret });
      const { json } = await server.request('POST', '/api/guest/session/login', {
        body: { username: 'ada', password: secret },
      });
      const { token } = json.data['userInfo'] as { token: string };
      expect(await who({ 'x-guest-token': token })).toEqual([null, 'fine']);
      expect([host.system.attributes.branch, host.system.attributes.mood]).toEqual([null, null]);
    });
  });

  describe('an attribute that cannot be found', () => {
    const reasons = () => [...server.logged].join('\n');
    /** Makes everybody's attributes be found anew. */
    const anew = () => add('guest', { username: crypto.randomUUID(), password: secret });
    it.each<[string, typeof findMood, string]>([
      ['reads other tables', (rows) => rows('admin').list(), 'do not name'],
      ['throws', () => Promise.reject(new Error('the oracle sleeps')), 'could not be found: the oracle sleeps'],
      ['is no value', () => ({ nested: true }), 'its value must be a number, a text, a yes or no, or a list of them'],
      ['is not a number', () => NaN, 'its value must be a number'],
      ['hangs', () => new Promise(() => {}), 'took longer than 2000 ms'],
    ])('since it %s refuses what rests on it, is named, and lets all else be', async (_what, find, text) => {
      findMood = find;
      await anew();
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await server.request('GET', '/api/admin/work.mood/index', { token: bob, mayFail: true })).status).toBe(
          500,
        );
        expect((await ask(bob, 'work.assignment/index')).code).toBe(1);
        expect((await ask(bob, 'Index/index')).code).toBe(1);
      }
      expect(reasons()).toContain('plugin moods: the attribute mood: could not be found');
      expect(reasons()).toContain(text);
    });

    it('does not keep everybody waiting who comes after one that hung', async () => {
      let calls = 0;
      findMood = () => {
        calls += 1;
        return new Promise(() => {});
      };
      for (let turn = 0; turn < 5; turn += 1) {
        await anew();
        expect((await ask(bob, 'work.assignment/index')).code).toBe(1);
      }
      expect(calls).toBe(0);
    });
  });

  it('a rule that names an attribute of a plugin that is off opens nothing', async () => {
    const { status } = await server.request('GET', '/api/admin/work.lost/index', { token: bob, mayFail: true });
    expect(status).toBe(500);
    expect(server.logged.join('\n')).toContain('caller.attributes.lost: no plugin that is on brings this attribute');
  });
});

describe('an attribute that cannot be', () => {
  const find = () => 1;
  const faults = (...plugins: Pick<ServerPlugin, 'name' | 'attributes'>[]): readonly string[] =>
    usableAttributes(plugins, ['admin', 'guest'], branches.resources!.map(modelOf), (_plugin, each) => each as never)
      .faults;
  const one = (attribute: object): Pick<ServerPlugin, 'name' | 'attributes'> => ({
    name: 'other',
    attributes: [{ name: 'branch', tables: [], find, ...attribute } as never],
  });

  it.each<[object, RegExp]>([
    [{ tables: ['projct_choice'] }, /^plugin other: attribute "branch": there is no table "projct_choice"\. Did you/],
    [{ realms: ['gest'] }, /^plugin other: attribute "branch": there is no realm "gest"\. Did you mean "guest"\?/],
    [{ name: 'Branch!' }, /^plugin other: attribute "Branch!": its name must be a word/],
    [{ name: 'then' }, /its name must be a word/],
  ])('%o is named', (attribute, expected) => {
    expect(faults(one(attribute))).toEqual([expect.stringMatching(expected)]);
  });

  it('of two with one name the second is named, and left out', () => {
    const found = usableAttributes(
      [branches, one({})],
      ['admin'],
      branches.resources!.map(modelOf),
      (plugin, { name }) => ({ name: `${plugin} ${name}` }) as never,
    );
    expect(found.attributes.map(({ name }) => name)).toEqual(['branches branch']);
    expect(found.faults).toEqual([
      'plugin other: attribute "branch": the plugin "branches" has one of this name already. Use another name.',
    ]);
  });
});
