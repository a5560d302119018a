import type { ComponentType, ReactNode } from 'react';
import type { PluginRealm } from '#plugin';
import type { LazyPart } from '../loading/lazyPart.tsx';
import type { MenuNode } from '../navigation/menuNode.ts';
import { isOwnPath } from '../navigation/routes.ts';

/** Who is signed in where, and how the server is told: what holds for an identity whether or not it has pages here. */
export interface RealmSession extends Pick<PluginRealm, 'base' | 'tokenHeader' | 'signInPage' | 'startPage'> {
  readonly name: string;
  /** Key under which this browser keeps who is signed in (specification §3). */
  readonly identityKey: string;
  /** An answer that redirects takes the token, and leads away only from pages for who is signed in (specification §6). */
  readonly staysOnRedirect?: true;
}

/** An identity with menus, lists and forms of its own: all that `Area` is given. */
export interface Realm
  extends RealmSession, Required<Pick<PluginRealm, 'signIn' | 'signOut'>>, Pick<PluginRealm, 'start' | 'twoStep'> {
  /** Address of the call that gives the numbers beside menu entries, where there are any. */
  readonly badges?: string;
  /** Path of the table whose rows are the entries of the menu. */
  readonly menuTable?: string;
  /** Path of the page of one's own account, below the base. */
  readonly profile?: string;
  /** Message file whose `title`, `lead`, `slogan` and `sloganHelp` the sign-in page shows instead of plain ones. */
  readonly texts?: string;
  /** What the sign-in page shows instead of a name and a password: registering too, for example. */
  readonly SignInForm?: LazyPart<SignInFormProps>;
  /** What stands around its pages, one at a time, instead of the back office's menu and tabs. */
  readonly Frame?: LazyPart<AreaFrameProps>;
}

/** Signs in and goes on to the page that was asked for; rejects with the `HttpProblem` of a refusal. */
export type Login = (credentials: Readonly<Record<string, unknown>>) => Promise<{ readonly failures?: number }>;

export interface SignInFormProps {
  /** By the realm's `signIn`, which is sent whatever the form gives. */
  readonly login: Login;
  /** Fetches the code that signs in, which is wanted soon. */
  prepare(): void;
}

export interface AreaFrameProps {
  /** What the menu shows to whoever is signed in. */
  readonly menus: readonly MenuNode[];
  /** Entries beside the menu, such as those of the bar above. */
  readonly rules: readonly MenuNode[];
  /** Allowed buttons by page: `/user/notes` to `/user/notes/print` (specification §6). */
  readonly authNode: ReadonlyMap<string, readonly string[]>;
  /** Of the page at hand; undefined where there is none. */
  readonly title: string | undefined;
  /** What plugins have for the bar above the pages, and the bell. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** A realm by what both halves of a plugin share; its web half may say more. */
export type RealmOptions = PluginRealm & Pick<Realm, 'signIn' | 'signOut' | 'texts' | 'profile'> & RealmParts;

interface RealmParts {
  /** `SignInForm` of the realm, fetched when it is first shown. */
  readonly signInForm?: () => Promise<{ default: ComponentType<SignInFormProps> }>;
  /** `Frame` of the realm, fetched when it is first shown. */
  readonly frame?: () => Promise<{ default: ComponentType<AreaFrameProps> }>;
}

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
