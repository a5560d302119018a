import { f, table } from '#resource';

const shop = table('shop', { name: f.text({ required: true, search: true }), manager_id: f.int() });
const invoice = table('invoice', {
  number: f.text({ required: true, unique: true }),
  shop_id: f.belongsTo('shop', { required: true }),
  label_ids: f.belongsToMany('label'),
});
const label = table('label', { name: f.text({ required: true, unique: true }) });
declare module '#resource' {
  interface Tables {
    shop: typeof shop;
    invoice: typeof invoice;
    label: typeof label;
  }
}

export default [
  shop.resource({ path: 'sales/shop' }),
  label.resource({ path: 'sales/label' }),
  invoice.resource({
    path: 'sales/invoice',
    // What the panel offers at once, and the order. A path follows any number of relations; a misspelt one is a compile error.
    list: { filters: ['number', 'shop.name', 'labels.name'], sort: ['shop.name', '-id'] },
    // Managers see the invoices of their shops, but for those that have the label "draft".
    rows: { read: (caller) => caller.super || { 'shop.manager_id': caller.id, not: { 'labels.name': 'draft' } } },
  }),
];
