import { describe, expect, it, afterAll } from 'vitest';
import { definePlugin, job, type PluginHost } from '#plugin';
import { f, Problem, settings, table, type HookContext } from '#resource';
import { eachDatabase, temporaryFolder } from '../support/databases.ts';
import { gate } from '../support/jobServers.ts';
import { startServer, type TestServer } from '../support/server.ts';

const forever = (): Promise<never> => new Promise(() => {});

const note = table('note', {
  text: f.text({ required: true, unique: true }),
  mode: f.text(),
  twice: f.computed<number>({ sql: 'version * 2' }),
});
const other = table('other', { text: f.text() });
const inner = table('inner', { text: f.text() });
declare module '#resource' {
  interface Tables {
    note: typeof note;
    other: typeof other;
    inner: typeof inner;
  }
}
/** Milliseconds that hooks have in these tests. */
const limit = 300;
let late: Promise<unknown> | undefined;
/** Opened when the hook has been given up. */
let givenUp = gate();
let runs = 0;

/** What the hook does is what the row says. */
async function misbehave(
  mode: string | null,
  { table: at }: HookContext,
  next?: Record<string, unknown>,
): Promise<void> {
  runs += 1;
  if (mode === 'hang') await forever();
  if (mode === 'throw') throw new Error('the hook broke');
  // oxlint-disable-next-line no-throw-literal, only-throw-error -- what foreign code may do
  if (mode === 'say') throw 'the hook said no';
  if (mode === 'refuse') throw new Problem('rows:taken');
  if (mode === 'late') {
    late = givenUp.opened.then(() => at('other').add({ text: 'too late' }));
    late.catch(() => {});
    await forever();
  }
  if (mode === 'half') {
    await at('other').add({ text: 'half' });
    await forever();
  }
  if (mode === 'unawaited') void at('other').add({ text: 'unawaited' });
  if (mode === 'misspell') next!['txet'] = 'x';
  if (mode === 'compute') next!['twice'] = 7;
  if (mode === 'nested') await at('inner').add({ text: 'x' });
}
const notes = note.resource({
  hooks: {
    beforeSave: ({ next, context }) =>
      next.mode?.startsWith('before ') ? misbehave(next.mode.slice(7), context, next) : undefined,
    afterSave: ({ row, context }) =>
      row.mode?.startsWith('after ') ? misbehave(row.mode.slice(6), context) : undefined,
    beforeDelete: ({ rows, context }) =>
      rows.some(({ mode }) => mode === 'delete hang') ? misbehave('hang', context) : undefined,
    afterCommit: ({ action }) => (action === 'sortable' ? undefined : action === 'del' ? forever() : undefined),
  },
});
const others = other.resource();
const inners = inner.resource({ hooks: { beforeSave: forever } });
const resources = [notes, others, inners];
/** What a job adds is looked at by the hooks of the table. */
const noted = job<{ mode: string }>({
  name: 'noted',
  retries: 0,
  run: async ({ data: { mode }, host }) => void (await host.rows('note', host.system).add({ text: 'by a job', mode })),
});
let host!: PluginHost;
const slow = definePlugin({
  name: 'slow',
  resources,
  jobs: [noted],
  routes: [
    {
      method: 'GET',
      url: '/admin/slow/wrapped',
      node: 'everyone',
      async handler() {
        try {
          await host.rows('note', host.system).add({ text: 'by a route', mode: 'before throw' });
        } catch (error) {
          throw Object.assign(new Error('the route gave up', { cause: error }), { statusCode: 404 });
        }
      },
    },
  ],
  start: (given) => void (host = given),
});

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const start = async () => {
    const server = await startServer(await place(), { resources, plugins: [slow], limits: { hook: limit } });
    servers.push(server);
    const token = await server.signIn();
    const post = (url: string, body: object) =>
      server.request('POST', `/api/admin/${url}`, { body: { ...body }, token });
    const texts = async (of: string): Promise<unknown[]> => {
      const { data } = (await server.request('GET', `/api/admin/${of}/index?limit=100`, { token })).json;
      return (data['list'] as { text: string }[]).map(({ text }) => text).toSorted();
    };
    return { server, token, post, texts };
  };

  describe('a hook that never ends', () => {
    it.each(['before hang', 'after hang', 'before half', 'after half'])(
      '%s: is refused, undone and named, and others write on',
      async (mode) => {
        const { server, post, texts } = await start();
        const hanging = post('note/add', { text: 'a', mode });
        const others = Promise.all(['b', 'c', 'd'].map((text) => post('note/add', { text })));
        const { status, json } = await hanging;
        expect([status, json.code, json.msg]).toEqual([
          200,
          0,
          'Not saved: a rule of this table took too long. Please tell your administrator',
        ]);
        expect((await others).map((answer) => answer.json.code)).toEqual([1, 1, 1]);
        expect([await texts('note'), await texts('other')]).toEqual([['b', 'c', 'd'], []]);
        const hook = mode.startsWith('before') ? 'beforeSave' : 'afterSave';
        expect(server.logged.join('')).toContain(
          `plugin slow: the hook ${hook} of table note: took longer than ${limit} ms`,
        );
        expect((await post('note/add', { text: 'a' })).json.code).toBe(1);
      },
    );

    it('runs once, whatever it leaves behind', async () => {
      const { post } = await start();
      runs = 0;
      await Promise.all([post('note/add', { text: 'a', mode: 'after half' }), post('note/add', { text: 'b' })]);
      expect(runs).toBe(1);
    });

    it('keeps nobody waiting as long again soon after', async () => {
      const { server, post } = await start();
      await post('note/add', { text: 'a', mode: 'before hang' });
      await post('note/add', { text: 'b', mode: 'before hang' });
      expect(server.logged.join('')).toContain(`took longer than ${limit / 10} ms`);
    });

    it('cannot write into the transaction of somebody else later', async () => {
      givenUp = gate();
      const { post, texts } = await start();
      expect((await post('note/add', { text: 'a', mode: 'before late' })).json.code).toBe(0);
      const writes = Promise.all(Array.from({ length: 20 }, (_, at) => post('note/add', { text: `n${at}` })));
      givenUp.open();
      await expect(late).rejects.toThrow('has ended');
      await writes;
      expect([(await texts('note')).length, await texts('other')]).toEqual([20, []]);
    });

    it('within another is the one that is named', async () => {
      const { server, post, texts } = await start();
      expect((await post('note/add', { text: 'a', mode: 'after nested' })).json.code).toBe(0);
      expect(server.logged.join('')).toContain('the hook beforeSave of table inner: took longer than');
      expect(server.logged.join('')).not.toContain('the hook afterSave of table note: took');
      expect([await texts('note'), await texts('inner')]).toEqual([[], []]);
    });

    it('stops no deletion but its own, and an answer does not wait for afterCommit', async () => {
      const { server, token, post, texts } = await start();
      const ids = await Promise.all(
        ['delete hang', ''].map(async (mode) => {
          const { json } = await post('note/add', { text: `x${mode}`, mode });
          return (json.data['row'] as { id: number } | undefined)?.id ?? Number(json.data['id']);
        }),
      );
      const del = (id: number) => server.request('DELETE', `/api/admin/note/del?ids[]=${id}`, { token });
      expect((await del(ids[0]!)).json.code).toBe(0);
      expect((await del(ids[1]!)).json.code).toBe(1);
      expect(await texts('note')).toEqual(['xdelete hang']);
      expect(server.logged.join('')).toContain('the hook beforeDelete of table note: took longer than');
      await expect
        .poll(() => server.logged.join(''))
        .toContain('the hook afterCommit of table note, whose change stands: took longer');
    });
  });

  describe('a hook', () => {
    it('that breaks is named with the request, and nothing is saved', async () => {
      const { server, token, texts } = await start();
      const answer = await server.request('POST', '/api/admin/note/add', {
        token,
        body: { text: 'a', mode: 'after throw' },
        mayFail: true,
      });
      expect(answer.status).toBe(500);
      expect(answer.json.msg).toMatch(/^Server internal error!/);
      const lines = server.logged.filter((line) => line.includes('the hook broke'));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0]!)).toMatchObject({
        route: '/api/admin/:controller/add',
        blamed: 'plugin slow: afterSave of table note: the hook broke',
      });
      expect(await texts('note')).toEqual([]);
    });

    it.each([
      ['misspell', 'it sets "txet", but the table has no such field. Did you mean "text"?'],
      ['compute', 'it sets "twice", which is computed: leave that out.'],
    ])(
      '%s: that sets what the table does not keep is named with the field, and nothing is saved',
      async (mode, why) => {
        const { server, token, texts } = await start();
        await server.request('POST', '/api/admin/note/add', {
          token,
          body: { text: 'a', mode: `before ${mode}` },
          mayFail: true,
        });
        const lines = server.logged.filter((line) => line.includes('it sets'));
        expect(lines).toHaveLength(1);
        expect(JSON.parse(lines[0]!)).toMatchObject({ blamed: `plugin slow: beforeSave of table note: ${why}` });
        expect(await texts('note')).toEqual([]);
      },
    );

    it('that throws a text is named like one that throws an error', async () => {
      const { server, token } = await start();
      const body = { text: 'a', mode: 'before say' };
      await server.request('POST', '/api/admin/note/add', { token, body, mayFail: true });
      const [line] = server.logged.filter((each) => each.includes('the hook said no'));
      expect(JSON.parse(line!)).toMatchObject({ blamed: 'plugin slow: beforeSave of table note: the hook said no' });
    });

    it('that breaks a job, or a route that says so in its own words, is named there too', async () => {
      const { server, token } = await start();
      const named = 'plugin slow: beforeSave of table note: the hook broke';
      await host.enqueue(noted, { mode: 'before throw' });
      await expect.poll(() => server.logged.join('')).toContain(`(${named})`);
      await server.request('GET', '/api/admin/slow/wrapped', { token, mayFail: true });
      const [line] = server.logged.filter((each) => each.includes('the route gave up'));
      expect(JSON.parse(line!)).toMatchObject({ blamed: named });
    });

    it('that refuses is no failure', async () => {
      const { server, token, post } = await start();
      expect((await post('note/add', { text: 'a', mode: 'before refuse' })).json.msg).toBe(
        'This record already exists',
      );
      const { data } = (await server.request('GET', '/api/admin/Dashboard/index', { token })).json;
      expect(data['failures']).toEqual([]);
    });

    it('that does not wait for what it writes writes it in its transaction all the same', async () => {
      const { post, texts } = await start();
      expect((await post('note/add', { text: 'a', mode: 'before unawaited' })).json.code).toBe(1);
      expect([await texts('note'), await texts('other')]).toEqual([['a'], ['unawaited']]);
    });
  });

  it(`works within a transaction of ${name}`, async () => {
    const { post, texts } = await start();
    expect((await post('note/add', { text: 'a' })).json.code).toBe(1);
    expect(await texts('note')).toEqual(['a']);
  });
});

