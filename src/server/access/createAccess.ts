import { Code, Problem, type Caller } from '#resource';
import type { Database } from '../database/database.ts';
import type { Access, AccountKey, Asking } from '../http/route.ts';
import { needLogin, type Identity, type Realm } from '../realms/realm.ts';
import { createSemaphore } from '../shared/concurrency.ts';
import { tokenTable } from '../session/storedTokens.ts';
import type { Tokens } from '../session/tokens.ts';
import { actorIn, actorOf } from '../realms/acting.ts';
import { basedOn, type Moment } from '../realms/currentRights.ts';
import { IdentityCache, type Key, type TokenOwner } from './identityCache.ts';

/** Whose a token is, and who comes with it as them. */
type Owner = Pick<Caller, 'realm' | 'id' | 'username' | 'actor'>;

const nothing = { groups: [], admins: [] } as const;

/** Callers from tokens. An account that is gone or disabled, or whose password has changed since, is a visitor. */
export function createAccess(
  database: Database,
  tokens: Tokens,
  realms: readonly Realm[],
  /** Of callers of whom nobody knows anything. */
  attributes: Caller['attributes'],
  now: () => number,
  /** Called when a token comes to a realm that is not its own. */
  foreign: (asking: Asking, realm: Realm, owner: Owner) => void,
): Access {
  const visitor = visitorWith(attributes);
  // Whoever writes rests on these: who they are, and what they may.
  database.guard([...new Set([tokenTable, ...realms.flatMap(({ decisive }) => decisive)])]);
  const cache = new IdentityCache(tokens, realms);
  const turn = createSemaphore(1, Infinity);
  const runExclusive = <T>(job: () => Promise<T>): Promise<T> => turn(() => database.runInTurn(job));
  async function callerAt(asking: Asking, realm: Realm, key: Key, lenient: boolean, given?: Moment): Promise<Caller> {
    const moment = given ?? { states: await database.guardedStates() };
    const known = cache.known(key, moment);
    const owner = known ? known.owner : await cache.look(key, moment);
    const isExpired = owner !== undefined && owner.expires <= now();
    if (isExpired && !lenient) throw expired();
    if (!given && owner && owner.session.realm !== realm.name) foreign(asking, realm, ownerOf(owner));
    const identity = !isExpired && owner?.session.realm === realm.name ? owner.identity : undefined;
    const { number = 0, family = '', actorFamily } = owner?.session ?? {};
    const actor = identity && owner?.actor && actorIn(owner.actor);
    return basedOn(identity ? callerFrom(asking, realm, identity, attributes, actor) : visitor(asking), {
      states: moment.states,
      session: identity && { number, family, ...(actorFamily !== undefined && { actorFamily }) },
      decides: () => (identity ? `${family} ${JSON.stringify(actor)} ${identity.decides()}` : ''),
      at: (later) => callerAt(asking, realm, key, lenient, later),
      runExclusive,
    });
  }
  async function accountAt(asking: Asking, realm: Realm, key: AccountKey, given?: Moment): Promise<Caller> {
    const moment = given ?? { states: await database.guardedStates() };
    const found = await realm.identityOf(key.id, moment);
    const acting = found && key.actor !== undefined ? await actorOf(realm, key.actor, found, moment) : undefined;
    const isGood =
      (key.number === undefined || found?.sessionNumber === key.number) && (key.actor === undefined || acting);
    const identity = isGood ? found : undefined;
    const actor = acting && actorIn(acting);
    return basedOn(identity ? callerFrom(asking, realm, identity, attributes, actor) : visitor(asking), {
      states: moment.states,
      session: identity && { number: identity.sessionNumber },
      decides: () => (identity ? `${JSON.stringify(actor)} ${identity.decides()}` : ''),
      at: (later) => accountAt(asking, realm, key, later),
      runExclusive,
    });
  }
  return {
    visitor,
    accountOf: (asking, realm, key) =>
      'family' in key ? callerAt(asking, realm, key, true) : accountAt(asking, realm, key),
    callerOf: async (asking, lenient) =>
      asking.token === undefined || !asking.realm
        ? visitor(asking)
        : callerAt(asking, asking.realm, { token: asking.token }, lenient),
    async loginProblem({ token }, realm) {
      const owner =
        token === undefined ? undefined : await cache.look({ token }, { states: await database.guardedStates() });
      return owner && owner.expires <= now() ? expired() : needLogin(realm, token !== undefined);
    },
  };
}

const expired = (): Problem => new Problem('session:expired', {}, { code: Code.refresh });

const ownerOf = ({ session, identity, actor }: TokenOwner): Owner => ({
  realm: session.realm,
  id: session.accountId,
  username: identity?.username ?? `#${session.accountId}`,
  ...(actor && { actor: actorIn(actor) }),
});

const visitorWith =
  (attributes: Caller['attributes']) =>
  ({ language, ip, userAgent, requestId }: Pick<Asking, 'language' | 'ip' | 'userAgent' | 'requestId'>): Caller => ({
    realm: 'visitor',
    id: 0,
    username: '',
    super: false,
    groups: [],
    below: nothing,
    rules: [],
    attributes,
    language,
    ip,
    userAgent,
    requestId,
    may: () => false,
  });

const callerFrom = (
  { language, ip, userAgent, requestId }: Asking,
  { name }: Realm,
  identity: Identity,
  none: Caller['attributes'],
  actor: Caller['actor'],
): Caller => ({
  realm: name,
  id: identity.id,
  username: identity.username,
  super: identity.super,
  groups: identity.groups,
  below: identity.below,
  rules: identity.rules,
  attributes: identity.attributes ?? none,
  language,
  ip,
  userAgent,
  requestId,
  may: identity.may,
  ...(actor && { actor }),
});
