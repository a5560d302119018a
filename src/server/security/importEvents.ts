import type { Json, RealmName } from '#resource';
import type { Database } from '../database/database.ts';
import type { Imported } from '../table/import/runImport.ts';
import type { Realm } from '../realms/realm.ts';
import type { EventCaller } from './securityEvent.ts';
import type { SecurityLog } from './securityLog.ts';

/** Puts each import of rows that has come to an end, or was undone, into the security log: whose, of which file, how many. */
export const importEvents =
  (events: SecurityLog, database: Database, realms: readonly Realm[]) =>
  async ({ caller, model, stored }: Imported): Promise<void> => {
    // Who has begun a bulk edit, small or large, stands in the log of what administrators do.
    if (stored.edit) return;
    const { id, file, state, added, edited, same, failed, undone, kept } = stored;
    const outcome = state === 'stopped' || state === 'failed' ? 'failed' : 'success';
    const counts: Record<string, number> = state === 'undone' ? { undone, kept } : { added, edited, same, failed };
    const detail: Json = { import: id, file, step: state, ...counts };
    const who = await whose(realms, caller, stored);
    const event = { kind: 'import', outcome, caller: who, target: model.name, title: model.label, detail } as const;
    const tell = await database.write((write) => events.record(write, event));
    tell();
  };

/** Whose import it is, also when they are no caller any more: the account is closed, or who was signed in as it may not be. */
async function whose(
  realms: readonly Realm[],
  caller: Imported['caller'],
  { realm: name, account_id: id, actor_id: actor }: Imported['stored'],
): Promise<EventCaller> {
  if (caller.realm === name && caller.id === id) return caller;
  const realm = realms.find((each) => each.name === name);
  const named = async (account: number) => ({
    id: account,
    username: (await realm?.identityOf(account))?.username ?? `#${account}`,
  });
  return { realm: name as RealmName, ...(await named(id)), ...(actor > 0 && { actor: await named(actor) }) };
}
