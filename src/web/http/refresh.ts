import { exclusively } from '../loading/exclusively.ts';
import { clearIdentity, readIdentity, writeIdentity, type Area } from './session.ts';

interface Refreshed {
  readonly token: string;
  readonly refreshToken: string;
}
/** Asks the server for the successors of a refresh token; undefined when it refuses. */
export type AskRefresh = (area: Area, refreshToken: string) => Promise<Refreshed | undefined>;

/**
 * Renews the token of an area once for all who wait. `used` is the token that was refused: when another tab has renewed it
 * meanwhile, nothing is asked. False when the session is over; the identity is gone then.
 */
export class Refresher {
  readonly #ask: AskRefresh;
  readonly #running = new Map<Area, Promise<boolean>>();

  constructor(ask: AskRefresh) {
    this.#ask = ask;
  }

  renew(area: Area, used: string): Promise<boolean> {
    const running = this.#running.get(area);
    if (running) return running;
    const began = exclusively(`refresh ${area}`, () => this.#renew(area, used)).finally(() =>
      this.#running.delete(area),
    );
    this.#running.set(area, began);
    return began;
  }

  async #renew(area: Area, used: string): Promise<boolean> {
    const identity = readIdentity(area);
    if (!identity) return false;
    if (identity.token !== used) return true;
    const next = identity.refreshToken === '' ? undefined : await this.#ask(area, identity.refreshToken);
    // Somebody has signed in or out meanwhile, perhaps in another tab: their session is not the one that was renewed.
    const current = readIdentity(area);
    if (current?.token !== used) return current !== undefined;
    if (!next) {
      clearIdentity(area);
      return false;
    }
    writeIdentity(area, { ...current, token: next.token, refreshToken: next.refreshToken });
    return true;
  }
}
