import { afterAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import assistant from '../../examples/assistant.ts';
import { eachDatabase } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const letter = table('letter', {
  title: f.text({ required: true, search: true }),
  salary: f.int(),
  key: f.text({ secret: true }),
  number: f.text({ encrypted: true }),
}).resource({ path: 'post/letter', access: { salary: { read: (caller) => caller.super } } });
const hidden = table('hidden', { title: f.text() }).resource({ page: false });

interface Tool {
  readonly name: string;
  readonly label: string;
  readonly actions: readonly string[];
  readonly filters: readonly { readonly field: string }[];
}

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('is what a caller may know and do, of no table more', async () => {
    const server = await startServer(await place(), {
      plugins: [assistant, guests],
      resources: [letter, hidden, ...guests.resources!],
    });
    servers.push(server);
    const { gate } = server.app;
    const tools = async (token: string, headers = {}): Promise<Tool[]> =>
      (await server.request('GET', '/api/admin/assistant/tools', { token, headers })).json.data as unknown as Tool[];
    const all = await tools(await server.signIn());
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['admin', 'letter', 'guest']));
    expect(all.map(({ name }) => name)).not.toContain('hidden');
    const mine = all.find(({ name }) => name === 'letter')!;
    expect(mine.filters.map(({ field }) => field)).toEqual(expect.arrayContaining(['title', 'salary']));
    for (const name of ['key', 'number']) expect(mine.filters.map(({ field }) => field)).not.toContain(name);

    const { id: empty } = await gate.rows('admin_group').add({ name: 'Empty', pid: 1, rule_ids: [] });
    const rules = await gate.rows('admin_rule').list({ name: { in: ['post/letter/index', 'post/letter/edit'] } });
    const { id } = await gate.rows('admin_group').add({ name: 'Post', pid: 1, rule_ids: rules.map((rule) => rule.id) });
    await gate.rows('admin').add({ username: 'clerk', nickname: 'C', password: 'Person-1', group_ids: [id] });
    await gate.rows('admin').add({ username: 'nobody', nickname: 'N', password: 'Person-1', group_ids: [empty] });
    const clerk = await tools(await server.signIn('clerk', 'Person-1'), { 'think-lang': 'zh-cn' });
    expect(clerk).toHaveLength(1);
    expect(clerk[0]).toMatchObject({ name: 'letter', actions: ['index', 'edit'] });
    expect(JSON.stringify(clerk)).not.toMatch(/salary|key|number/);
    expect(await tools(await server.signIn('nobody', 'Person-1'))).toEqual([]);
  });
});
