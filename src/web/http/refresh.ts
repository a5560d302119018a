import { withLock } from '../loading/withLock.ts';
import type { RealmSession } from '../realms/realm.ts';
import { clearIdentity, readIdentity, writeIdentity } from '../realms/session.ts';

interface Refreshed {
  readonly token: string;
  readonly refreshToken: string;
}
/** Asks the server for the successors of a refresh token; undefined when it refuses. */
export type AskRefresh = (refreshToken: string) => Promise<Refreshed | undefined>;

/**
 * Renews the token of a realm once for all who wait. `used` is the token that was refused: when another tab has renewed it
 * meanwhile, nothing is asked. False when the session is over; the identity is gone then.
 */
export class Refresher {
  readonly #ask: AskRefresh;
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(ask: AskRefresh) {
    this.#ask = ask;
  }

  renew(realm: RealmSession, used: string): Promise<boolean> {
    const running = this.#running.get(realm.name);
    if (running) return running;
    const began = withLock(`refresh ${realm.name}`, () => this.#renew(realm, used)).finally(() =>
      this.#running.delete(realm.name),
    );
    this.#running.set(realm.name, began);
    return began;
  }

  async #renew(realm: RealmSession, used: string): Promise<boolean> {
    const identity = readIdentity(realm);
    if (!identity) return false;
    if (identity.token !== used) return true;
    const next = identity.refreshToken === '' ? undefined : await this.#ask(identity.refreshToken);
    // Somebody has signed in or out meanwhile, perhaps in another tab: their session is not the one that was renewed.
    const current = readIdentity(realm);
    if (current?.token !== used) return current !== undefined;
    if (!next) {
      // Who acts as somebody is left their own session.
      if (!current.actor) clearIdentity(realm);
      return false;
    }
    writeIdentity(realm, { ...current, token: next.token, refreshToken: next.refreshToken });
    return true;
  }
}
