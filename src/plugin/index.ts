import type {
  AnyKind,
  AnyRow,
  Caller,
  Extension,
  Label,
  RealmName,
  Resource,
  SettingsGroup,
  TableName,
} from '#resource';
import type { AnyAttribute } from './attributes.ts';
import type { PluginCommand } from './commands.ts';
import type { PluginFieldOptions } from './fieldOptions.ts';
import type { FirstScreen } from './firstScreens.ts';
import type { PluginHost } from './host.ts';
import type { AnyJob } from './jobs.ts';
import type { ContentSources, PluginRoute } from './routes.ts';
import type { ServiceName, Services } from './services.ts';
import type { ValueWatcher } from './watch.ts';

export type { AnyAttribute, AttributeSearch, CallerAttribute } from './attributes.ts';
export type { CatalogueHost, CataloguedField } from './catalogue.ts';
export type { GroupParameters, ListHost, ListPage, ListParameters, RowGroup, RowGroups } from './lists.ts';
export type { Command, CommandParam, PluginCommand } from './commands.ts';
export { groupAccess, groupFields, ownedRules } from './rights/groupParts.ts';
export { assertNotMade, checkRulePath, ruleFields, ruleResource, weighLast } from './rights/ruleParts.ts';
export type { EventName, EventOrigin, Events, PluginEvents } from './events.ts';
export type { OptionedField, OptionType, PluginFieldOptions } from './fieldOptions.ts';
export { FairQueue } from './fairQueue.ts';
export type { QueueClass, QueuePlace } from './fairQueue.ts';
export type { FetchHost, FetchOptions } from './fetch.ts';
export type { FirstScreen, ScreenView } from './firstScreens.ts';
export type { PluginHost } from './host.ts';
export { html, Html } from './html.ts';
export { job } from './jobs.ts';
export { KeyedMutex } from './keyedMutex.ts';
export type { AnyJob, Job, JobDefinition, JobRun } from './jobs.ts';
export { sendMail } from './sendMail.ts';
export type { MailHost, MailMessage } from './mail.ts';
export type { Notice, NoticeAccount, NoticeHost } from './notices.ts';
export type { OutputHead, OutputLogs, OutputOptions, OutputPart, OutputState, OutputWriter } from './output.ts';
export type {
  CaptchaChallenge,
  CaptchaHost,
  CodeHost,
  CodeUse,
  Credentials,
  PasswordHost,
  RateLimiter,
  RateLimiterOptions,
  RealmHost,
  OwnSession,
  Sessions,
  SessionTokens,
  SignedIn,
} from './realms.ts';
export type { ErasedData, PersonalAccount, PersonalDataHost } from './personalData.ts';
export * from './routes.ts';
export type { SecurityEntry, SecurityHost } from './security.ts';
export type { ServiceHost, ServiceName, Services } from './services.ts';
export { assertKey, failingAs, newKey } from './storage.ts';
export type { PutOptions, Storage, StoredBody, StoredFile } from './storage.ts';
export type { PluginTransaction, TableHost } from './tables.ts';
export type { ValueChange, ValueWatcher } from './watch.ts';

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
  /** Addresses of the calls that sign in and out, below the base. Without them the plugin has routes of its own, by `host.sessions`. */
  readonly signIn?: string;
  readonly signOut?: string;
  /** Address of the call that tells who is signed in, and the menu of the tables that serve the realm; the server makes it. */
  readonly start: string;
  /**
   * Address of the call that tells everybody of the site (protocol §2.10), such as `/index/index`; the server makes it. Visitors
   * are shown the rules of `rights` whose `no_login_valid` is set: pages, entries of the top bar, buttons.
   */
  readonly openStart?: string;
  /**
   * The table of its accounts, with `username`, `password`, `session_number`, `last_login_time`, `last_login_ip`, and
   * `status`, an `f.bool`, where accounts can be closed. A name signs in as it is written. Sessions end by themselves
   * when `password` or `status` changes, and when the row is deleted or restored.
   */
  readonly accounts: TableName;
  /**
   * Lets people of the realm sign in with a second step: a code of an app (TOTP), or a recovery code. The calls about it begin
   * with this address, such as `/shop/account/twoStep`; the server makes them. `accounts` then has `two_step`, a readonly
   * `f.bool`: whether it is on; who sets it to 0 takes the second step from the account, secrets and all.
   */
  readonly twoStep?: string;
  /** The id of whom somebody means who signs in as this: by e-mail or mobile too. Without it, by `username` as it is written. */
  findAccount?(name: string, host: PluginHost): number | undefined | Promise<number | undefined>;
  /**
   * One spelling for all of a name that `findAccount` takes for the same: failed sign-ins are counted by it, whether it finds
   * an account or not. Small letters unless said otherwise.
   */
  spelling?(name: string): string;
  /** What clients keep of who has signed in, beside the tokens; `id` and `username` unless said otherwise. Never a secret. */
  userInfo?(account: AnyRow): Readonly<Record<string, unknown>>;
  /** Where it stands what accounts may do. Without it each may do all that the tables offer to the realm. */
  readonly rights?: RealmRights;
}

/**
 * Rights by groups, as administrators have them. Members of an active group own its `rule_ids`, or all rules where the group's
 * `is_super` is set; rules that are disabled give nothing. The server makes rules for the tables and menu entries of the realm.
 */
export interface RealmRights {
  /** Has `status` and `is_super`, each an `f.bool`, and `rule_ids`, an `f.belongsToMany` of the rules. */
  readonly groups: TableName;
  /**
   * Has `pid`, `title`, `type` (`menu_dir`, `menu`, `button`, and others of its own), `name`, `path`, `icon`, `menu_type`, `url`,
   * `component`, `extend`, `remark`, `status`, `weigh`, and what the server notes: `made_title`, `made_title_en`, `gone`.
   */
  readonly rules: TableName;
  /** The field of an account that holds its group, `f.belongsTo`, or its groups, `f.belongsToMany`. */
  readonly of: string;
}

