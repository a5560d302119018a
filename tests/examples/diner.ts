import { Readable } from 'node:stream';
import { definePlugin, type PluginHost } from '#plugin';
import { f, table } from '#resource';

const booking = table('booking', { admin_id: f.belongsTo('admin', { required: true }), wish: f.textarea() });
const bill = table('bill', {
  admin_id: f.int({ required: true }),
  name: f.text({ required: true }),
  email: f.email(),
  total: f.money({ default: '0' }),
});

declare module '#resource' {
  interface Tables {
    booking: typeof booking;
    bill: typeof bill;
  }
}

let host: PluginHost;

export default definePlugin({
  name: 'diner',
  resources: [
    booking.resource({
      path: 'diner/booking',
      traits: { history: true, trash: true },
      personal: { realm: 'admin', field: 'admin_id', erase: 'delete' },
    }),
    // What was paid stays in the books, without whose it was.
    bill.resource({
      path: 'diner/bill',
      traits: { history: true },
      personal: { realm: 'admin', field: 'admin_id', erase: { admin_id: 0, name: '—', email: null } },
    }),
  ],
  routes: [
    {
      method: 'GET',
      url: '/admin/diner.booking/mine',
      node: 'signed-in',
      handler: ({ caller }) => {
        if (caller.realm !== 'admin') return null;
        const text = host.personalData.export({ realm: 'admin', id: caller.id });
        const bytes = Readable.from(text).map((part: string) => Buffer.from(part));
        return new Response(Readable.toWeb(bytes) as never, { headers: { 'content-type': 'application/json' } });
      },
    },
    {
      method: 'POST',
      url: '/admin/diner.booking/forgetMe',
      node: 'signed-in',
      handler: ({ caller }) => host.personalData.erase({ realm: 'admin', id: caller.id }),
    },
  ],
  start(given) {
    host = given;
  },
});
