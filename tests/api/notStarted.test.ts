import { afterEach, expect, it, vi } from 'vitest';
import { action, extend, f, table } from '#resource';
import { definePlugin, job, type PluginHost } from '#plugin';
import { eachDatabase, temporaryFolder, type Place } from '../support/databases.ts';
import { builtProject } from '../support/emptyProject.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
const desk = table('unstarted_desk', { name: f.text({ required: true }) });
declare module '#resource' {
  interface Tables {
    unstarted_desk: typeof desk;
  }
}
declare module '#plugin' {
  interface Services {
    unstarted: { ring(): string };
  }
}

const policyOf = async ({ app }: TestServer): Promise<unknown> =>
  (await app.http.inject({ url: '/', headers: { accept: 'text/html' } })).headers['content-security-policy'];

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
  let runs: string[] = [];
  let begun: string[] = [];

  /** A plugin that starts when it is told to, one that uses its service, and one that needs neither. */
  const start = async (where: Place, isWell: boolean) => {
    [runs, begun] = [[], []];
    let host!: PluginHost;
    let others!: PluginHost;
    const later = job({ name: 'later', retries: 0, run: () => void runs.push('bell') });
    const other = job({ name: 'later', retries: 0, run: () => void runs.push('well') });
    const stamp = action({ label: 'Stamp', on: 'row', handler: () => {} });
    const desks = desk.resource({ path: 'unstarted/desk', actions: { stamp } });
    const open = { method: 'GET', node: 'everyone' } as const;
    const bell = definePlugin({
      name: 'bell',
      label: { 'zh-cn': '铃', en: 'Bell' },
      resources: [desks],
      extensions: [extend('admin', {}).with({ actions: { greet: stamp } })],
      cards: [{ label: 'Rings', value: () => 7 }],
      contentSecurityPolicy: () => ({ imgSrc: ['https://bells.example'] }),
      provides: { unstarted: () => ({ ring: () => 'ding' }) },
      jobs: [later],
      routes: [
        { ...open, url: '/admin/unstarted/ring', handler: () => 'ding' },
        {
          ...open,
          url: '/v1/ring',
          root: true,
          errorHandler: ({ status, message }) => Response.json({ message }, { status }),
          handler: () => 'ding',
        },
        {
          ...open,
          url: '/v1/own',
          root: true,
          node: 'signed-in',
          bearer: () => ({ realm: 'admin', id: 1 }),
          handler: () => 'ding',
        },
      ],
      async start() {
        if (!isWell) throw new Error('no clapper');
      },
    });
    const ringer = definePlugin({
      name: 'ringer',
      uses: ['unstarted'],
      routes: [{ ...open, url: '/admin/unstarted/ringer', handler: () => host.use('unstarted').ring() }],
      start: (given) => void (host = given),
    });
    // By its name it comes before the plugin that it requires, and the next one by another one.
    const apron = definePlugin({
      name: 'apron',
      requires: ['bell'],
      routes: [{ ...open, url: '/admin/unstarted/apron', handler: () => 'apron' }],
      start: () => void begun.push('apron'),
    });
    const pocket = definePlugin({
      name: 'pocket',
      requires: ['apron'],
      routes: [{ ...open, url: '/admin/unstarted/pocket', handler: () => 'pocket' }],
      start: () => void begun.push('pocket'),
    });
    const well = definePlugin({
      name: 'well',
      jobs: [other],
      routes: [{ ...open, url: '/admin/unstarted/well', handler: () => 'well' }],
      start: (given) => void (others = given),
    });
    const config = { root: builtProject(folder()) };
    const server = await startServer(where, {
      config,
      plugins: [pocket, apron, bell, ringer, well],
      resources: [desks],
    });
    servers.push(server);
    const token = await server.signIn();
    const ask = async (url: string, body?: object, headers = {}) => {
      const { status, json } = await server.request(body ? 'POST' : 'GET', url, {
        token,
        mayFail: true,
        headers,
        ...(body && { body: { ...body } }),
      });
      return { status, json };
    };
    const enqueue = async () => {
      await others.enqueue(later);
      await others.enqueue(other);
    };
    return { server, ask, enqueue };
  };

  it('refuses the routes and actions of a plugin that did not start, and names it', async () => {
    const { ask } = await start(await place(), false);
    const refused = {
      status: 503,
      json: { code: 0, msg: "This isn't available, because the plugin “bell” didn't start" },
    };
    expect(await ask('/api/admin/unstarted/ring')).toMatchObject(refused);
    expect(await ask('/api/admin/unstarted/ring', undefined, { 'think-lang': 'zh-cn' })).toMatchObject({
      json: { msg: '插件“bell”未能启动，此功能暂不可用' },
    });
    expect(await ask('/v1/ring')).toMatchObject({ status: 503, json: { message: refused.json.msg } });
    expect(await ask('/v1/own', undefined, { authorization: 'Bearer x' })).toMatchObject(refused);
    // Its rows can be read and written: they are no less there.
    expect((await ask('/api/admin/unstarted.desk/add', { name: 'oak' })).json.code).toBe(1);
    const { data } = (await ask('/api/admin/unstarted.desk/index')).json;
    const [{ id }] = data['list'] as [{ id: number }];
    expect(await ask('/api/admin/unstarted.desk/stamp', { ids: [id] })).toMatchObject(refused);
    // What it adds to tables of others is its own too.
    expect(await ask('/api/admin/auth.admin/greet', { ids: [1] })).toMatchObject(refused);
  });

  it('shows that and why on the page of the plugins, and lets the rest run', async () => {
    const { ask, server } = await start(await place(), false);
    const { installed } = (await ask('/api/admin/module/index')).json.data as {
      installed: { uid: string; state: number; notStarted?: string }[];
    };
    const of = (uid: string) => installed.find((each) => each.uid === uid);
    expect(of('bell')).toMatchObject({ state: 1, notStarted: 'no clapper' });
    expect(of('ringer')).toMatchObject({ notStarted: expect.stringContaining('"unstarted"') });
    expect(of('well')).not.toHaveProperty('notStarted');
    expect((await ask('/api/admin/unstarted/well')).json.data).toBe('well');
    expect((await ask('/api/admin/unstarted/ringer')).status).toBe(503);
    const { data } = (await ask('/api/admin/Dashboard/index')).json;
    expect(JSON.stringify(data['cards'])).not.toContain('Rings');
    expect(await policyOf(server)).not.toContain('bells.example');
  });

  it('does not start what requires a plugin that did not start, and says why', async () => {
    const { ask } = await start(await place(), false);
    expect(begun).toEqual([]);
    for (const name of ['apron', 'pocket'])
      expect(await ask(`/api/admin/unstarted/${name}`)).toMatchObject({
        status: 503,
        json: { msg: `This isn't available, because the plugin “${name}” didn't start` },
      });
    const { installed } = (await ask('/api/admin/module/index')).json.data as {
      installed: { uid: string; notStarted?: string }[];
    };
    expect(installed.find(({ uid }) => uid === 'apron')?.notStarted).toBe(
      'it requires the plugin "bell", which did not start: no clapper',
    );
    expect(installed.find(({ uid }) => uid === 'pocket')?.notStarted).toContain('requires the plugin "apron"');
  });

  it('starts a plugin after those that it requires', async () => {
    const { ask } = await start(await place(), true);
    expect(begun).toEqual(['apron', 'pocket']);
    expect((await ask('/api/admin/unstarted/pocket')).json.data).toBe('pocket');
  });

  it('keeps the jobs of a plugin that did not start until one does', async () => {
    const where = await place();
    const first = await start(where, false);
    await first.enqueue();
    await vi.waitFor(() => expect(runs).toEqual(['well']), 60_000);
    await Promise.all(servers.splice(0).map((server) => server.close()));
    expect(runs).toEqual(['well']);
    await start(where, true);
    await vi.waitFor(() => expect(runs).toEqual(['bell']), 60_000);
  });

  it('answers as usual where everything has started', async () => {
    const { ask, server } = await start(await place(), true);
    expect(await policyOf(server)).toContain('bells.example');
    expect((await ask('/api/admin/unstarted/ringer')).json.data).toBe('ding');
    expect((await ask('/api/admin/Dashboard/index')).json.data['cards']).toContainEqual(
      expect.objectContaining({ value: 7 }),
    );
  });
});
