import type { PluginHost } from '#plugin';
import { createLedger } from './createLedger.ts';
import type { Ledger } from './ledger.ts';

/** What the parts share that have to do with what members own; there from the start of the plugin on. */
export interface BookParts {
  readonly host: PluginHost;
  readonly ledger: Ledger;
  /** The currency of balances as it is set, such as `CNY`. */
  readonly currency: string;
}

/** The parts, and what is called at each start. */
export function bookParts(parts: { readonly host: PluginHost }): {
  parts: BookParts;
  start(host: PluginHost): Promise<void>;
} {
  let ledger: Ledger | undefined;
  let currency = 'CNY';
  return {
    parts: {
      get host() {
        return parts.host;
      },
      get ledger() {
        if (!ledger) throw new Error('The member plugin has not been started.');
        return ledger;
      },
      get currency() {
        return currency;
      },
    },
    async start(host) {
      ledger = createLedger(host);
      const read = async (): Promise<void> => {
        currency = (await host.settings('member')).currency;
      };
      // Known without asking the database: bookings ask for it within their transactions.
      await host.subscribe('settings-changed', ({ group }) => (group === 'member' ? read() : undefined), read);
      await read();
    },
  };
}