export interface MenuEntry {
  /** `report/daily`; the page is `/admin/report/daily`. */
  path: string;
  /**
   * In whose menu it stands, below whose base; the administrators' unless said otherwise. It waits for a realm that no
   * plugin has brought yet.
   */
  realm?: RealmName | (string & {});
  label: Label;
  icon?: string;
  weigh?: number;
  /** Stands at the top of the menu, in no directory. */
  top?: boolean;
  /** What the directory looks like that the entry is in. */
  directory?: { label: Label; icon?: string; weigh?: number };
  /** Permission nodes below the entry: action to label. */
  buttons?: Readonly<Record<string, Label>>;
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

/** What a new installation needs of a plugin before it is of use, on the first page of super administrators until it is done. */
export interface PluginStep {
  label: Label;
  /** One sentence: why, or how. */
  help: Label;
  /** The button that leads there: `Open settings`. */
  go: Label;
  /** The page of the back office where it is done, without `/admin`: `routine/config`. */
  path: string;
  isDone(host: PluginHost): boolean | Promise<boolean>;
}

/** The server half of a plugin: the default export of `plugins/<name>/server.ts`. */
export interface ServerPlugin {
  name: string;
  /** As the page of the plugins shows it: `1.2.0`. */
  version?: string;
  /** What people call it; its name unless said otherwise. */
  label?: Label;
  /** One sentence on what it is for. */
  description?: Label;
  icon?: string;
  /** Names of the plugins that it cannot be without: it starts after them, and is off while one of them is or did not start. */
  requires?: readonly string[];
  resources?: readonly Resource[];
  /** What it adds to tables of others: `extend('admin', { … }).with({ … })`. */
  extensions?: readonly Extension[];
  fields?: readonly AnyKind[];
  /**
   * Behaviours for tables that ask for them by name, `traits: { project: true }`: what `extend` makes for such a table. Without
   * the plugin those tables are left out, since what it would narrow would be open. Declare each name:
   * `declare module '#resource' { interface Traits { project?: true } }`.
   */
  traits?: Readonly<Record<string, (table: TableName) => Extension>>;
  /** Options that fields of any table may have: `f.image({ private: { files: { maxSize: 5 } } })`. */
  fieldOptions?: PluginFieldOptions;
  /** Is told of values of some kinds in all tables. */
  watch?: readonly ValueWatcher[];
  /** Services of others that it uses; those start before it, and without them it is left out. */
  uses?: readonly ServiceName[];
  /** Services that it uses where there are any (`host.useIfThere`): it starts after them, and without them as well. */
  mayUse?: readonly string[];
  /** Services that it does others, made before its `start`. */
  provides?: { readonly [N in ServiceName]?: (host: PluginHost) => Services[N] | Promise<Services[N]> };
  realms?: readonly PluginRealm[];
  /** What it knows of each caller, for rules of rows: `caller.attributes.project`. */
  attributes?: readonly AnyAttribute[];
  routes?: readonly PluginRoute[];
  /** Groups on the page of the site configuration: `settings('name', { … }).group({ label })`. */
  settings?: readonly SettingsGroup[];
  menu?: readonly MenuEntry[];
  /** Figures on the dashboard. */
  cards?: readonly PluginCard[];
  /** What a new installation needs first. */
  firstSteps?: readonly PluginStep[];
  /** What visitors see of its public pages before their code is there. */
  firstScreens?: readonly FirstScreen[];
  /** Other servers that pages may load from: fixed ones, or by settings as they are when a page is opened. */
  contentSecurityPolicy?: ContentSources | ((host: PluginHost) => ContentSources | Promise<ContentSources>);
  /** Work for later, again and again, or at its times. */
  jobs?: readonly AnyJob[];
  /** It tells people outside the back office things with `host.notify`: brings the bell into every area. */
  notices?: boolean;
  /** Programs that a terminal may offer. */
  commands?: readonly PluginCommand[];
  start?(host: PluginHost): void | Promise<void>;
  stop?(): void | Promise<void>;
}

export const definePlugin = (plugin: ServerPlugin): ServerPlugin => plugin;

/** What one part of a large plugin adds to it. */
export type PluginPart = Pick<
  ServerPlugin,
  | 'resources'
  | 'extensions'
  | 'routes'
  | 'settings'
  | 'firstScreens'
  | 'menu'
  | 'cards'
  | 'firstSteps'
  | 'jobs'
  | 'watch'
  | 'commands'
  | 'start'
  | 'stop'
>;

/** Parts of a plugin as one: their lists one after the other, started in their order and stopped in the opposite one. */
export function joinParts(parts: readonly PluginPart[]): PluginPart {
  return {
    resources: parts.flatMap(({ resources }) => resources ?? []),
    extensions: parts.flatMap(({ extensions }) => extensions ?? []),
    routes: parts.flatMap(({ routes }) => routes ?? []),
    settings: parts.flatMap(({ settings }) => settings ?? []),
    firstScreens: parts.flatMap(({ firstScreens }) => firstScreens ?? []),
    menu: parts.flatMap(({ menu }) => menu ?? []),
    cards: parts.flatMap(({ cards }) => cards ?? []),
    firstSteps: parts.flatMap(({ firstSteps }) => firstSteps ?? []),
    jobs: parts.flatMap(({ jobs }) => jobs ?? []),
    watch: parts.flatMap(({ watch }) => watch ?? []),
    commands: parts.flatMap(({ commands }) => commands ?? []),
    async start(host) {
      for (const part of parts) await part.start?.(host);
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop?.();
    },
  };
}
