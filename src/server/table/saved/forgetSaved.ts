import type { PluginRealm } from '#plugin';
import type { RealmName } from '#resource';
import type { Write } from '../../database/database.ts';
import type { Gate } from '../gate.ts';
import type { RowListener } from '../write/transaction.ts';

type Realms = readonly Pick<PluginRealm, 'name' | 'accounts'>[];

/** Removes what an account has kept for itself of how lists look, in the transaction that deletes it; what it has shared stays. */
export function forgetSaved(realms: Realms, gate: () => Gate): RowListener {
  const byTable = new Map<string, RealmName>(realms.map(({ name, accounts }) => [accounts, name]));
  return async (tx, { model, action, id }) => {
    const realm = byTable.get(model.name);
    if (realm !== undefined && (action === 'del' || action === 'destroy'))
      await eraseSaved(gate(), tx, { realm, id }, { sharing: 'own' });
  };
}

/** Removes saved views of an account, all unless `where` narrows them, which ones its lists open with, and its preferences. */
export async function eraseSaved(
  gate: Gate,
  tx: Write,
  { realm, id }: { readonly realm: RealmName; readonly id: number },
  where: { readonly sharing?: 'own' } = {},
): Promise<void> {
  if (!gate.models.has('saved_view') || !gate.models.has('list_start')) return;
  const own = { realm, account_id: id };
  const [views, starts] = [gate.rowsIn('saved_view', tx), gate.rowsIn('list_start', tx)];
  await starts.del((await starts.list(own)).map((row) => row.id));
  if (gate.models.has('preference')) {
    const preferences = gate.rowsIn('preference', tx);
    await preferences.del((await preferences.list(own)).map((row) => row.id));
  }
  await views.del((await views.list({ ...own, ...where })).map((row) => row.id));
}
