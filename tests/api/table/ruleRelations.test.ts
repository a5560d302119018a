import { beforeAll, expect, it } from 'vitest';
import { f, modelOf, table, type Caller, type Filter } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const region = table('rule_region', { name: f.text(), manager: f.int() });
const customer = table('rule_customer', {
  name: f.text(),
  owner: f.int(),
  level: f.text(),
  region_id: f.belongsTo('rule_region'),
  newest_id: f.belongsTo('rule_order'),
});
const order = table('rule_order', {
  number: f.text({ search: true }),
  state: f.enum({ open: 'Open', paid: 'Paid' }, { default: 'open' }),
  customer_id: f.belongsTo('rule_customer'),
  helper_ids: f.belongsToMany('rule_helper'),
});
const helper = table('rule_helper', { account: f.int() });
const line = table('rule_line', { text: f.text(), order_id: f.belongsTo('rule_order', { onDelete: 'null' }) });
declare module '#resource' {
  interface Tables {
    rule_region: typeof region;
    rule_customer: typeof customer;
    rule_order: typeof order;
    rule_helper: typeof helper;
    rule_line: typeof line;
  }
}

const tables = [
  region.resource({ path: 'rule/region' }),
  // Customers and orders have rules that enter each other.
  customer.resource({
    path: 'rule/customer',
    rows: { read: (caller) => caller.super || { 'newest.state': 'paid', owner: caller.id } },
  }),
  order.resource({
    path: 'rule/order',
    traits: { trash: true, sortable: true },
    rows: {
      read: (caller) =>
        caller.super || {
          or: [{ 'customer.owner': caller.id }, { 'helpers.account': caller.id }],
          'customer.level': { ne: 'secret' },
        },
      write: (caller) => caller.super || { 'customer.owner': caller.id },
    },
    list: { filters: ['number', 'customer.region.name', 'helpers.account'], sort: 'customer.region.name' },
    dashboard: { label: 'Of the north', where: { 'customer.name': 'Ann & Co' } },
  }),
  helper.resource({ path: 'rule/helper' }),
  line.resource({ path: 'rule/line' }),
];

const ann = administrator();
const nodesOf = (...names: string[]): string[] =>
  names.flatMap((name) => ['index', 'add', 'edit', 'del'].map((action) => `rule/${name}/${action}`));
