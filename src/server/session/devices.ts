import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RealmName } from '#resource';

/** Seconds that a device is known after it last signed in: half a year. */
const lifetime = 15_552_000;
/** Accounts that one browser signs in to; more tokens are not looked at. */
const mostTokens = 5;
const shape = /^([\w-]{16})\.([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

/** A device that has signed in to an account before. */
export interface Device {
  /** Says nothing by itself, and is another one after every sign-in. */
  readonly id: string;
  /** Unix seconds. */
  readonly expires: number;
}

export interface Devices {
  /** A token for a device that has just signed in to the account: `<account>.<device>.<end>.<signature>`. */
  issue(realm: RealmName, accountId: number): Promise<string>;
  /** The device that one of these tokens names, when it was given for this account. */
  known(tokens: unknown, realm: RealmName, accountId: number): Promise<Device | undefined>;
}

/**
 * Tokens by which a browser is known as one that signed in to an account before. They are no credentials: whoever steals
 * one needs the password as much as before, but is not kept waiting by what strangers do to the account.
 */
export function createDevices(secret: () => Promise<string>, now: () => number): Devices {
  const mac = async (text: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url');
  const ownerOf = async (realm: RealmName, accountId: number): Promise<string> =>
    (await mac(`${realm} ${accountId}`)).slice(0, 16);

  async function read(token: string, account: string): Promise<Device | undefined> {
    const [, owner, id, end, signature] = shape.exec(token) ?? [];
    if (!owner || !id || !end || !signature || owner !== account) return undefined;
    const expected = await mac(`device ${owner}.${id}.${end}`);
    const expires = Number.parseInt(end, 36);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) && expires > now()
      ? { id, expires }
      : undefined;
  }

  return {
    async issue(realm, accountId) {
      const owner = await ownerOf(realm, accountId);
      const body = `${owner}.${randomBytes(12).toString('base64url')}.${(now() + lifetime).toString(36)}`;
      return `${body}.${await mac(`device ${body}`)}`;
    },
    async known(tokens, realm, accountId) {
      const account = await ownerOf(realm, accountId);
      for (const token of [tokens].flat().slice(0, mostTokens)) {
        const device = typeof token === 'string' ? await read(token, account) : undefined;
        if (device) return device;
      }
      return undefined;
    },
  };
}
