import { afterEach, expect, it, vi } from 'vitest';
import { action, f, table } from '#resource';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { ServerPlugin } from '#plugin';

const day = 86_400;

/** A plugin whose calls only read, though they are posted. */
const asking: ServerPlugin = {
  name: 'asking',
  routes: [
    ...(['select', 'index', 'selected'] as const).map((action) => ({
      method: 'POST' as const,
      url: `/admin/asking/${action}`,
      node: 'signed-in' as const,
      handler: () => null,
    })),
    { method: 'DELETE', url: '/admin/asking/forget', node: 'signed-in', handler: () => null },
  ],
};

/** What is set to be done once a day from now on. */
function dailyJobs(): (() => void)[] {
  const jobs: (() => void)[] = [];
  const { setInterval: real } = globalThis;
  vi.spyOn(globalThis, 'setInterval').mockImplementation((job, wait) => {
    if (wait === day * 1000) jobs.push(job);
    return real(job, wait);
  });
  return jobs;
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let clock = 1_800_000_000;
  const serve = async (where: Place): Promise<void> => {
    server = await startServer(where, { now: () => clock, plugins: [asking] });
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });
  const log = () => server.app.gate.rows('admin_log');
  const titles = async (): Promise<string[]> => (await log().list({}, { sort: 'id' })).map(({ title }) => title ?? '');
  const write = async (...written: string[]): Promise<void> => {
    for (const title of written) await log().add({ title });
  };

  it('notes what is posted and deleted, but no call that only reads or signs out', async () => {
    await serve(await place());
    const token = await server.signIn();
    const post = async (url: string) =>
      expect((await server.request('POST', `/api/admin/${url}`, { token, body: {} })).json.code).toBe(1);
    await post('asking/select');
    await post('asking/INDEX');
    await post('asking/selected');
    await server.request('DELETE', '/api/admin/auth.rule/del', { token, query: { ids: [999_999] } });
    await post('Index/logout');
    await expect.poll(titles).toContain('asking-selected');
    // Entries are written behind the answers: one more call, and those before it are there.
    const again = await server.signIn();
    await server.request('POST', '/api/admin/auth.group/add', { token: again, body: { name: 'last', pid: 1 } });
    await expect.poll(titles).toContain('角色组-新增');
    const urls = (await log().list()).map(({ url }) => url?.toLowerCase());
    expect(
      urls.filter((url) => url?.endsWith('/select') || url?.endsWith('/index') || url?.endsWith('/logout')),
    ).toEqual([]);
  });

  it('notes actions of tables that have the name of a call that is not noted', async () => {
    const names = ['presence', 'saveColumns', 'saveDashboard', 'readNotices', 'logout', 'publish'];
    const actions = Object.fromEntries(
      names.map((name) => [name, action({ label: name, on: 'list', async handler() {} })]),
    );
    const note = table('noted', { title: f.text() }).resource({ path: 'noted', label: 'Noted', actions });
    server = await startServer(await place(), { resources: [note] });
    const token = await server.signIn();
    for (const name of names)
      expect((await server.request('POST', `/api/admin/noted/${name}`, { token, body: {} })).json.code).toBe(1);
    const body = { table: 'noted', columns: { size: 'small' } };
    expect((await server.request('POST', '/api/admin/ajax/saveColumns', { token, body })).json.code).toBe(1);
    const noted = async () => (await log().list({}, { sort: 'id' })).map(({ url }) => url?.replace('/admin/', ''));
    await expect.poll(noted).toEqual(['Index/login', ...names.map((name) => `noted/${name}`)]);
  });

  it('calls by their names what every table has without a node of its own', async () => {
    await serve(await place());
    const token = await server.signIn();
    const { id } = await server.app.gate.rows('admin_group').add({ name: 'Editors', pid: 1 });
    const body = { ids: [id], values: { status: 0 } };
    expect((await server.request('POST', '/api/admin/auth.group/bulkEdit', { token, body })).json).toMatchObject({
      code: 1,
    });
    await expect.poll(titles).toContain('角色组-批量编辑');
  });

  it('keeps the query of a deletion, and the body alone of what is posted', async () => {
    await serve(await place());
    const token = await server.signIn();
    await server.request('DELETE', '/api/admin/asking/forget', { token, query: { name: 'asked' } });
    const body = { name: 'sent' };
    await server.request('POST', '/api/admin/asking/selected', { token, query: { name: 'asked' }, body });
    await expect.poll(titles).toContain('asking-selected');
    const entries = await log().list({ title: { in: ['asking-forget', 'asking-selected'] } }, { sort: 'id' });
    expect(entries.map(({ data }) => data)).toEqual(['{"name":"asked"}', '{"name":"sent"}']);
  });

  it('forgets entries after half a year, at the start and every day, however many', async () => {
    const where = await place();
    await serve(where);
    await write(...Array.from({ length: 450 }, (_, at) => `old ${at}`));
    clock += day;
    await write('a day younger');
    clock += 183 * day - 1;
    await write('new');
    await server.close();
    const daily = dailyJobs();
    await serve(where);
    expect(await log().count()).toBe(452);
    clock += 2;
    for (const job of daily) job();
    await expect.poll(titles).toEqual(['a day younger', 'new']);
    clock += day;
    await server.close();
    await serve(where);
    await expect.poll(titles).toEqual(['new']);
  });
});
