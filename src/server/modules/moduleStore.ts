import { nameInWords, Invalid, Problem, textOf, type Caller, type Label, type Language, type Model } from '#resource';
import type { MenuEntry, ServerPlugin } from '#plugin';
import type { Database } from '../database/database.ts';
import type { Plan } from '../database/schema.ts';
import type { Route } from '../http/route.ts';
import type { Loaded } from '../loading/loadResources.ts';
import { withoutPlugins } from '../loading/withoutPlugins.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import { switchedOff, writeState } from './moduleStates.ts';
import { recordSwitch } from './recordSwitch.ts';

const modulesPath = 'moduleStore/moduleStore';
/** The page of the site's settings. */
const settingsPath = 'routine/config';

/** What the protocol calls them (§11): runs, will run or stop with the next start, is switched off. */
const states = { on: 1, waiting: 2, off: 6 } as const;

export interface ModuleParts {
  readonly database: Database;
  /** Everything that stands on the disk, switched off or not. */
  readonly found: Loaded;
  /** Names of the plugins that run. */
  readonly running: ReadonlySet<string>;
  readonly events: SecurityLog;
  /** The text of a message key in every language. */
  readonly label: (key: string) => Label | undefined;
  /** Of the site, as its settings say. */
  version(): Promise<string>;
  /** What the next start does to the database if these are to run. */
  plan(wanted: Loaded): Promise<Plan>;
  /** Why a folder of `plugins/` could not be loaded, with file and line. */
  faults(folder: string): readonly string[];
  /** What the plugin could not do, latest first. */
  failures(plugin: string, language: Language): readonly string[];
  /** Why it has not started; undefined where it has. */
  notStarted(plugin: string): string | undefined;
  /** Starts the application anew once this answer is on its way; undefined where nobody can. */
  readonly restart: (() => void) | undefined;
  /** Unix seconds. */
  now(): number;
}

/** The page of the plugins in the menu; its title stands in `module.json` of each language. */
export const modulesMenu = (label: (key: string) => Label | undefined): MenuEntry => ({
  path: modulesPath,
  top: true,
  label: label('module:title') ?? modulesPath,
  icon: 'fa fa-th-large',
  weigh: 86,
  buttons: { index: label('rule:index') ?? 'index', changeState: label('rule:changeState') ?? 'changeState' },
});

/** The plugins of this installation: what each adds, and whether it is on. */
export function moduleRoutes(parts: ModuleParts): Route[] {
  return [
    {
      method: 'GET',
      url: '/admin/module/index',
      node: `${modulesPath}/index`,
      handler: ({ caller }) => answer(parts, caller),
    },
    {
      method: 'GET',
      url: '/admin/module/state',
      node: `${modulesPath}/index`,
      handler: async ({ query }) => ({
        state: stateOf(parts, pluginNamed(parts, query['uid']), await switchedOff(parts.database)),
      }),
    },
    {
      method: 'POST',
      url: '/admin/module/changeState',
      node: `${modulesPath}/changeState`,
      title: parts.label('module:changed'),
      handler: ({ caller, body }) => changeState(parts, caller, body),
    },
  ];
}

async function answer(parts: ModuleParts, caller: Caller): Promise<unknown> {
  const off = await switchedOff(parts.database);
  const installed = parts.found.plugins.map((plugin) => describe(parts, plugin, caller.language, off));
  return {
    sysVersion: await parts.version(),
    canRestart: parts.restart !== undefined,
    mayChange: caller.may(`${modulesPath}/changeState`),
    installed,
    unusable: (parts.found.unusable ?? []).map((folder) => ({ folder, faults: parts.faults(folder) })),
  };
}

function describe(
  parts: ModuleParts,
  plugin: ServerPlugin,
  language: Language,
  off: ReadonlySet<string>,
): Record<string, unknown> {
  const text = (label: Label): string => textOf(label, language);
  const { name, label = name, description = '', version = '', icon = '', requires = [] } = plugin;
  const notStarted = parts.notStarted(name);
  const modelOf = new Map(parts.found.models.map((model) => [model.name, model]));
  const tables = (plugin.resources ?? []).flatMap((resource) => modelOf.get(resource.name) ?? []);
  return {
    uid: name,
    folder: parts.found.folders?.get(name) ?? name,
    title: text(label),
    intro: text(description),
    version,
    icon,
    requires,
    state: stateOf(parts, plugin, off),
    wanted: !off.has(name),
    ...(notStarted !== undefined && { notStarted }),
    failures: parts.failures(name, language),
    adds: {
      tables: tables.flatMap((model) => tableIn(model, text)),
      pages: (plugin.menu ?? []).map(({ label: title, path, realm = 'admin' }) => ({
        title: text(title),
        // Who is here is nobody in another realm.
        ...(realm === 'admin' ? { path: `admin/${path}` } : {}),
      })),
      settings: (plugin.settings ?? []).map((group) => ({
        title: text(group.definition.label),
        path: `admin/${settingsPath}?group=${group.name}`,
      })),
      cards: (plugin.cards ?? []).map((card) => text(card.label)),
      commands: (plugin.commands ?? []).map((command) => text(command.label)),
      jobs: plugin.jobs?.length ?? 0,
      kinds: (plugin.fields ?? []).map(({ kind, label: called }) => text(called ?? nameInWords(kind))),
      realms: (plugin.realms ?? []).map((realm) => text(modelOf.get(realm.accounts)?.label ?? realm.name)),
      routes: plugin.routes?.length ?? 0,
    },
  };
}

