import { dateTimeText } from '#resource';
import type { PluginRealm } from '#plugin';
import type { Audit } from './audit/audit.ts';
import type { PermissionStore, Rights } from './permissionStore.ts';
import type { Identity, Realm } from '../realms/realm.ts';

export const adminBase = '/admin';
export const adminSignIn = `${adminBase}/Index/login`;
export const adminSignOut = `${adminBase}/Index/logout`;

/** What is known of the realm before there are accounts. */
export const adminDeclared: PluginRealm = {
  name: 'admin',
  base: adminBase,
  tokenHeader: 'batoken',
  refreshed: 'admin-refresh',
  signInPage: { routePath: '/admin/login', routeName: 'adminLogin' },
  startPage: { routePath: '/admin', routeName: 'admin' },
  signIn: adminSignIn,
  start: `${adminBase}/Index/index`,
  signOut: adminSignOut,
  accounts: 'admin',
  twoStep: '/admin/routine.AdminInfo/twoStep',
};

/** Administrators: what they may do follows from their groups, and the rules that these own. */
export const adminRealm = (rights: PermissionStore, audit: Pick<Audit, 'signedIn'>): Realm => ({
  ...adminDeclared,
  decisive: rights.tables,
  ignoresCase: true,
  async findByName(name) {
    const admin = await rights.findByName(name);
    return admin && { id: admin.id, username: admin.username, sessionNumber: admin.session_number };
  },
  async identityOf(id, moment) {
    const owned = await rights.of(id, moment);
    return owned && identityOf(owned);
  },
  signedIn: (account, request) => audit.signedIn(account, adminSignIn, request),
});

const identities = new WeakMap<Rights, Identity>();

/** Made once for rights that are worked out once. */
function identityOf(owned: Rights): Identity {
  const known = identities.get(owned);
  if (known) return known;
  const { admin, isSuper, groups, below, rules, nodes } = owned;
  const identity: Identity = {
    id: admin.id,
    username: admin.username,
    sessionNumber: admin.session_number,
    super: isSuper,
    groups,
    below,
    rules: Object.freeze([...rules]),
    may: (node) => isSuper || nodes.has(node.toLowerCase()),
    decides: () => JSON.stringify([admin.id, admin.username, isSuper, groups, below, [...rules], [...nodes]]),
    userInfo: () => adminInfo(owned),
  };
  identities.set(owned, identity);
  return identity;
}

/** An administrator as clients store them (specification §3); times under the names of both dialects. */
export function adminInfo({ admin, isSuper }: Rights) {
  const last = admin.last_login_time === null ? '' : dateTimeText(admin.last_login_time);
  return {
    id: admin.id,
    username: admin.username,
    nickname: admin.nickname,
    avatar: admin.avatar ?? '',
    lastlogintime: last,
    last_login_time: last,
    position: admin.position ?? '',
    column: admin.column,
    super: isSuper,
  };
}
