import type { Realm } from '../realms/realm.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { RowListener } from '../table/write/transaction.ts';
import { noteActing } from './noteActing.ts';
import type { Tokens } from './tokens.ts';

interface EndActingParts {
  readonly realm: Realm;
  readonly tokens: Tokens;
  readonly events: SecurityLog;
  /** Whether whoever has this session is signed in by it now. */
  holds(family: string): Promise<boolean>;
}

/**
 * Ends sessions as somebody else for good when what was written says that who acts may not any more: they do not come back to
 * life when it is taken back. The parts are asked for with the first row that decides.
 */
export function endActing(parts: () => EndActingParts | undefined): RowListener {
  /** What is to follow transactions that have been seen to: they may write many such rows. */
  const planned = new WeakSet<readonly unknown[]>();
  return async ({ after }, { model, action }) => {
    const given = parts();
    if (!given || action === 'add' || !given.realm.decisive.includes(model.name) || planned.has(after)) return;
    planned.add(after);
    after.push(() => endOver(given));
  };
}

async function endOver({ realm, tokens, events, holds }: EndActingParts): Promise<void> {
  const named = async (id: number) => ({ id, username: (await realm.identityOf(id))?.username ?? `#${id}` });
  for (const { family, accountId, actorId } of await tokens.acting(realm.name)) {
    if (await holds(family)) continue;
    const ended = await tokens.end(realm.name, [], family);
    // Another instance may have been quicker.
    if (ended.length > 0)
      noteActing(events, { realm: realm.name, ...(await named(actorId)) }, await named(accountId), 'end');
  }
}
