import type { Caller } from '#resource';
import type { Database } from '../database/database.ts';
import type { Access, Asking } from '../http/route.ts';
import { tokenTable } from '../session/storedTokens.ts';
import type { Session, Tokens } from '../session/tokens.ts';
import { basedOn, type Moment } from './currentRights.ts';
import { rightsTables, type Rights, type PermissionStore } from './permissionStore.ts';

const nothing = { groups: [], admins: [] } as const;

/** Callers from tokens. An account that is gone or disabled, or whose password has changed since, is a visitor. */
export function createAccess(database: Database, tokens: Tokens, rights: PermissionStore): Access {
  // Whoever writes rests on these: who they are, and what they may.
  database.guard([tokenTable, ...rightsTables]);
  async function callerAt(asking: Asking, token: string, lenient: boolean, given?: Moment): Promise<Caller> {
    const moment = given ?? { states: await database.guardedStates() };
    const session = await sessionOf(tokens, token, lenient, moment);
    const owned = session?.realm === asking.realm ? await aliveRights(rights, session, moment) : undefined;
    return basedOn(session && owned ? administrator(asking, owned) : visitor(asking), {
      states: moment.states,
      decides: () => (session && owned ? decisive(session, owned) : ''),
      at: (later) => callerAt(asking, token, lenient, later),
    });
  }
  return {
    visitor,
    callerOf: async (asking, lenient) =>
      asking.token === undefined ? visitor(asking) : callerAt(asking, asking.token, lenient),
  };
}

/** The rights of the account while the session holds. */
export async function aliveRights(
  rights: PermissionStore,
  { realm, accountId, number }: Session,
  moment?: Moment,
): Promise<Rights | undefined> {
  if (realm !== 'admin') return undefined;
  const owned = await rights.of(accountId, moment);
  return owned?.admin.session_number === number ? owned : undefined;
}

async function sessionOf(
  tokens: Tokens,
  token: string,
  lenient: boolean,
  moment: Moment,
): Promise<Session | undefined> {
  try {
    return await tokens.sessionOf(token, moment);
  } catch (error) {
    if (lenient) return undefined;
    throw error;
  }
}

const decisive = ({ family }: Session, { admin, isSuper, groups, below, rules, nodes }: Rights): string =>
  JSON.stringify([family, admin.id, admin.username, isSuper, groups, below, [...rules], [...nodes]]);

const visitor = ({
  language,
  ip,
  userAgent,
  requestId,
}: Pick<Asking, 'language' | 'ip' | 'userAgent' | 'requestId'>): Caller => ({
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
  requestId,
  may: () => false,
});

const administrator = (
  { language, ip, userAgent, requestId }: Asking,
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
  requestId,
  may: (node) => isSuper || nodes.has(node.toLowerCase()),
});
