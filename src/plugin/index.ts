import type {
  AnyKind,
  Caller,
  FieldsOf,
  Label,
  Resource,
  Rows,
  SettingsGroup,
  SettingsName,
  SettingsOf,
  TableName,
} from '#resource';

/** A request as a plugin's route sees it: already authenticated and authorised. */
export interface PluginRequest {
  readonly caller: Caller;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PluginRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base path, such as `/admin/report/daily`. */
  url: string;
  /** Permission node, or who else may call it: everyone, or whoever is signed in to the realm. */
  node: string | 'everyone' | 'signed-in';
  realm: 'admin' | 'member';
  /**
   * For large files: at most `limit` bytes, which may take as long as at least `leastRate` bytes a second arrive. Other bodies
   * have one megabyte and 15 seconds.
   */
  body?: { readonly limit: number; readonly leastRate: number };
  /** What it returns becomes `data` of the envelope; `Problem` is translated. */
  handler(request: PluginRequest): unknown;
}

export interface MenuEntry {
  /** `report/daily`; the page is `/admin/report/daily`. */
  path: string;
  label: Label;
  icon?: string;
  weigh?: number;
  /** What the directory looks like that the entry is in. */
  directory?: { label: Label; icon?: string; weigh?: number };
  /** Permission nodes below the entry: action to label. */
  buttons?: Readonly<Record<string, Label>>;
}

/** What a plugin may ask of the server. */
export interface PluginHost {
  /** Rows of a table as the given caller, through the gate. */
  rows<N extends TableName>(name: N, caller: Caller): Rows<FieldsOf<N>>;
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
  fields?: readonly AnyKind[];
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
