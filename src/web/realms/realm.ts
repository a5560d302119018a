import type { PluginRealm } from '#plugin';
import { isOwnPath } from '../navigation/routes.ts';

/** Who is signed in where, and how the server is told: what holds for an identity whether or not it has pages here. */
export interface RealmSession extends Pick<PluginRealm, 'base' | 'tokenHeader' | 'signInPage' | 'startPage'> {
  readonly name: string;
  /** Key under which this browser keeps who is signed in (specification §3). */
  readonly identityKey: string;
  /** An answer that redirects takes the token and leads nowhere (specification §6). */
  readonly staysOnRedirect?: true;
}

/** An identity with menus, lists and forms of its own: all that `Area` is given. */
export interface Realm
  extends RealmSession, Required<Pick<PluginRealm, 'signIn' | 'signOut'>>, Pick<PluginRealm, 'start'> {
  /** Address of the call that gives the numbers beside menu entries, where there are any. */
  readonly badges?: string;
  /** Path of the page of one's own account, below the base. */
  readonly profile?: string;
  /** Message file whose `title`, `lead`, `slogan` and `sloganHelp` the sign-in page shows instead of plain ones. */
  readonly texts?: string;
}

/** A realm by what both halves of a plugin share; its web half may say more. */
export type RealmOptions = PluginRealm & Pick<Realm, 'signIn' | 'signOut' | 'texts' | 'profile'>;

export const isArea = (realm: RealmSession): realm is Realm => 'start' in realm;

/** The API of a table, which goes by its path: `content/article` is `/admin/content.article/` for administrators. */
export const apiOf = ({ base }: Pick<Realm, 'base'>, path: string): string => `${base}/${path.replaceAll('/', '.')}/`;

/** Where to go after signing in: only places of the realm are followed, and never the sign-in page again. */
export const targetOf = ({ base, signInPage }: Pick<Realm, 'base' | 'signInPage'>, to: unknown): string | undefined =>
  isOwnPath(to) &&
  (to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`)) &&
  !to.includes('#') &&
  !to.startsWith(signInPage.routePath)
    ? to
    : undefined;
