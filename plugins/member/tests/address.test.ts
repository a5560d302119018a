import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';

const book = books();
testPlugin('members keep addresses, see nobody else’s, and have one default', book.plugins, async (server) => {
  const ann = await addMember(book, 'ann');
  const bob = await addMember(book, 'bob');
  const call = async (as: { token: string }, method: string, action: string, more: object = {}) =>
    (
      await server.request(method, `/api/user/user.address/${action}`, {
        headers: { 'ba-user-token': as.token },
        ...more,
      })
    ).json;
  const values = { name: 'Ann', mobile: '13800138000', area: ['44', '4403', '440305'], address: '1 Main St' };
  const add = (as: typeof ann, more: object = {}) => call(as, 'POST', 'add', { body: { ...values, ...more } });
  expect(await add(ann, { is_default: 1 })).toMatchObject({ code: 1 });
  expect((await add(ann, { is_default: 1, name: 'Second' })).code).toBe(1);
  expect((await add(bob)).code).toBe(1);
  const { list, total } = (await call(ann, 'GET', 'index')).data as {
    list: { id: number; name: string }[];
    total: number;
  };
  expect([total, list.map(({ name, ...row }) => [name, (row as { is_default?: number }).is_default])]).toEqual([
    2,
    [
      ['Second', 1],
      ['Ann', 0],
    ],
  ]);
  expect(JSON.stringify(list)).not.toContain('user_id');
  const [foreign] = await book.host.rows('user_address', book.host.system).list({ user_id: bob.id });
  for (const [method, action, more] of [
    ['POST', 'edit', { body: { id: foreign!.id, version: 1, name: 'mine' } }],
    ['GET', 'edit', { query: { id: foreign!.id } }],
    ['DELETE', 'del', { query: { ids: [foreign!.id] } }],
    ['POST', 'add', { body: { ...values, user_id: bob.id } }],
    ['POST', 'add', { body: { ...values, mobile: '12' } }],
    ['POST', 'add', { body: { ...values, area: 'x' } }],
    ['GET', 'index', { query: { search: [{ field: 'user_id', operator: 'eq', val: bob.id }] } }],
  ] as const)
    expect((await call(ann, method, action, more)).code, `${method} ${action}`).not.toBe(1);
  expect(await book.host.rows('user_address', book.host.system).get(foreign!.id)).toMatchObject({
    name: 'Ann',
    version: 1,
  });
  for (let at = 0; at < 48; at += 1)
    await book.host.rows('user_address', book.host.system).add({ user_id: ann.id, ...values });
  expect((await add(ann)).code).toBe(0);
  expect((await call(ann, 'DELETE', 'del', { query: { ids: [list[0]!.id] } })).code).toBe(1);
  expect((await add(ann)).code).toBe(1);
});
