import type { Caller } from '#resource';
import type { Access, Asking } from '../http/route.ts';
import type { Session, Tokens } from '../session/tokens.ts';
import type { Rights, PermissionStore } from './permissionStore.ts';

const nothing = { groups: [], admins: [] } as const;

/** Callers from tokens. An account that is gone or disabled, or whose password has changed since, is a visitor. */
export function createAccess(tokens: Tokens, rights: PermissionStore): Access {
  return {
    visitor,
    async callerOf(asking, lenient) {
      if (asking.token === undefined) return visitor(asking);
      const session = await sessionOf(tokens, asking.token, lenient);
      if (session?.realm !== asking.realm) return visitor(asking);
      const owned = await aliveRights(rights, session);
      return owned ? administrator(asking, owned) : visitor(asking);
    },
  };
}

/** The rights of the account while the session holds. */
export async function aliveRights(
  rights: PermissionStore,
  { realm, accountId, number }: Session,
): Promise<Rights | undefined> {
  if (realm !== 'admin') return undefined;
  const owned = await rights.of(accountId);
  return owned?.admin.session_number === number ? owned : undefined;
}

async function sessionOf(tokens: Tokens, token: string, lenient: boolean): Promise<Session | undefined> {
  try {
    return await tokens.sessionOf(token);
  } catch (error) {
    if (lenient) return undefined;
    throw error;
  }
}

const visitor = ({ language, ip, userAgent }: Pick<Asking, 'language' | 'ip' | 'userAgent'>): Caller => ({
  realm: 'visitor',
  id: 0,
  username: '',
  super: false,
  groups: [],
  below: nothing,
  rules: [],
  language,
  ip,
  userAgent,
  may: () => false,
});

const administrator = (
  { language, ip, userAgent }: Asking,
  { admin, isSuper, groups, below, rules, nodes }: Rights,
): Caller => ({
  realm: 'admin',
  id: admin.id,
  username: admin.username,
  super: isSuper,
  groups,
  below,
  get rules() {
    return [...rules];
  },
  language,
  ip,
  userAgent,
  may: (node) => isSuper || nodes.has(node.toLowerCase()),
});