const bob = administrator(nodesOf('order', 'line'), { id: 9 });
/** May list customers as well, of whom the rule shows him few. */
const eve = administrator(nodesOf('order', 'customer'), { id: 9, username: 'eve' });

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const ask = (caller: Caller, query: object = {}, name = 'rule_order') =>
    fixture.gate.index(caller, fixture.model(name), { limit: 100, order: 'id,asc', ...query });
  const numbers = async (caller: Caller, filter?: Filter): Promise<unknown[]> =>
    (await ask(caller, filter ? { filter: JSON.stringify(filter) } : {})).list.map((row) => row['number']);
  const edit = (caller: Caller, name: string, body: Record<string, unknown>) =>
    fixture.gate.edit(caller, fixture.model(name), body);

  beforeAll(async () => {
    fixture = await openGate(await open(), tables);
    const { gate } = fixture;
    await gate.addAll('rule_region', [{ name: 'North' }, { name: 'South' }]);
    await gate.addAll('rule_helper', [{ account: 9 }, { account: 5 }]);
    await gate.addAll('rule_customer', [
      { name: 'Ann & Co', owner: 9, region_id: 2 },
      { name: 'Others', owner: 5, region_id: 1 },
      { name: 'Secret', owner: 9, level: 'secret', region_id: 1 },
    ]);
    await gate.addAll('rule_order', [
      { number: 'own', customer_id: 1 },
      { number: 'other', customer_id: 2 },
      { number: 'helped', customer_id: 2, helper_ids: [1, 2] },
      { number: 'secret', customer_id: 3, helper_ids: [1] },
      { number: 'nobody', customer_id: null, helper_ids: [2] },
      // What is true where there is no value is true where there is no customer.
      { number: 'loose', customer_id: null, helper_ids: [1] },
    ]);
    await gate.addAll('rule_line', [
      { text: 'a', order_id: 1 },
      { text: 'b', order_id: 2 },
    ]);
  });

  it('opens the rows whose related rows it means, whatever those may be read', async () => {
    expect(await numbers(ann)).toEqual(['own', 'other', 'helped', 'secret', 'nobody', 'loose']);
    expect(await numbers(bob)).toEqual(['own', 'helped', 'loose']);
    // The customers are hidden from eve by a rule of their own, which enters the orders: neither hides nor opens an order.
    expect((await ask(eve, {}, 'rule_customer')).list).toEqual([]);
    expect(await numbers(eve)).toEqual(['own', 'helped', 'loose']);
  });

  it('holds for single rows, searches, totals, related rows and figures too', async () => {
    const { gate, model } = fixture;
    await expect(gate.read(bob, model('rule_order'), 2)).rejects.toMatchObject({ key: 'rows:notFound' });
    expect(await gate.read(bob, model('rule_order'), 1)).toMatchObject({ number: 'own' });
    expect((await ask(bob, { quickSearch: 'her' })).total).toBe(0);
    expect(await gate.total(bob, model('rule_order'))).toBe(3);
    const { list } = await ask(bob, {}, 'rule_line');
    expect(list.map((row) => row['order'])).toMatchObject([{ number: 'own' }, null]);
    const filter = JSON.stringify({ field: 'order.number', operator: 'eq', value: 'other' });
    expect((await ask(bob, { filter }, 'rule_line')).total).toBe(0);
  });

  it('counts anew when a related row has changed', async () => {
    const { gate, model } = fixture;
    const count = async () => [
      await gate.total(bob, model('rule_order')),
      await gate.figure(bob, model('rule_order'), {}),
      (await ask(bob, { filter: JSON.stringify({ field: 'order.id', operator: 'NOT NULL' }) }, 'rule_line')).total,
    ];
    // What has taken long to count rests for a while.
    await expect.poll(count).toEqual([3, 3, 1]);
    await edit(ann, 'rule_customer', { id: 2, owner: 9 });
    await expect.poll(count).toEqual([4, 4, 2]);
    await edit(ann, 'rule_customer', { id: 2, owner: 5 });
    await edit(ann, 'rule_helper', { id: 2, account: 9 });
    await expect.poll(count).toEqual([4, 4, 1]);
    await edit(ann, 'rule_helper', { id: 2, account: 5 });
    await expect.poll(count).toEqual([3, 3, 1]);
  });

  it('holds for what is written: own customers only, before and after', async () => {
    await expect(edit(bob, 'rule_order', { id: 3, number: 'x' })).rejects.toMatchObject({ key: 'rows:notYours' });
    await expect(edit(bob, 'rule_order', { id: 2, number: 'x' })).rejects.toMatchObject({ key: 'rows:notFound' });
    const { gate, model } = fixture;
    const add = (customer_id: number | null) =>
      gate.add(administrator(nodesOf('order', 'customer'), { id: 5 }), model('rule_order'), {
        number: 'new',
        customer_id,
      });
    await expect(add(null)).rejects.toMatchObject({ key: 'rows:outsideRule' });
    expect(await numbers(ann)).toHaveLength(6);
    expect(await gate.del(bob, model('rule_order'), [1])).toEqual({ count: 1 });
    await gate.restore(ann, model('rule_order'), [1]);
    await expect(gate.del(bob, model('rule_order'), [3])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
  });

  it('offers what its file lists to whoever reads the list, whether or not they may list the tables on the way', async () => {
    const { gate, model } = fixture;
    const is = (field: string, value: unknown): Filter => ({ field, operator: 'eq', value });
    // It is read, but their rule hides the customers on the way from him.
    expect(await numbers(bob, is('customer.region.name', 'North'))).toEqual([]);
    expect(await numbers(ann, is('customer.region.name', 'North'))).toEqual(['other', 'helped', 'secret']);
    expect(await numbers(bob, is('helpers.account', 5))).toEqual(['helped']);
    const { list, fields } = gate.manifest(bob, model('rule_order'), 'en');
    expect(list).toMatchObject({
      filters: ['number', 'customer.region.name', 'helpers.account'],
      order: 'customer.region.name,asc',
    });
    expect(fields['customer.region.name']).toMatchObject({
      operators: expect.arrayContaining(['LIKE']) as unknown,
      sortable: true,
    });
    expect(fields['helpers.account']).toMatchObject({ sortable: false });
    for (const field of ['customer.region.manager', 'customer.owner', 'helpers.create_time'])
      await expect(numbers(bob, is(field, 9))).rejects.toMatchObject({ key: 'rows:unknownField' });
    expect((await ask(ann, { order: undefined })).list.map((row) => row['number'])).toEqual([
      'nobody',
      'loose',
      'other',
      'helped',
      'secret',
      'own',
    ]);
  });

  it('tells only those who may follow a relation what paths call it', () => {
    const fieldsOf = (caller: Caller) => fixture.gate.manifest(caller, fixture.model('rule_order'), 'en').fields;
    expect(fieldsOf(ann)['customer_id']!.relation).toMatchObject({ follow: 'customer' });
    expect(fieldsOf(ann)['helper_ids']!.relation).toMatchObject({ follow: 'helpers' });
    expect(fieldsOf(eve)['customer_id']!.relation).toMatchObject({ follow: 'customer' });
    expect(fieldsOf(bob)['customer_id']!.relation).not.toHaveProperty('follow');
  });

  it('counts for a figure, and finds for code that asks for a caller, by related rows that they may see', async () => {
    const { gate, model } = fixture;
    const where = { 'customer.name': 'Ann & Co' };
    expect(await gate.figure(ann, model('rule_order'), { where: where as never })).toBe(1);
    expect(await gate.figure(bob, model('rule_order'), { where: { 'customer.level': 'x' } as never })).toBeUndefined();
    expect(await gate.figure(eve, model('rule_order'), { where: where as never })).toBe(0);
    expect(await gate.rows('rule_order').list(where, { sort: '-id' })).toMatchObject([{ number: 'own' }]);
    expect(await gate.rows('rule_order').count({ not: { 'helpers.account': 9 } })).toBe(3);
    expect(await gate.rows('rule_order', eve).count(where)).toBe(0);
    await edit(ann, 'rule_customer', { id: 1, newest_id: 3 });
    await edit(ann, 'rule_order', { id: 3, state: 'paid' });
    expect(await gate.rows('rule_order', eve).count(where)).toBe(1);
    await expect.poll(() => gate.figure(eve, model('rule_order'), { where: where as never })).toBe(1);
  });
});

