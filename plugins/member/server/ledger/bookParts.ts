import type { PluginHost } from '#plugin';
import { createLedger } from './createLedger.ts';
import type { Ledger } from './ledger.ts';

/** What the parts share that have to do with what members own; there from the start of the plugin on. */
export interface BookParts {
  readonly host: PluginHost;
  readonly ledger: Ledger;
}

/** The parts, and what is called at each start. */
export function bookParts(parts: { readonly host: PluginHost }): { parts: BookParts; start(host: PluginHost): void } {
  let ledger: Ledger | undefined;
  return {
    parts: {
      get host() {
        return parts.host;
      },
      get ledger() {
        if (!ledger) throw new Error('The member plugin has not been started.');
        return ledger;
      },
    },
    start(host) {
      ledger = createLedger(host);
    },
  };
}
