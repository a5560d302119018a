import type { Caller } from '#resource';
import { sessionOf } from '../realms/currentRights.ts';
import type { Realm } from '../realms/realm.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import { noteActing } from './noteActing.ts';
import type { Tokens } from './tokens.ts';

export interface SignOutParts {
  readonly realm: Realm;
  readonly tokens: Tokens;
  readonly events: SecurityLog;
}

/**
 * Ends the caller's session, and those that these tokens belong to; what is no text is no token. Who is signed in as somebody
 * else leaves altogether.
 */
export async function signOut(
  { tokens, events, realm }: SignOutParts,
  { actor, ...caller }: Caller,
  given: readonly unknown[],
): Promise<void> {
  const texts = given.filter((token): token is string => typeof token === 'string');
  const { family, actorFamily = family } = (caller.realm === realm.name && sessionOf(caller)) || {};
  const ended = await tokens.end(realm.name, texts, actorFamily);
  // A refresh token alone makes nobody a caller, and an account that is closed has no identity.
  const accounts = await Promise.all(
    ended.map(async ({ accountId: id, isActing }) => ({
      isActing,
      id,
      username: (await realm.identityOf(id))?.username ?? `#${id}`,
    })),
  );
  const [own = actor ?? caller] = accounts.filter(({ isActing }) => !isActing);
  const from = { ...caller, realm: realm.name };
  for (const { isActing, id, username } of accounts) {
    if (isActing) noteActing(events, { ...from, id: own.id, username: own.username }, { id, username }, 'end');
    else events.note({ kind: 'sign_out', outcome: 'success', caller: { ...from, id, username } });
  }
}
