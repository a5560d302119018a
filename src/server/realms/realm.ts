import { Code, Problem, type Caller, type FieldsOf, type Language, type Rows } from '#resource';
import type { PluginRealm, PluginRequest } from '#plugin';
import type { MenuNode } from './menuNode.ts';
import type { Moment } from './currentRights.ts';

/** An account as signing in needs it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  /** Sessions of another number have ended. */
  readonly sessionNumber: number;
}

/** Rows of a table of accounts, as far as sessions are concerned. */
export type AccountRows = Rows<Pick<FieldsOf<'admin'>, 'session_number' | 'last_login_time' | 'last_login_ip'>>;

/** What holds for an account that may sign in, whatever it asks. */
export interface Identity extends Account, Pick<Caller, 'super' | 'groups' | 'below' | 'rules' | 'may'> {
  /** What plugins know of it, where any know something of the realm. */
  readonly attributes?: Caller['attributes'];
  /** One of these could not be found: not to be remembered. */
  readonly isPassing?: boolean;
  /** Everything that decides about its rights, as text: who has the same may do the same. */
  decides(): string;
  /** What clients keep of who is signed in (specification §3), but for the tokens. */
  userInfo(): Readonly<Record<string, unknown>>;
}

/** The request by which somebody signs in. */
export type SignInRequest = Pick<PluginRequest, 'caller' | 'query' | 'body'>;

/** One kind of identity: who has it, how they sign in, and what they may do. */
export interface Realm extends PluginRealm {
  /** Tables that decide who somebody is and what they may do: a write rests on all of them. */
  readonly decisive: readonly string[];
  /** Whether a name finds its account however its letters are written; of accounts that differ in nothing else each finds its own. */
  readonly ignoresCase?: boolean;
  findByName(username: string): Promise<Account | undefined>;
  /** Undefined for an account that is not there or not active. As of now unless a moment is given. */
  identityOf(id: number, moment?: Moment): Promise<Identity | undefined>;
  /** What somebody owns of the rules of a realm that has some: its menus, and what else they are offered (protocol §2.10). */
  menusOf?(identity: Identity, language: Language): Promise<Readonly<Record<'menus' | 'rules', readonly MenuNode[]>>>;
  /** What visitors are offered of them. */
  openRules?(language: Language): Promise<readonly MenuNode[]>;
  /** Called when an account has signed in by this request. */
  signedIn?(account: Account, request: SignInRequest): void;
}

/** The realm that an address belongs to, the longest base first; addresses of none are open to everyone. */
export function realmAt(realms: readonly Realm[], address: string): Realm | undefined {
  const path = address.toLowerCase();
  return realms
    .filter(({ base }) => path === base || path.startsWith(`${base}/`))
    .toSorted((one, other) => other.base.length - one.base.length)[0];
}

/** What somebody is answered who is not signed in to the realm, or not any more: `wasSignedIn`. */
export const needLogin = ({ signInPage }: Pick<Realm, 'signInPage'>, wasSignedIn = false): Problem =>
  new Problem(
    wasSignedIn ? 'session:invalidToken' : 'server:needLogin',
    {},
    { code: Code.redirect, data: { ...signInPage, type: 'need login' } },
  );

/**
 * Under which name what is tried on an account is counted: accounts of two realms may share a name. In small letters where
 * another spelling finds no account: counters must not tell whether there is one that is written so.
 */
export const attemptName = ({ name, ignoresCase }: Pick<Realm, 'name' | 'ignoresCase'>, username: string): string =>
  `${name}/${ignoresCase ? username : username.toLowerCase()}`;

/**
 * Under which name a sign-in is counted that came with this one. Where several names find an account, each counts for itself:
 * else guesses by one would show at another that they are the same person's.
 */
export const triedName = (realm: Realm, typed: string, account: Account | undefined): string =>
  attemptName(
    realm,
    realm.findAccount
      ? (realm.spelling?.(typed) ?? typed.trim().toLowerCase())
      : (account?.username ?? typed.toLowerCase()),
  );

/** The identity while the session holds. */
export async function aliveIdentity(
  realm: Realm,
  { accountId, number }: { readonly accountId: number; readonly number: number },
  moment?: Moment,
): Promise<Identity | undefined> {
  const identity = await realm.identityOf(accountId, moment);
  return identity?.sessionNumber === number ? identity : undefined;
}
