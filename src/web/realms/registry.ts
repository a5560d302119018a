import { routes } from '../navigation/routes.ts';
import { adminRealm } from './admin.ts';
import { isArea, type Realm, type RealmSession } from './realm.ts';

/** Members, until a plugin brings their pages. */
export const memberRealm: RealmSession = {
  name: 'member',
  base: routes.user.path,
  tokenHeader: 'ba-user-token',
  identityKey: 'userInfo',
  signInPage: { routePath: routes.userLogin.path, routeName: 'userLogin' },
  startPage: { routePath: routes.user.path, routeName: 'user' },
  staysOnRedirect: true,
};

/** By name; `addRealm` adds to them. */
export const realms = new Map<string, RealmSession>([adminRealm, memberRealm].map((realm) => [realm.name, realm]));

export const allRealms = (): readonly RealmSession[] => [...realms.values()];
/** Those with pages of their own. */
export const areas = (): readonly Realm[] => allRealms().filter(isArea);

/**
 * Which identity applies is decided by the path (specification §6): `/admin` in it, or behind `#`, is the administrators';
 * what belongs to no other realm is the members' (specification §2).
 */
export function realmAt(path: string, hash = ''): RealmSession {
  const own = allRealms().filter(({ name }) => name !== memberRealm.name);
  const at = (place: string): RealmSession | undefined => own.find(({ base }) => isBelow(base, place));
  return at(path) ?? at(hash.replace(/^#/, '').replace(/\?.*$/, '')) ?? realms.get(memberRealm.name)!;
}

const isBelow = (base: string, path: string): boolean => {
  const given = path.toLowerCase();
  return given === base || given.startsWith(`${base}/`);
};

/** The realm of the page at hand. */
export const currentRealm = (): RealmSession => realmAt(location.pathname, location.hash);
