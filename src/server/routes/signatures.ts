import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RealmName } from '#resource';
import type { BearerOwner, SignedUrlOptions } from '#plugin';

/** Seconds, unless said otherwise. */
const usual = 300;
/** A day: what has to be open for longer is no business of signatures. */
const longest = 86_400;
const tail = /[?&]expires=(\d{1,12})(?:&for=([a-z][a-z0-9_]*)\.(\d{1,15}))?&signature=([\w-]{43})$/;

/** Whom an address lets in: an account, or anyone. */
export interface SignedFor {
  readonly owner: BearerOwner | undefined;
}

/** Addresses that let in whoever has them, for a while. The key is the installation's, the same on every instance. */
export class Signatures {
  readonly #secret: () => Promise<string>;
  readonly #now: () => number;

  constructor(secret: () => Promise<string>, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  async sign(address: string, { caller, seconds = usual }: SignedUrlOptions = {}): Promise<string> {
    if (!/^\/[^\s#]*$/.test(address))
      throw new Error(`signedUrl: "${address}" must be an address of this site, such as /api/admin/photo.file/7.`);
    if (!(Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longest))
      throw new Error(`signedUrl: seconds must be a whole number from 1 to ${longest}.`);
    // The same for a while, so that a browser finds the picture that it has.
    const expires = Math.ceil(this.#now() / seconds) * seconds + seconds;
    const owner = caller && caller.realm !== 'visitor' && caller.realm !== 'system' ? caller : undefined;
    const said = `${address}${address.includes('?') ? '&' : '?'}expires=${expires}${owner ? `&for=${owner.realm}.${owner.id}` : ''}`;
    return `${said}&signature=${await this.#of(said)}`;
  }

  /** Undefined when nobody has signed exactly this address, or it is good no more. */
  async check(address: string): Promise<SignedFor | undefined> {
    const [, expires, realm, id, signature] = tail.exec(address) ?? [];
    if (signature === undefined || Number(expires) <= this.#now()) return undefined;
    const expected = await this.#of(address.slice(0, -`&signature=${signature}`.length));
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return undefined;
    return { owner: realm === undefined ? undefined : { realm: realm as RealmName, id: Number(id) } };
  }

  async #of(said: string): Promise<string> {
    return createHmac('sha256', await this.#secret())
      .update(said)
      .digest('base64url');
  }
}
