import { afterAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import exporting from '../../examples/export.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const ware = table('ware_export', {
  title: f.text({ required: true, label: { 'zh-cn': '名称', en: 'Title' } }),
  price: f.money({ label: { 'zh-cn': '价格', en: 'Price' } }),
  status: f.enum(
    { draft: { 'zh-cn': '草稿', en: 'Draft' }, live: { 'zh-cn': '已发布', en: 'Live' } },
    { default: 'draft', label: { 'zh-cn': '状态', en: 'Status' } },
  ),
  cost: f.money({ label: { 'zh-cn': '成本', en: 'Cost' } }),
});
declare module '#resource' {
  interface Tables {
    ware_export: typeof ware;
  }
}
const wares = ware.resource({
  path: 'store/ware',
  list: { columns: ['title', 'price', 'status', 'cost'], sort: 'id' },
  access: { cost: { read: (caller) => caller.super } },
  rows: { read: (caller) => caller.super || { status: 'live' } },
});

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('is one file: what people may read of any table, in their words, and nothing else', async () => {
    const server = await startServer(await place(), { plugins: [exporting], resources: [wares] });
    servers.push(server);
    const { gate } = server.app;
    await gate.rows('ware_export').add({ title: '=1+1, "x"', price: '5', status: 'live', cost: '3' });
    await gate.rows('ware_export').add({ title: 'Lamp', price: '2.5' });
    await addPerson(gate, 'clerk', 'Person-1', ['store/ware/index']);
    await addPerson(gate, 'nobody', 'Person-1', []);
    const fileFor = async (token: string, language: string) =>
      (await server.request('GET', '/api/admin/export/ware_export', { token, headers: { 'think-lang': language } }))
        .text;
    expect(await fileFor(await server.signIn(), 'en')).toBe(
      '"Title","Price","Status","Cost"\r\n"\'=1+1, ""x""","5.00","Live","3.00"\r\n"Lamp","2.50","Draft",""\r\n',
    );
    expect(await fileFor(await server.signIn('clerk', 'Person-1'), 'zh-cn')).toBe(
      '"名称","价格","状态"\r\n"\'=1+1, ""x""","5.00","已发布"\r\n',
    );
    expect(await fileFor(await server.signIn('nobody', 'Person-1'), 'en')).not.toContain('Lamp');
  });
});
