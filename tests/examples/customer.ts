import { definePlugin } from '#plugin';
import { f, table } from '#resource';

const customer = table('customer', {
  name: f.text({ required: true, search: true }),
  id_number: f.idCard({ encrypted: true, label: { 'zh-cn': '身份证号', en: 'Identity number' } }),
});

declare module '#resource' {
  interface Tables {
    customer: typeof customer;
  }
}

export default definePlugin({
  name: 'customer',
  resources: [
    customer.resource({
      path: 'crm/customer',
      traits: { history: true },
      // Who may read it is said as for every field.
      access: { id_number: { read: (caller) => caller.super } },
    }),
  ],
});
