import type { PluginRealm } from '#plugin';
import type { RowListener } from '../table/write/transaction.ts';
import type { EventHub } from './eventHub.ts';

/** Tells of accounts that were disabled or deleted, once that is on the disk. */
export function accountEvents(hub: EventHub, realms: readonly Pick<PluginRealm, 'name' | 'accounts'>[]): RowListener {
  const realmOf = new Map<string, string>(realms.map(({ name, accounts }) => [accounts, name]));
  return async ({ after: afterwards }, { model, id, action, after }) => {
    const realm = realmOf.get(model.name);
    const isClosed =
      action === 'del' || (action === 'edit' && after !== undefined && 'status' in after && !after['status']);
    if (realm !== undefined && isClosed) afterwards.push(() => hub.tell('account-closed', { realm, id }));
  };
}