describe('a plugin', () => {
  const folder = temporaryFolder();
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const start = async (...plugins: Parameters<typeof definePlugin>[0][]): Promise<TestServer> => {
    const server = await startServer(
      { dataDir: folder(), databaseUrl: undefined },
      { plugins, limits: { hook: limit, start: limit, stop: limit } },
    );
    servers.push(server);
    return server;
  };
  const broken = (what: string) => (): never => {
    throw new Error(`${what} broke`);
  };
  const failuresOf = async (server: TestServer): Promise<string[]> => {
    const { data } = (await server.request('GET', '/api/admin/Dashboard/index', { token: await server.signIn() })).json;
    return (data['failures'] as { text: string }[]).map(({ text }) => text);
  };

  it('that cannot start, or never does, is named, and the others start', async () => {
    const started: string[] = [];
    const server = await start(
      { name: 'one', start: broken('start') },
      { name: 'two', start: forever },
      { name: 'three', start: () => void started.push('three') },
    );
    expect(started).toEqual(['three']);
    expect(await failuresOf(server)).toEqual(
      expect.arrayContaining(['plugin one: start: start broke', `plugin two: start: took longer than ${limit} ms`]),
    );
  });

  it('that cannot stop, or never does, holds up nobody', async () => {
    const stopped: string[] = [];
    const server = await start(
      { name: 'one', stop: broken('stop') },
      { name: 'two', stop: forever },
      { name: 'three', stop: async () => void stopped.push('three') },
    );
    await server.close();
    expect(stopped).toEqual(['three']);
    expect(server.logged.join('')).toMatch(/plugin one: stop: stop broke[^]*plugin two: stop: took longer/);
    await expect(server.app.database.write(async () => {})).rejects.toThrow('closed');
  });

  it('whose route, card or setting fails is named, and the rest is shown', async () => {
    const group = settings('weather', { weather_city: f.text({ default: 'Oslo' }) }).group({
      label: 'Weather',
      check: broken('check'),
      site: broken('site'),
    });
    const endless = settings('wind', { wind_speed: f.int() }).group({
      label: 'Wind',
      site: () => ({ wind: 1n as unknown as number }),
    });
    const open = { method: 'GET', node: 'everyone' } as const;
    const server = await start({
      name: 'one',
      routes: [
        { ...open, url: '/admin/one/fail', handler: broken('route') },
        { ...open, url: '/admin/one/works', handler: () => 'works' },
      ],
      cards: [
        { label: 'Broken', value: broken('card') },
        { label: 'Endless', value: forever },
        { label: 'Works', value: () => 7 },
      ],
      settings: [group, endless],
    });
    const token = await server.signIn();
    expect((await server.request('GET', '/api/admin/one/fail', { mayFail: true })).status).toBe(500);
    expect((await server.request('GET', '/api/admin/one/works')).json.data).toBe('works');
    const { data } = (await server.request('GET', '/api/admin/Dashboard/index', { token })).json;
    const labels = (data['cards'] as { label: string }[]).map(({ label }) => label);
    expect(labels).toContain('Works');
    expect(labels).not.toContain('Broken');
    expect((await server.request('GET', '/config.json')).json).toMatchObject({ siteName: 'Ai Chat' });
    const edit = (body: object) =>
      server.request('POST', '/api/admin/routine.Config/edit', { token, body: { ...body }, mayFail: true });
    expect((await edit({ weather_city: 'Rome' })).status).toBe(500);
    expect((await edit({ record_number: '7' })).json.code).toBe(1);
    expect(await failuresOf(server)).toEqual(
      expect.arrayContaining([
        'plugin one: the route GET /admin/one/fail: route broke',
        'plugin one: a card of the dashboard: card broke',
        `plugin one: a card of the dashboard: took longer than ${limit} ms`,
        'plugin one: check of the settings weather: check broke',
        'plugin one: site of the settings weather: site broke',
        expect.stringMatching(/^plugin one: site of the settings wind: .*BigInt/),
      ]),
    );
  });

  it('is named to super administrators only', async () => {
    const server = await start({ name: 'one', start: broken('start') });
    const { gate } = server.app;
    const [rule] = await gate.rows('admin_rule').list({ name: 'dashboard/index' });
    const group = await gate.rows('admin_group').add({ name: 'Low', pid: 1, rule_ids: [rule!.id] });
    await gate.rows('admin').add({ username: 'lowly', nickname: 'Low', password: 'Lowly-1234', group_ids: [group.id] });
    const seen = await server.request('GET', '/api/admin/Dashboard/index', {
      token: await server.signIn('lowly', 'Lowly-1234'),
    });
    expect(seen.json.code).toBe(1);
    expect(seen.json.data).not.toHaveProperty('failures');
    expect(seen.text).not.toContain('start broke');
  });

  it('gets rows and settings in its own name, and its messages are marked', async () => {
    let host: PluginHost | undefined;
    const server = await start({ name: 'one', start: (given) => void (host = given) });
    host!.log('hello');
    expect(server.logged.join('')).toContain('plugin one: hello');
    await expect(host!.settings('basics' as never)).resolves.toBeTypeOf('object');
  });
});

