import type { Caller } from '#resource';
import type { Database } from '../database/database.ts';
import type { Access, Asking } from '../http/route.ts';
import { aliveIdentity, type Identity, type Realm } from '../realms/realm.ts';
import { tokenTable } from '../session/storedTokens.ts';
import type { Session, Tokens } from '../session/tokens.ts';
import { basedOn, type Moment } from './currentRights.ts';

const nothing = { groups: [], admins: [] } as const;

/** Callers from tokens. An account that is gone or disabled, or whose password has changed since, is a visitor. */
export function createAccess(database: Database, tokens: Tokens, realms: readonly Realm[]): Access {
  // Whoever writes rests on these: who they are, and what they may.
  database.guard([...new Set([tokenTable, ...realms.flatMap(({ decisive }) => decisive)])]);
  async function callerAt(asking: Asking, realm: Realm, lenient: boolean, given?: Moment): Promise<Caller> {
    const moment = given ?? { states: await database.guardedStates() };
    const session = await sessionOf(tokens, asking.token!, lenient, moment);
    const identity = session && (await identityIn(realm, session, moment));
    return basedOn(identity ? callerFrom(asking, realm, identity) : visitor(asking), {
      states: moment.states,
      decides: () => (session && identity ? `${session.family} ${identity.decides()}` : ''),
      at: (later) => callerAt(asking, realm, lenient, later),
    });
  }
  return {
    visitor,
    callerOf: async (asking, lenient) =>
      asking.token === undefined || !asking.realm ? visitor(asking) : callerAt(asking, asking.realm, lenient),
  };
}

const identityIn = async (realm: Realm, session: Session, moment: Moment): Promise<Identity | undefined> =>
  session.realm === realm.name ? aliveIdentity(realm, session, moment) : undefined;

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

const callerFrom = ({ language, ip, userAgent, requestId }: Asking, { name }: Realm, identity: Identity): Caller => ({
  realm: name,
  id: identity.id,
  username: identity.username,
  super: identity.super,
  groups: identity.groups,
  below: identity.below,
  get rules() {
    return identity.rules;
  },
  language,
  ip,
  userAgent,
  requestId,
  may: identity.may,
});
