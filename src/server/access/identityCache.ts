import { LRUCache } from 'lru-cache';
import type { States } from '../database/database.ts';
import { aliveIdentity, type Identity, type Realm } from '../realms/realm.ts';
import type { Session, Tokens } from '../session/tokens.ts';
import type { Moment } from '../realms/currentRights.ts';

/** Whose a token is. `identity` is missing when the account is gone or disabled, or its password has changed since. */
export interface TokenOwner {
  readonly session: Session;
  readonly identity: Identity | undefined;
}

/** Tokens that are remembered, those that nobody has among them. */
const most = 20_000;
const nobody = Symbol('nobody');

/** Looks up whose tokens are, once while nothing changes that decides about it. */
export class IdentityCache {
  readonly #tokens: Tokens;
  readonly #realms: readonly Realm[];
  #known = new LRUCache<string, TokenOwner | typeof nobody>({ max: most });
  #states: States | undefined;

  constructor(tokens: Tokens, realms: readonly Realm[]) {
    this.#tokens = tokens;
    this.#realms = realms;
  }

  /** What is known as of this moment; undefined when `look` has to be asked. */
  known(token: string, { states }: Moment): { owner: TokenOwner | undefined } | undefined {
    const known = states === this.#states ? this.#known.get(token) : undefined;
    return known && { owner: known === nobody ? undefined : known };
  }

  async look(token: string, moment: Moment): Promise<TokenOwner | undefined> {
    // What a transaction sees beside what is committed concerns nobody else.
    if (moment.write && moment.states !== this.#states) return this.#read(token, moment);
    if (moment.states !== this.#states) {
      this.#known = new LRUCache({ max: most });
      this.#states = moment.states;
    }
    const cache = this.#known;
    const owner = await this.#read(token, moment);
    cache.set(token, owner ?? nobody);
    return owner;
  }

  async #read(token: string, moment: Moment): Promise<TokenOwner | undefined> {
    const session = await this.#tokens.sessionOf(token, moment.write?.db);
    const realm = session && this.#realms.find(({ name }) => name === session.realm);
    return session && { session, identity: realm && (await aliveIdentity(realm, session, moment)) };
  }
}
