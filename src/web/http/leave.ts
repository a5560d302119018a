import { addressOf, isOwnPath } from '../navigation/routes.ts';
import { isArea, type RealmSession } from '../realms/realm.ts';
import { clearIdentity, endActing } from '../realms/session.ts';

// Until the pages are drawn there is nothing to leave: they are drawn at the new address.
let navigate: (path: string) => void = (path) => history.replaceState(null, '', path);
/** Who goes to another page. */
export const setNavigator = (navigator: typeof navigate): void => void (navigate = navigator);

/** What the sign-in page says of a session that has just ended. */
export interface Ending {
  /** Somebody signed out in another window of this browser. */
  readonly isElsewhere: boolean;
  /** What was typed comes back for the same person. */
  readonly isTypedKept: boolean;
}
let ending: Ending | undefined;
export const readEnding = (): Ending | undefined => ending;
export const forgetEnding = (): void => void (ending = undefined);

/**
 * The session is over, because of another window where that is so: the token goes, and whoever is not there yet is led to the
 * sign-in page. False for who is.
 */
export const endSession = (realm: RealmSession, isElsewhere = false): boolean =>
  leave(realm, realm.signInPage.routePath, isElsewhere);

/**
 * Follows a redirecting answer (specification §6). Not signed in: the token goes, and people go to the named page unless they
 * may stay. Signed in already: the token stays. Only pages of our own are gone to. True when the page was left.
 */
export function followRedirect(realm: RealmSession, data: unknown): boolean {
  const { routeName, routePath, type } = (data ?? {}) as { routeName?: unknown; routePath?: unknown; type?: unknown };
  const target = addressOf(routeName) ?? (isOwnPath(routePath) ? routePath : realm.signInPage.routePath);
  const stays = realm.staysOnRedirect === true && !(isArea(realm) && isBelow(realm.base));
  if (type !== 'logged in' && !stays) return leave(realm, target);
  if (type !== 'logged in') clearIdentity(realm);
  else if (!stays) navigate(target);
  return false;
}

const isBelow = (base: string): boolean => `${location.pathname}/`.startsWith(`${base}/`);

const listeners = new Set<() => boolean>();

/** Tells, before the page is left, that the session has ended; true: something is kept of what was typed. The answer stops it. */
export function onSessionEnd(listener: () => boolean): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function leave(realm: RealmSession, target: string, isElsewhere = false): boolean {
  // Each has to keep its own.
  const kept = [...listeners].map((listener) => listener());
  // An answer that comes while the page is being left does not know why.
  if (location.pathname !== target)
    ending = {
      isElsewhere: isElsewhere || ending?.isElsewhere === true,
      isTypedKept: kept.includes(true) || ending?.isTypedKept === true,
    };
  if (endActing(realm)) {
    // The page is all the other's: who acted begins anew, and is led to the sign-in page if their session is over too.
    location.assign(realm.startPage.routePath);
    return true;
  }
  clearIdentity(realm);
  if (location.pathname === target) return false;
  const here = location.pathname + location.search;
  navigate(
    target === realm.signInPage.routePath && here !== realm.startPage.routePath
      ? `${target}?to=${encodeURIComponent(here)}`
      : target,
  );
  return true;
}
