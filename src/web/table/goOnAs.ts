import { changePerson } from '../navigation/reload.ts';
import type { Realm } from '../realms/realm.ts';
import { beginActing, type Identity } from '../realms/session.ts';

/** When an action has answered as whom the browser goes on (`result.identity`), it does so on their first page. */
export function goOnAs(realm: Realm, answer: { readonly result?: unknown } | undefined): boolean {
  const { identity } = (answer?.result ?? {}) as { readonly identity?: Identity };
  if (!identity) return false;
  beginActing(realm, identity);
  changePerson(realm.startPage.routePath);
  return true;
}
