import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { f, Invalid, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const order = table('order_form', {
  title: f.text({ label: { 'zh-cn': '标题', en: 'Title' }, required: true, max: 5 }),
  price: f.money({ min: '1' }),
  count: f.int({ label: { 'zh-cn': '数量', en: 'Number of {{label}} $t(rows:added)' } }),
  date: f.date(),
  nickname: f.text({ max: 2 }),
  pin: f.password({ label: { 'zh-cn': '密令', en: 'Pass phrase' } }),
  cost: f.int({ label: { 'zh-cn': '秘密成本', en: 'Hidden cost' } }),
  odd_one: f.int(),
});
declare module '#resource' {
  interface Tables {
    order_form: typeof order;
  }
}
const orders = order.resource({
  path: 'sales/form',
  access: { cost: { read: (caller) => caller.super } },
  hooks: {
    async beforeSave({ next, prev, context }) {
      if (next.title === 'both' && prev)
        await context.table('order_form').edit(prev.id + 1, { version: 1, title: 'b' });
      if (next.title === 'hook') throw new Invalid({ cost: { key: 'validate:integer' }, title: { key: 'rows:taken' } });
    },
  },
});

/** A form of a plugin's own, which writes as the caller. */
const stamps = (): ReturnType<typeof definePlugin> => {
  let host: PluginHost;
  const at = { method: 'POST', realm: 'admin', node: 'signed-in' } as const;
  return definePlugin({
    name: 'stamp',
    routes: [
      {
        ...at,
        url: '/admin/sales.stamp/edit',
        handler: async ({ caller, body: { id, ...values } }) => ({
          row: await host.rows('order_form', caller).edit(Number(id), values),
        }),
      },
      {
        ...at,
        url: '/admin/sales.stamp/check',
        handler({ body }) {
          if (body['ink'] === undefined) throw new Invalid({ ink: { key: 'validate:required' } });
          throw new Invalid({ ink: { key: 'validate:color' }, paper: { key: 'validate:max', params: { max: 2 } } });
        },
      },
    ],
    start(given) {
      host = given;
    },
  });
};

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token: string;
  let clerk: string;
  beforeAll(async () => {
    server = await startServer(await place(), { resources: [orders], plugins: [stamps()] });
    token = await server.signIn();
    const rules = await server.app.gate
      .rows('admin_rule')
      .list({ name: { in: ['sales', 'sales/form', 'sales/form/add', 'sales/form/edit'] } });
    const { id } = await server.app.gate
      .rows('admin_group')
      .add({ name: 'clerks', pid: 1, rule_ids: rules.map((rule) => rule.id) });
    await server.app.gate
      .rows('admin')
      .add({ username: 'clerk', nickname: 'C', password: 'Person-1', group_ids: [id] });
    clerk = await server.signIn('clerk', 'Person-1');
  });
  afterAll(() => server.close());

  const post = async (url: string, body: Record<string, unknown>, language = 'en', as: string | undefined = token) => {
    const { status, json } = await server.request('POST', url, {
      ...(as === '' ? {} : { token: as }),
      body,
      headers: { 'think-lang': language },
    });
    return { status, code: json.code, msg: json.msg, errors: json.data?.['errors'], data: json.data };
  };
  const add = (body: Record<string, unknown>, language?: string, as?: string) =>
    post('/api/admin/sales.form/add', body, language, as);

  it.each([
    ['en', {}, "Title can't be empty"],
    ['zh-cn', {}, '标题不能为空'],
    ['en', { title: 'too long' }, 'Title can have at most 5 characters'],
    ['zh-cn', { title: 'too long' }, '标题最多 5 个字符'],
    ['en', { title: 'a', date: 'x' }, 'Date: Please enter a valid date'],
    ['zh-cn', { title: 'a', price: 'x' }, '价格：请输入正确的金额格式'],
    ['en', { title: 'a', price: '0.5' }, 'Price must be at least 1'],
    ['en', { title: 'a', odd_one: 'x' }, 'Odd one: Please enter a whole number'],
    ['en', { title: '', nickname: 'abc' }, "Title can't be empty; Nickname can have at most 2 characters"],
    ['zh-cn', { title: '', nickname: 'abc' }, '标题不能为空；昵称最多 2 个字符'],
    ['en', { title: 'a', nothing: 1 }, 'There is no field “nothing”'],
    ['en', { title: 'a', count: 'x' }, 'Number of {{label}} $t(rows:added): Please enter a whole number'],
  ])('names the field that is wrong (%s %o)', async (language, body, msg) => {
    expect(await add(body, language)).toMatchObject({ status: 200, code: 0, msg });
  });

  it('leaves what stands beside each field as it was', async () => {
    expect((await add({ title: '', nickname: 'abc' })).errors).toEqual({
      title: 'This field is required',
      nickname: 'Enter at most 2 characters',
    });
  });

  it('names the first three of many', async () => {
    const { msg, errors } = await add({ title: '', nickname: 'abc', price: 'x', date: 'x', count: 'x', odd_one: 'x' });
    expect(Object.keys(errors as object).length).toBe(6);
    expect(msg.split('; ')).toHaveLength(3);
  });

  it('calls no field by a label that the caller may not read', async () => {
    for (const language of ['en', 'zh-cn']) {
      for (const body of [{ title: 'a', cost: 'x' }, { title: 'hook' }])
        expect(JSON.stringify(await add(body, language, clerk))).not.toMatch(/Hidden cost|秘密成本/);
    }
    expect((await add({ title: 'hook' })).msg).toBe(
      'Hidden cost: Please enter a whole number; Title: This record already exists',
    );
    expect((await add({ title: 'a', pin: '<' }, 'en', clerk)).msg).toMatch(/^Pass phrase: /);
  });

  it('names fields of forms that are no table', async () => {
    expect((await post('/api/admin/Index/login', {}, 'zh-cn', '')).msg).toBe('用户名不能为空；密码不能为空');
    expect((await post('/api/admin/routine.AdminInfo/edit', { password: 'Another-1' })).msg).toBe(
      "Current password can't be empty",
    );
    expect((await post('/api/admin/routine.Config/edit', { site_name: 'a'.repeat(5000) }, 'zh-cn')).msg).toMatch(
      /^\S+最多 \d+ 个字符$/,
    );
  });

  it('names fields of plugins, which have no label, as they are called in the request, in quotes', async () => {
    const check = (body: Record<string, unknown>, language?: string) =>
      post('/api/admin/sales.stamp/check', body, language);
    expect(await check({})).toMatchObject({
      code: 0,
      msg: "“ink” can't be empty",
      errors: { ink: 'This field is required' },
    });
    expect((await check({ ink: 'x' }, 'zh-cn')).msg).toBe(
      '“ink”：请输入正确的颜色，例如 #1677ff；“paper”最多 2 个字符',
    );
  });

  it('answers a stale edit like every other refusal', async () => {
    const { data } = await add({ title: 'one' });
    const { id } = (data as unknown as { row: { id: number } }).row;
    const edit = (body: Record<string, unknown>) => post('/api/admin/sales.form/edit', { id, version: 1, ...body });
    expect((await edit({ title: 'two' })).code).toBe(1);
    expect(await edit({ title: 'three' })).toMatchObject({
      status: 200,
      code: 412,
      data: { row: { id, title: 'two' } },
    });
    const late = { status: 200, code: 412, msg: expect.stringContaining('Someone else') as string };
    // By way of a plugin: the row as the caller sees it. By way of a hook: another row, which is not what they edit.
    const stamp = (body: Record<string, unknown>, as?: string) =>
      post('/api/admin/sales.stamp/edit', { id, ...body }, 'en', as);
    const stamped = await stamp({ version: 1, title: 'four' }, clerk);
    expect(stamped).toMatchObject({ ...late, data: { row: { id, title: 'two', version: 2 } } });
    expect(stamped.data['row']).not.toHaveProperty('cost');
    expect(await stamp({ version: 2, title: 'five' })).toMatchObject({ code: 1, data: { row: { title: 'five' } } });
    const { row: next } = (await add({ title: 'next' })).data as unknown as { row: { id: number } };
    expect(next.id).toBe(id + 1);
    expect((await post('/api/admin/sales.form/edit', { id: next.id, title: 'newer' })).code).toBe(1);
    expect(await edit({ version: 3, title: 'both' })).toMatchObject({ ...late, data: null });
    expect((await edit({ version: 3, title: 'still' })).code).toBe(1);
    const settings = (body: Record<string, unknown>) => post('/api/admin/routine.Config/edit', body);
    expect((await settings({ site_name: 'A', version: 1 })).code).toBe(1);
    expect(await settings({ site_name: 'B', version: 1 })).toMatchObject({ status: 200, code: 412 });
  });
});
