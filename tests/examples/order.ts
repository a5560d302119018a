import { f, Problem, table } from '#resource';

const order = table('order', {
  number: f.text({ required: true, unique: true }),
  amount: f.money({ required: true, min: '0.01' }),
  status: f.enum({ open: 'Open', paid: 'Paid' }, { default: 'open' }),
  paid_at: f.datetime({ readonly: true }),
  owner_id: f.int({ readonly: true }),
});

export default order.resource({
  path: 'sales/order',
  // Everyone sees and changes their own orders only; this holds for lists, totals, searches and single rows alike.
  rows: { read: (caller) => caller.super || { owner_id: caller.id } },
  // A field for some callers only: others cannot read, filter, sort or search it.
  access: { amount: { read: (caller) => caller.may('sales/order/amount') } },
  // That permission is no action, so it is declared: groups are given it beside the actions.
  permissions: { amount: { 'zh-cn': '查看金额', en: 'See amounts' } },
  // A number beside the menu entry: how many open orders somebody sees. Directories come from the path; this is how `sales`
  // looks, for all that is in it.
  menu: {
    badge: { status: 'open' },
    directory: { label: { 'zh-cn': '销售', en: 'Sales' }, icon: 'fa fa-shopping-cart' },
  },
  // A card on the dashboard: what the paid orders in somebody's own list add up to. Without `sum` it counts them.
  dashboard: { label: { 'zh-cn': '已收款', en: 'Received' }, where: { status: 'paid' }, sum: 'amount' },
  hooks: {
    // In the transaction, after validation. What is thrown refuses the whole change.
    beforeSave({ next, prev, context }) {
      if (prev?.status === 'paid') throw new Problem('order:paid', { number: prev.number });
      next.owner_id ??= context.caller.id;
      if (next.status === 'paid') next.paid_at = context.now;
    },
  },
});
