import type { PluginRealm } from '#plugin';
import type { SecurityLog } from '../../security/securityLog.ts';
import type { RowChange, RowListener } from '../../table/write/transaction.ts';
import { twoStepRows } from './twoStepRows.ts';

/**
 * Removes the secrets of a second step in the transaction that takes its mark from the account, or the account itself. An action
 * that does so is in the security log.
 */
export function forgetTwoStep(
  realms: readonly Pick<PluginRealm, 'name' | 'accounts' | 'twoStep'>[],
  events: Pick<SecurityLog, 'record'>,
): RowListener {
  const byTable = new Map<string, PluginRealm['name']>(
    realms.filter(({ twoStep }) => twoStep !== undefined).map(({ name, accounts }) => [accounts, name]),
  );
  return async (tx, change) => {
    const realm = byTable.get(change.model.name);
    if (realm === undefined || !isDecisive(change)) return;
    await twoStepRows.remove(tx.db, { realm, id: change.id });
    const { caller, id } = change;
    if (!tx.during) return;
    const target = `${realm} #${id}`;
    const event = { kind: 'two_step', outcome: 'success', caller, target, detail: { reset: true } } as const;
    tx.after.push(await events.record(tx, event));
  };
}

const isDecisive = ({ action, after, before }: RowChange): boolean =>
  action === 'del' ||
  action === 'destroy' ||
  (action === 'edit' && before?.['two_step'] === 1 && after?.['two_step'] === 0);
