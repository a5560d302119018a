import { definePlugin, type PluginHost } from '#plugin';
import { f, settings } from '#resource';

const exchange = settings('exchange', {
  exchange_address: f.url({
    required: true,
    default: 'https://rates.example/eur',
    label: { 'zh-cn': '汇率接口', en: 'Rates' },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    exchange: typeof exchange;
  }
}

let host: PluginHost;

export default definePlugin({
  name: 'exchange',
  settings: [exchange.group({ label: { 'zh-cn': '汇率', en: 'Exchange rates' } })],
  routes: [
    {
      method: 'GET',
      url: '/admin/exchange/rate',
      node: 'signed-in',
      async handler() {
        const { exchange_address: address } = await host.settings('exchange');
        // Whoever may change the setting cannot make the server ask its own network.
        const answer = await host.fetch(address, { timeout: 5000, limit: 10_000 });
        return { rate: Number(await answer.text()) };
      },
    },
  ],
  start(given) {
    host = given;
  },
});
