import { addressOf, isOwnPath, routes } from '../navigation/routes.ts';
import { clearIdentity, type Area } from './session.ts';

// Until the pages are drawn there is nothing to leave: they are drawn at the new address.
let navigate: (path: string) => void = (path) => history.replaceState(null, '', path);
/** Who goes to another page. */
export const setNavigator = (navigator: typeof navigate): void => void (navigate = navigator);

const loginPages: Readonly<Record<Area, string>> = { admin: routes.adminLogin.path, member: routes.userLogin.path };

/** The session is over: the token goes, and whoever is not there yet is led to the sign-in page. False for who is. */
export const endSession = (area: Area): boolean => leave(area, loginPages[area]);

/**
 * Follows a redirecting answer (specification §6). Not signed in: the token goes, and administrators go to the named page.
 * Signed in already: the token stays. Only pages of our own are gone to. True when the page was left.
 */
export function followRedirect(area: Area, data: unknown): boolean {
  const { routeName, routePath, type } = (data ?? {}) as { routeName?: unknown; routePath?: unknown; type?: unknown };
  const target = addressOf(routeName) ?? (isOwnPath(routePath) ? routePath : loginPages[area]);
  if (type === 'logged in') {
    if (area === 'admin') navigate(target);
    return false;
  }
  if (area === 'admin') return leave(area, target);
  clearIdentity(area);
  return false;
}

const listeners = new Set<() => void>();

/** Tells, before the page is left, that the session has ended. The answer stops it. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function leave(area: Area, target: string): boolean {
  for (const listener of listeners) listener();
  clearIdentity(area);
  if (location.pathname === target) return false;
  const here = location.pathname + location.search;
  navigate(
    target === loginPages[area] && here !== routes.admin.path ? `${target}?to=${encodeURIComponent(here)}` : target,
  );
  return true;
}
