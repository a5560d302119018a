import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller, RealmName } from '#resource';
import type { SignedUrlOptions } from '#plugin';
import type { AccountKey } from '../http/route.ts';
import { sessionOf } from '../realms/currentRights.ts';

/** Seconds, unless said otherwise. */
const usual = 300;
/** A day: what has to be open for longer is no business of signatures. */
const longest = 86_400;
const tail = /[?&]expires=(\d{1,12})(?:&for=([a-z][a-z0-9_]*)\.(\d{1,15})\.([\w-]{1,43}))?&signature=([\w-]{43})$/;
/** Characters of the name of a session; a session number is shorter. */
const family = 43;

/** Whom an address lets in. */
export interface SignedOwner {
  readonly realm: RealmName;
  readonly key: AccountKey | { readonly family: string };
}
/** An account, while it is signed in as it was, or anyone. */
export interface SignedFor {
  readonly owner: SignedOwner | undefined;
}

export interface SignatureParts {
  secret(): Promise<string>;
  /** Unix seconds. */
  now(): number;
  /** Of an account; undefined when it cannot sign in. */
  sessionNumber(realm: RealmName, id: number): Promise<number | undefined>;
}

/** Addresses that let in whoever has them, for a while. The key is the installation's, the same on every instance. */
export class Signatures {
  readonly #parts: SignatureParts;

  constructor(parts: SignatureParts) {
    this.#parts = parts;
  }

  async sign(address: string, { caller, seconds = usual }: SignedUrlOptions = {}): Promise<string> {
    if (!/^\/[^\s#]*$/.test(address))
      throw new Error(`signedUrl: "${address}" must be an address of this site, such as /api/admin/photo.file/7.`);
    if (!(Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longest))
      throw new Error(`signedUrl: seconds must be a whole number from 1 to ${longest}.`);
    // The same for a while, so that a browser finds the picture that it has.
    const expires = Math.ceil(this.#parts.now() / seconds) * seconds + seconds;
    const whose = caller && caller.realm !== 'visitor' && caller.realm !== 'system' ? await this.#for(caller) : '';
    const said = `${address}${address.includes('?') ? '&' : '?'}expires=${expires}${whose}`;
    return `${said}&signature=${await this.#of(said)}`;
  }

  /** Undefined when nobody has signed exactly this address, or it is good no more. */
  async check(address: string): Promise<SignedFor | undefined> {
    const [, expires, realm, id, mark = '', signature] = tail.exec(address) ?? [];
    if (signature === undefined || Number(expires) <= this.#parts.now()) return undefined;
    const expected = await this.#of(address.slice(0, -`&signature=${signature}`.length));
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return undefined;
    if (realm === undefined) return { owner: undefined };
    const key = mark.length === family ? { family: mark } : { id: Number(id), number: Number(mark) };
    return { owner: { realm: realm as RealmName, key } };
  }

  /** Bound to the session of who asks; of a caller without one to the account as it is, which a new password ends. */
  async #for(caller: Caller): Promise<string> {
    const realm = caller.realm as RealmName;
    const session = sessionOf(caller);
    const mark = session?.family ?? session?.number ?? (await this.#parts.sessionNumber(realm, caller.id));
    if (mark === undefined) throw new Error(`signedUrl: ${realm} ${caller.id} cannot sign in.`);
    return `&for=${realm}.${caller.id}.${mark}`;
  }

  async #of(said: string): Promise<string> {
    return createHmac('sha256', await this.#parts.secret())
      .update(said)
      .digest('base64url');
  }
}
