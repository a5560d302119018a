import type { Manifest } from '#resource';
import { changePerson } from '../navigation/reload.ts';
import type { Realm } from '../realms/realm.ts';
import { beginActing, type Identity } from '../realms/session.ts';

/**
 * When an action for super administrators has answered as whom the browser goes on (`result.identity`), it does so on their
 * first page. What any other action answers changes nobody's session.
 */
export function goOnAs(
  realm: Realm,
  { buttons }: Pick<Manifest, 'buttons'>,
  action: string,
  answer: { readonly result?: unknown } | undefined,
): boolean {
  if (!buttons.some(({ name, superOnly }) => superOnly && name === action)) return false;
  const { identity } = (answer?.result ?? {}) as { readonly identity?: unknown };
  if (!isIdentity(identity)) return false;
  beginActing(realm, identity);
  changePerson(realm.startPage.routePath);
  return true;
}

function isIdentity(given: unknown): given is Identity {
  const { id, username, token } = (given ?? {}) as Partial<Record<keyof Identity, unknown>>;
  const isWhole = Number.isSafeInteger(id) && typeof username === 'string' && typeof token === 'string';
  return isWhole && Number(id) > 0 && token !== '';
}
