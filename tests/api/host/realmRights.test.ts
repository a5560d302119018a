import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin, type PluginRealm } from '#plugin';
import partners from '../../examples/partners.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const secret = 'Partner-123';

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token: string;
  const rows = <N extends 'partner' | 'partner_group' | 'partner_rule'>(name: N) => server.app.gate.rows(name);
  const get = async (url: string) =>
    (await server.request('GET', `/api/partner/${url}`, { headers: { 'x-partner-token': token } })).json;
  const add = async (goods: string) =>
    (
      await server.request('POST', '/api/partner/trade.shipment/add', {
        headers: { 'x-partner-token': token },
        body: { goods },
      })
    ).json.code;
  const ruleId = async (name: string): Promise<number> => (await rows('partner_rule').list({ name }))[0]!.id;
  let groups: { all: number; few: number };

  beforeAll(async () => {
    server = await startServer(await place(), { plugins: [partners], resources: partners.resources! });
    groups = {
      all: (await rows('partner_group').add({ name: 'All', is_super: 1 })).id,
      few: (await rows('partner_group').add({ name: 'Few', rule_ids: [await ruleId('report/sales')] })).id,
    };
    await rows('partner').add({ username: 'ann', company: 'Tea', password: secret, group_ids: [groups.few] });
    const { json } = await server.request('POST', '/api/partner/session/login', {
      body: { username: 'ann', password: secret },
    });
    ({ token } = json.data['userInfo'] as { token: string });
  });
  afterAll(() => server.close());

  it('makes rules of the tables that serve the realm and of its pages, and none of the others', async () => {
    const names = (await rows('partner_rule').list()).map(({ name }) => name);
    expect(names.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'report',
      'report/sales',
      'report/sales/export',
      'trade/shipment',
      'trade/shipment/add',
      'trade/shipment/index',
    ]);
  });

  it('lets members of groups do what these own', async () => {
    expect([(await get('report.sales/index')).code, (await get('report.sales/export')).code]).toEqual([1, 401]);
    expect([(await get('trade.shipment/index')).code, await add('x')]).toEqual([401, 401]);
    const { menus, rules, userInfo } = (await get('session/index')).data;
    expect(menus).toMatchObject([{ name: 'report', children: [{ name: 'report/sales', title: 'Sales' }] }]);
    expect([rules, userInfo]).toEqual([[], { id: 1, username: 'ann', company: 'Tea' }]);
    await rows('partner').edit(1, { group_ids: [groups.few, groups.all] });
    expect([(await get('report.sales/export')).code, await add('tea')]).toEqual([1, 1]);
    await rows('partner_rule').edit(await ruleId('trade/shipment/add'), { status: 0 });
    expect(await add('more')).toBe(401);
    await rows('partner_group').edit(groups.all, { status: 0 });
    expect([(await get('trade.shipment/index')).code, (await get('report.sales/index')).code]).toEqual([401, 1]);
    await rows('partner').edit(1, { group_ids: [groups.all] });
    expect((await get('report.sales/index')).code).toBe(401);
  });

  it('keeps what an administrator has changed of a rule, and gives none of a page that is gone', async () => {
    await rows('partner').edit(1, { group_ids: [groups.few] });
    await rows('partner_rule').edit(await ruleId('report/sales'), { title: 'Figures', icon: 'fa fa-star' });
    const { menus } = (await get('session/index')).data;
    expect(menus).toMatchObject([{ children: [{ title: 'Figures', icon: 'fa fa-star' }] }]);
    await rows('partner_rule').edit(await ruleId('report/sales'), { gone: 1 });
    expect((await get('report.sales/index')).code).toBe(401);
  });

  it.each([
    [{ groups: 'nobody' }, 'rights.groups: there is no table "nobody".'],
    [{ groups: 'partner' }, 'rights.groups: the table "partner" has no column "is_super".'],
    [{ rules: 'partner_group' }, 'rights.rules: the table "partner_group" has no column "pid".'],
    [
      { rules: 'admin_rule' },
      'rights.groups: "rule_ids" of the table "partner_group" must be an f.belongsToMany of "admin_rule".',
    ],
    [{ of: 'company' }, 'rights.of: "company" of the table "partner" must be an f.belongsTo'],
  ])('names rights that cannot be: %j', async (change, sentence) => {
    const [realm] = partners.realms as [PluginRealm];
    const wrong = definePlugin({
      ...partners,
      routes: [],
      menu: [],
      realms: [{ ...realm, rights: { ...realm.rights!, ...change } as never }],
    });
    const other = await startServer(await place(), { plugins: [wrong], resources: partners.resources!, faults: 1 });
    expect(other.app.faults[0]).toContain(sentence);
    await other.close();
  });
});
