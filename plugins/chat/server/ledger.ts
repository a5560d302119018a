import type { PluginTransaction } from '#plugin';

type Running = Pick<PluginTransaction, 'rows' | 'now'>;

/** As far as the chat knows the service `ledger` of the member centre. */
export interface Ledger {
  reserve(
    reservation: {
      readonly currency: 'score';
      readonly user: number;
      readonly amount: number;
      readonly memo: string;
      readonly reason: string;
      readonly reference: string;
      readonly key: string;
      readonly seconds: number;
    },
    running?: Running,
  ): Promise<unknown>;
  settle(
    settlement: { readonly key: string; readonly amount: number; readonly memo?: string },
    running?: Running,
  ): Promise<unknown>;
  balance(user: number, running?: Running): Promise<{ readonly available: { readonly score: number } }>;
}