describe('rules that must answer at once', () => {
  const folder = temporaryFolder();
  const rule = table('rule_sample', { text: f.text(), hidden: f.text() });
  it.each([
    ['rows', rule.resource({ rows: { read: (async () => false) as never } })],
    ['access', rule.resource({ access: { hidden: { read: (async () => false) as never } } } as never)],
    ['check', rule.resource({ check: (async () => ({ text: 'no' })) as never })],
  ])('%s: a promise is no yes', async (part, resource) => {
    const server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { resources: [resource] });
    const token = await server.signIn();
    const asked = { token, mayFail: true };
    const answers = [
      await server.request('GET', '/api/admin/rule_sample/index', asked),
      await server.request('POST', '/api/admin/rule_sample/add', { ...asked, body: { text: 'x' } }),
    ];
    expect(answers.some(({ status }) => status === 500)).toBe(true);
    expect(server.logged.join('')).toMatch(
      new RegExp(`table rule_sample: ${part}\\S* of table rule_sample: must answer`),
    );
    await server.close();
  });

  it('that break take away no more than their table', async () => {
    const broken = rule.resource({
      path: 'x/broken',
      menu: { badge: { text: 'x' } },
      dashboard: { label: 'Broken' },
      rows: {
        read: () => {
          throw new Error('the rule broke');
        },
      },
    });
    const works = table('works_sample', { text: f.text() }).resource({
      path: 'x/works',
      menu: { badge: {} },
      dashboard: { label: 'Works' },
    });
    const server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { resources: [broken, works] });
    await server.app.gate.rows('works_sample' as never).add({ text: 'x' } as never);
    const token = await server.signIn();
    const get = (url: string, mayFail = false) => server.request('GET', `/api/admin/${url}`, { token, mayFail });
    expect((await get('x.broken/index', true)).status).toBe(500);
    expect((await get('Index/badges')).json.data).toEqual({ 'x/works': 1 });
    const { data } = (await get('Dashboard/index')).json;
    const labels = (data['cards'] as { label: string }[]).map(({ label }) => label);
    expect(labels).toContain('Works');
    expect(labels).not.toContain('Broken');
    expect((data['tables'] as { path: string }[]).map(({ path }) => path)).not.toContain('x/broken');
    expect(data['failures']).toEqual([
      expect.objectContaining({ text: 'table rule_sample: rows.read of table rule_sample: the rule broke' }),
    ]);
    expect(server.logged.join('')).toContain('the rule broke');
    await server.close();
  });
});
