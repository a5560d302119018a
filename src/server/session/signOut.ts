import type { Caller } from '#resource';
import { sessionOf } from '../realms/currentRights.ts';
import type { Realm } from '../realms/realm.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Tokens } from './tokens.ts';

export interface SignOutParts {
  readonly realm: Realm;
  readonly tokens: Tokens;
  readonly events: SecurityLog;
}

/** Ends the caller's session, and those that these tokens belong to; what is no text is no token. */
export async function signOut(
  { tokens, events, realm }: SignOutParts,
  caller: Caller,
  given: readonly unknown[],
): Promise<void> {
  const texts = given.filter((token): token is string => typeof token === 'string');
  const own = caller.realm === realm.name ? sessionOf(caller)?.family : undefined;
  for (const id of await tokens.end(realm.name, texts, own)) {
    // A refresh token alone makes nobody a caller, and an account that is closed has no identity.
    const username = (await realm.identityOf(id))?.username ?? `#${id}`;
    events.note({ kind: 'sign_out', outcome: 'success', caller: { ...caller, realm: realm.name, id, username } });
  }
}
