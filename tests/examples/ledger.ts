import { definePlugin, type PluginHost, type PluginTransaction } from '#plugin';
import { f, table } from '#resource';

const wallet = table('wallet', {
  name: f.text({ required: true, unique: true }),
  // Only the plugin changes it. An amount is never below its `min`, which is 0 unless said otherwise.
  balance: f.money({ default: '0', readonly: true }),
});
const ledger = table('ledger', {
  wallet_id: f.belongsTo('wallet', { required: true }),
  amount: f.money({ required: true, min: '-1000000' }),
  after: f.money({ required: true }),
});

declare module '#resource' {
  interface Tables {
    wallet: typeof wallet;
    ledger: typeof ledger;
  }
}

// What other plugins may use: `host.use('wallets').book(…)`.
declare module '#plugin' {
  interface Services {
    wallets: { book: typeof book };
  }
}

let host: PluginHost;

/** Moves money and writes it down, both or neither. */
async function book({ rows }: PluginTransaction, id: number, amount: string): Promise<string> {
  // Refused at the field when the balance does not suffice; however many do so at once, the sum is exact.
  const { balance } = await rows('wallet', host.system).increment(id, { balance: amount });
  await rows('ledger', host.system).add({ wallet_id: id, amount, after: balance });
  return balance;
}

export default definePlugin({
  name: 'ledger',
  resources: [
    wallet.resource({ path: 'money/wallet', traits: { history: true } }),
    // The database itself refuses to change or delete entries, whoever asks.
    ledger.resource({ path: 'money/ledger', appendOnly: true, actions: ['index'] }),
  ],
  routes: [
    {
      method: 'POST',
      url: '/admin/money.wallet/book',
      node: 'money/wallet/edit',
      handler: ({ caller, body }) =>
        host.transaction(caller, async (transaction) => {
          // As the caller: whoever may not see the wallet gets no further.
          const { id } = await transaction.rows('wallet').lock(Number(body['id']));
          return { balance: await book(transaction, id, String(body['amount'])) };
        }),
    },
    {
      method: 'POST',
      url: '/admin/money.wallet/move',
      node: 'money/wallet/edit',
      handler: ({ caller, body }) =>
        host.transaction(caller, async (transaction) => ({
          from: await book(transaction, Number(body['from']), `-${String(body['amount'])}`),
          to: await book(transaction, Number(body['to']), String(body['amount'])),
        })),
    },
  ],
  provides: { wallets: () => ({ book }) },
  start(given) {
    host = given;
  },
});
