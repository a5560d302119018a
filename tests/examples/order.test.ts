import { expect } from 'vitest';
import { testTable } from '../support/testTable.ts';
import order from './order.ts';

testTable('an order that is paid stays as it is', [order], async ({ add, edit }) => {
  const { id } = await add('order', { number: 'A1', amount: '3', status: 'paid' });
  await expect(edit('order', { id, status: 'open' })).rejects.toMatchObject({ key: 'order:paid' });
});

testTable('an order is seen by its owner only, and without its amount', [order], async ({ add, as }) => {
  const { id } = await add('order', { number: 'A2', amount: '3' });
  const nodes = ['sales/order/index', 'sales/order/add'];
  expect(await as(nodes).list('order')).toEqual([]);
  await expect(as(nodes).read('order', id)).rejects.toMatchObject({ key: 'rows:notFound' });
  const own = await as(nodes, { id: 7 })
    .add('order', { number: 'A3' })
    .catch((error: unknown) => error);
  expect(own).toMatchObject({ key: 'rows:incomplete' });
});