it('is a declaration whose paths are looked up when the server starts', async () => {
  const { checkRelations } = await import('#resource');
  const refused = (definition: Parameters<typeof order.resource>[0], message: RegExp): void => {
    const models = [
      order.resource({ path: 'rule/order', ...definition }),
      ...tables.filter(({ name }) => name !== 'rule_order'),
    ].map(modelOf);
    expect(() => checkRelations(models[0]!, models)).toThrow(message);
  };
  refused({ list: { filters: ['customer.regoin.name' as never] } }, /"rule_customer" leads to "regoin".*"region"/);
  refused({ list: { filters: ['customer.region.nam' as never] } }, /"rule_region" has no field "nam"/);
  refused({ list: { sort: 'helpers.account' as never } }, /cannot be sorted by "helpers.account"/);
  refused({ list: { sort: '-customer.region.version' } }, /cannot be sorted by/);
  refused({ list: { filters: ['customer.region.version'] } }, /nothing can be filtered by/);
  refused({ aliases: { helper_names: 'helpers.account' } }, /aliases\.helper_names: "helpers\.account" must be/);
  refused({ aliases: { region_name: 'customer.region.name' } }, /aliases\.region_name/);
  refused({ otherPath: 'rule/Customer' }, /otherPath: "rule\/Customer" is also that of the table "rule_customer"/);
  refused({ menu: { badge: { 'customer.nam': 'x' } as never } }, /menu.badge.*has no field "nam"/);
  refused({ dashboard: { label: 'A', where: { 'helpers.nam': 1 } as never } }, /dashboard.where/);
});
