import type {
  AnyKind,
  Caller,
  Extension,
  Label,
  RealmName,
  Resource,
  SettingsGroup,
  SettingsName,
  SettingsOf,
  TableName,
} from '#resource';

import type { FetchHost } from './fetch.ts';
import type { ServiceHost, ServiceName, Services } from './services.ts';
import type { TableHost } from './tables.ts';
import type { ValueWatcher } from './watch.ts';

export type { FetchHost, FetchOptions } from './fetch.ts';
export type { ServiceHost, ServiceName, Services } from './services.ts';
export type { ValueChange, ValueWatcher } from './watch.ts';
export type { PluginTransaction, TableHost } from './tables.ts';

/** A request as a plugin's route sees it: already authenticated and authorised. */
export interface PluginRequest {
  readonly caller: Caller;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PluginRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base path, such as `/admin/report/daily`; which realm can be signed in is decided by its beginning. */
  url: string;
  /** Permission node, or who else may call it: everyone, or whoever is signed in to the realm of the address. */
  node: string | 'everyone' | 'signed-in';
  /**
   * For large files: at most `limit` bytes, which may take as long as at least `leastRate` bytes a second arrive. Other bodies
   * have one megabyte and 15 seconds.
   */
  body?: { readonly limit: number; readonly leastRate: number };
  /** What it returns becomes `data` of the envelope; `Problem` is translated. */
  handler(request: PluginRequest): unknown;
}

/** A page as clients know it: its address, and the name of its route. */
export interface Page {
  readonly routePath: string;
  readonly routeName: string;
}

/**
 * A kind of identity whose accounts are the rows of a table. What they may do stands in `realms` of each resource. Add the
 * name to the types: `declare module '#resource' { interface Realms { member: true } }`.
 */
export interface PluginRealm {
  readonly name: RealmName;
  /** Addresses below it belong to the realm: `/shop`. Which realm applies is decided by the path (specification §6). */
  readonly base: string;
  /** The header that its access tokens come in, in lower case. */
  readonly tokenHeader: string;
  /** `type` of the answer to a refresh token: `shop-refresh`. */
  readonly refreshed: string;
  readonly signInPage: Page;
  readonly startPage: Page;
  /** Addresses of the calls that sign in and out, below the base. */
  readonly signIn: string;
  readonly signOut: string;
  /** Address of the call that tells who is signed in, and the menu of the tables that serve the realm; the server makes it. */
  readonly start: string;
  /** The table of its accounts, with `username`, `password`, `session_number`, `last_login_time`, `last_login_ip`, and `status`, an `f.bool`, where accounts can be closed. A name signs in as it is written. Sessions end by themselves when `password` or `status` changes, and when the row is deleted or restored. */
  readonly accounts: TableName;
}

export interface MenuEntry {
  /** `report/daily`; the page is `/admin/report/daily`. */
  path: string;
  /** In whose menu it stands, below whose base; the administrators' unless said otherwise. */
  realm?: RealmName;
  label: Label;
  icon?: string;
  weigh?: number;
  /** What the directory looks like that the entry is in. */
  directory?: { label: Label; icon?: string; weigh?: number };
  /** Permission nodes below the entry: action to label. */
  buttons?: Readonly<Record<string, Label>>;
}

/** What a plugin may ask of the server. */
export interface PluginHost extends TableHost, ServiceHost, FetchHost {
  /** The site's settings of a group as they are now, secrets included: they are for the plugin, never for an answer. */
  settings<N extends SettingsName>(name: N): Promise<SettingsOf<N>>;
  log(message: string): void;
}

/** A figure that a plugin puts on the dashboard. */
export interface PluginCard {
  label: Label;
  icon?: string;
  /** Permission node that it needs; without one, whoever has a dashboard sees the card. */
  node?: string;
  /** A number, or text such as `'12.50'`; undefined shows no card. Read rows as the caller: `host.rows('order', caller)`. */
  value(caller: Caller, host: PluginHost): number | string | undefined | Promise<number | string | undefined>;
}

/** The server half of a plugin: the default export of `plugins/<name>/server.ts`. */
export interface ServerPlugin {
  name: string;
  resources?: readonly Resource[];
  /** What it adds to tables of others: `extend('admin', { … }).with({ … })`. */
  extensions?: readonly Extension[];
  fields?: readonly AnyKind[];
  /** Is told of values of some kinds in all tables. */
  watch?: readonly ValueWatcher[];
  /** Services of others that it uses; those start before it, and without them it is left out. */
  requires?: readonly ServiceName[];
  /** Services that it does others, made before its `start`. */
  provides?: { readonly [N in ServiceName]?: (host: PluginHost) => Services[N] | Promise<Services[N]> };
  realms?: readonly PluginRealm[];
  routes?: readonly PluginRoute[];
  /** Groups on the page of the site configuration: `settings('name', { … }).group({ label })`. */
  settings?: readonly SettingsGroup[];
  menu?: readonly MenuEntry[];
  /** Figures on the dashboard. */
  cards?: readonly PluginCard[];
  start?(host: PluginHost): void | Promise<void>;
  stop?(): void | Promise<void>;
}

export const definePlugin = (plugin: ServerPlugin): ServerPlugin => plugin;
