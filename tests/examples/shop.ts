import { definePlugin, type PluginHost } from '#plugin';
import { f, table } from '#resource';

const purchase = table('purchase', { wallet_id: f.int({ required: true }), price: f.money({ required: true }) });

declare module '#resource' {
  interface Tables {
    purchase: typeof purchase;
  }
}

let host: PluginHost;

export default definePlugin({
  name: 'shop',
  resources: [purchase.resource({ path: 'shop/purchase' })],
  // Starts after the plugin that provides it; without one it is left out, and the log and the dashboard say why.
  uses: ['wallets'],
  routes: [
    {
      method: 'POST',
      url: '/admin/shop.purchase/buy',
      node: 'shop/purchase/add',
      handler: ({ caller, body }) =>
        host.transaction(caller, async (transaction) => {
          const [id, price] = [Number(body['wallet_id']), String(body['price'])];
          await transaction.rows('purchase').add({ wallet_id: id, price });
          return { balance: await host.use('wallets').book(transaction, id, `-${price}`) };
        }),
    },
  ],
  start(given) {
    host = given;
  },
});
