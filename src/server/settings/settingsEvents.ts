import type { Json } from '#resource';
import type { SecurityLog } from '../security/securityLog.ts';
import type { RowListener } from '../table/write/transaction.ts';

/** Puts every change of settings into the security log, in the transaction that makes it; of secrets only that they changed. */
export const settingsEvents =
  (events: SecurityLog): RowListener =>
  async (tx, { caller, model, before = {}, after = {} }) => {
    const detail = Object.entries(after).map(([name, value]): [string, Json] => [
      name,
      model.fields.get(name)?.secret
        ? { before: '***', after: '***' }
        : { before: (before[name] ?? null) as Json, after: value as Json },
    ]);
    tx.after.push(
      await events.record(tx, {
        kind: 'settings',
        outcome: 'success',
        caller,
        target: `${model.name}: ${Object.keys(after).join(', ')}`,
        detail: Object.fromEntries(detail),
      }),
    );
  };