/** What a table is called, and where it is; one without a page has no address, and often no name for people. */
function tableIn({ definition, label, path }: Model, text: (label: Label) => string): object[] {
  const title = text(label);
  if (definition.page !== false) return [{ title, path: `admin/${path}` }];
  return definition.label === undefined ? [] : [{ title }];
}

function stateOf({ running }: ModuleParts, { name }: ServerPlugin, off: ReadonlySet<string>): number {
  if (running.has(name) === off.has(name)) return states.waiting;
  return off.has(name) ? states.off : states.on;
}

function pluginNamed({ found }: ModuleParts, name: unknown): ServerPlugin {
  const plugin = found.plugins.find((each) => each.name === name);
  if (!plugin) throw new Invalid({ uid: { key: 'module:unknown' } });
  return plugin;
}

const wishes = new Map<unknown, boolean>([
  [1, true],
  ['1', true],
  [true, true],
  [0, false],
  ['0', false],
  [false, false],
  [states.off, false],
]);

/** Refuses what would take others along, and what the database would not take: then everything is as it was. */
async function changeState(
  parts: ModuleParts,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<{ info: Record<string, unknown> }> {
  const plugin = pluginNamed(parts, body['uid']);
  const isOn = wishes.get(body['state']);
  if (isOn === undefined) throw new Invalid({ state: { key: 'module:state' } });
  const { database, events, restart } = parts;
  // One at a time, on all instances: two that are switched off at once could each be what a third needs.
  const logEvent = await database.runExclusive(async () => {
    const plan = await planWhole(parts, plugin, isOn, await switchedOff(database), caller.language);
    return database.write(async (write) => {
      await writeState(write, plugin.name, isOn, parts.now());
      await recordSwitch(write, database.dialect, plugin, isOn, plan);
      return events.record(write, {
        kind: 'module',
        outcome: 'success',
        caller,
        target: plugin.name,
        ...(plugin.label !== undefined && { title: plugin.label }),
        detail: { state: isOn ? 'on' : 'off' },
      });
    });
  });
  logEvent();
  restart?.();
  return { info: describe(parts, plugin, caller.language, await switchedOff(database)) };
}

async function planWhole(
  { found, plan }: ModuleParts,
  plugin: ServerPlugin,
  isOn: boolean,
  off: ReadonlySet<string>,
  language: Language,
): Promise<Plan> {
  const others = [...off].filter((each) => each !== plugin.name);
  const [without, withIt] = [new Set([...others, plugin.name]), new Set(others)].map((each) =>
    withoutPlugins(found, each),
  ) as [Loaded, Loaded];
  const refuse = (key: string, labels: readonly Label[]): never => {
    throw new Problem(key, {
      what: labels.map((label) => textOf(label, language)).join(language === 'zh-cn' ? '、' : ', '),
    });
  };
  if (isOn && !withIt.plugins.includes(plugin)) refuse('module:lacks', lackingOf(found, plugin, withIt));
  const needing = labelsOf(withIt, without, plugin);
  if (!isOn && needing.length > 0) refuse('module:needed', needing);
  const planned = await plan(isOn ? withIt : without);
  const refused = planned.refused.map((each) => textOf(each, language));
  if (refused.length > 0) throw new Problem('module:refused', { what: refused.join(' ') });
  return planned;
}

const nameOf = ({ name, label = name }: ServerPlugin): Label => label;

/** What it requires and is not there. */
function lackingOf({ plugins }: Loaded, { requires = [] }: ServerPlugin, { plugins: active }: Loaded): Label[] {
  const lacking = requires.filter((each) => !active.some(({ name }) => name === each));
  return lacking.map((each) => nameOf(plugins.find(({ name }) => name === each) ?? { name: each }));
}

/** The plugins and tables that are there with the plugin only, and not its own. */
function labelsOf(withIt: Loaded, without: Loaded, plugin: ServerPlugin): Label[] {
  const own = new Set((plugin.resources ?? []).map(({ name }) => name));
  return [
    ...withIt.plugins.filter((each) => each !== plugin && !without.plugins.includes(each)).map(nameOf),
    ...withIt.models
      .filter(({ name }) => !own.has(name) && !without.models.some((each) => each.name === name))
      .map(({ label }) => label),
  ];
}
