import type { LRUCache } from 'lru-cache';
import type { States } from '../database/database.ts';
import { StateCache } from '../database/stateCache.ts';
import { mayActAs } from '../realms/acting.ts';
import { aliveIdentity, type Identity, type Realm } from '../realms/realm.ts';
import { growingCache } from '../shared/growingCache.ts';
import type { Session, Tokens } from '../session/tokens.ts';
import type { Moment } from '../realms/currentRights.ts';

/** What somebody is known by: a token, or the family of the tokens of their session. */
export type Key = { readonly token: string } | { readonly family: string };

/**
 * Whose a token is. `identity` is missing when the account is gone or disabled, or its password has changed since, and when
 * who acts as it may not any more.
 */
export interface TokenOwner {
  readonly session: Session;
  /** Unix seconds from which on it is not good any more. */
  readonly expires: number;
  readonly identity: Identity | undefined;
  /** Who is signed in as it, or was while they might. */
  readonly actor?: Identity;
}

/** Tokens that are remembered, those that nobody has among them. */
const most = 20_000;
const nobody = Symbol('nobody');

/** Looks up whose tokens are, once while nothing changes that decides about it. */
export class IdentityCache {
  readonly #tokens: Tokens;
  readonly #realms: readonly Realm[];
  readonly #owners = new StateCache<LRUCache<string, TokenOwner | typeof nobody>, States>(() => growingCache(most));

  constructor(tokens: Tokens, realms: readonly Realm[]) {
    this.#tokens = tokens;
    this.#realms = realms;
  }

  /** What is known as of this moment; undefined when `look` has to be asked. */
  known(key: Key, { states }: Moment): { owner: TokenOwner | undefined } | undefined {
    const known = this.#owners.has(states) ? this.#owners.at(states).get(textOf(key)) : undefined;
    return known && { owner: known === nobody ? undefined : known };
  }

  async look(key: Key, moment: Moment): Promise<TokenOwner | undefined> {
    // What a transaction sees beside what is committed concerns nobody else.
    if (moment.write && !this.#owners.has(moment.states)) return this.#read(key, moment);
    const owners = this.#owners.at(moment.states);
    const owner = await this.#read(key, moment);
    if (!owner?.identity?.isPassing) owners.set(textOf(key), owner ?? nobody);
    return owner;
  }

  async #read(key: Key, moment: Moment): Promise<TokenOwner | undefined> {
    const db = moment.write?.db;
    const session = await ('token' in key
      ? this.#tokens.sessionOf(key.token, db)
      : this.#tokens.sessionOfFamily(key.family, db));
    const realm = session && this.#realms.find(({ name }) => name === session.realm);
    const identity = realm && (await aliveIdentity(realm, session, moment));
    if (session?.actorFamily === undefined) return session && { session, identity, expires: session.expires };
    return this.#readActing(session, session.actorFamily, realm, identity, moment);
  }

  /** A session as somebody else is good as long as that of who acts is, and they are a super administrator. */
  async #readActing(
    session: Session,
    family: string,
    realm: Realm | undefined,
    identity: Identity | undefined,
    moment: Moment,
  ): Promise<TokenOwner> {
    const own = await this.#tokens.sessionOfFamily(family, moment.write?.db);
    const actor = own && realm?.name === own.realm ? await aliveIdentity(realm, own, moment) : undefined;
    const expires = own ? Math.min(session.expires, own.expires) : session.expires;
    if (!identity || !actor || !mayActAs(actor, identity))
      return { session, expires, identity: undefined, ...(actor && { actor }) };
    return { session, expires, identity, actor };
  }
}

/** No token has a space. */
const textOf = (key: Key): string => ('token' in key ? key.token : `family ${key.family}`);
