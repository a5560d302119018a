import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  builtInKinds,
  checkMenuEntry,
  checkNodes,
  checkPluginShape,
  checkRelations,
  known,
  modelOf,
  type FieldSealer,
  type Model,
  type ModelField,
  type Resource,
} from '#resource';
import type { MenuEntry, ServerPlugin } from '#plugin';
import { pluginOwner, runAs } from '../fence/owner.ts';
import { extendTables, type Declared } from './extendTables.ts';
import { offeredTraits, withAskedTraits, type AskedTraits } from './askedTraits.ts';
import { shareImports } from './sharedImports.ts';
import { faultsOf } from './faultOf.ts';
import { namingFiles } from './missingTables.ts';
import { rowlessCircles } from './rowlessCircles.ts';
import { startOrder } from './startOrder.ts';
import { fieldOptionFaults } from './fieldOptions.ts';
import { addKind, assertKinds, type Kinds } from './kinds.ts';
import { checkCommands } from '../commands/commands.ts';
import { checkJobs } from '../jobs/checkJobs.ts';
import { defaultLimits } from '../shared/limits.ts';
import { within } from '../shared/timeLimit.ts';

/** What stands on the disk: the tables in the order of their files, and the plugins. */
export interface Loaded {
  readonly models: readonly Model[];
  readonly plugins: readonly ServerPlugin[];
  /** One sentence for each file that could not be used: file, line, and what to write instead. */
  readonly faults: readonly string[];
  /** The file of each table, by its name. */
  readonly files?: ReadonlyMap<string, string>;
  /** By table, the plugin of each trait that it asks for by name. */
  readonly asks?: ReadonlyMap<string, AskedTraits>;
  /** The folder of each plugin, by the plugin's name. */
  readonly folders?: ReadonlyMap<string, string>;
  /** The file of each plugin, by its name. */
  readonly pluginFiles?: ReadonlyMap<string, string>;
  /** Folders of plugins that could not be loaded at all, by name. */
  readonly unusable?: readonly string[];
  /** Reads encrypted values that stand in the database. */
  readonly open?: FieldSealer['open'];
  /** The tables without what these plugins add to them. */
  modelsWithout?(plugins: ReadonlySet<string>): readonly Model[];
}

/**
 * Reads `plugins/<name>/server.ts` (of plugins that have only a `web.tsx`, their name) and `resources/*.ts` below `root`. A
 * file with an error is named in `faults`; the others still load, and so do those that do not refer to its table.
 */
export async function loadResources(root: string): Promise<Loaded> {
  const faults: string[] = [];
  const kinds = new Map(builtInKinds);
  const plugins = await loadPlugins(root, kinds, faults);
  const loadedPlugins = plugins.map(({ plugin }) => plugin);
  const nodes = new Set(plugins.flatMap(({ plugin: { menu = [] } }) => menu.flatMap(nodesOf)));
  const usable = (resource: Resource): Model => {
    const model = assertKinds(modelOf(resource), kinds);
    checkNodes(model, nodes);
    return model;
  };
  const offered = offeredTraits(plugins, (file, error) => faults.push(...faultsOf(root, file, error)));
  const candidateOf = (file: string, given: unknown): Declared[] =>
    attempt(root, file, faults, () => {
      if (!isResource(given))
        throw new Error('one of its resources is none; each is made with table(…).resource({ … }).');
      const { resource, asks } = withAskedTraits(given, offered);
      return [{ file, resource, model: usable(resource), asks }];
    }) ?? [];
  const declared: Declared[] = plugins.flatMap(({ file, plugin }) =>
    (plugin.resources ?? []).flatMap((each) => candidateOf(file, each)),
  );
  for (const file of resourceFiles(root)) {
    const module = await moduleOf<unknown>(root, file, faults);
    if (module === undefined) continue;
    const resources: readonly unknown[] = [module.default ?? []].flat();
    const isOther = (name: string): boolean => isResource(module[name]) && !resources.includes(module[name]);
    const other = Object.keys(module).find(isOther);
    const isNone = resources.length === 0 || (!Array.isArray(module.default) && !isResource(resources[0]));
    const advice = 'end it with "export default table(…).resource({ … })".';
    if (other !== undefined)
      faults.push(
        `${relative(root, file)}: "${other}" is a resource; put it into the default export, which may be a list.`,
      );
    else if (isNone) faults.push(`${relative(root, file)}: its default export is no resource; ${advice}`);
    else declared.push(...resources.flatMap((each) => candidateOf(file, each)));
  }
  const candidates = withoutTwins(root, declared, faults);
  const asks = new Map(candidates.map((each) => [each.model.name, each.asks]));
  const files = new Map(candidates.map(({ file, model }) => [model.name, relative(root, file)]));
  const extensions = plugins.flatMap(({ file, plugin }) =>
    (plugin.extensions ?? []).map((each) => ({ ...each, plugin: plugin.name, file })),
  );
  const complete = extendTables(candidates, extensions, usable, (file, error) =>
    faults.push(...faultsOf(root, file, error)),
  );
  const fileOf = (model: Model, field: string): string =>
    extensions.find(({ table, fields }) => table === model.name && Object.hasOwn(fields, field))?.file ??
    candidates.find((each) => each.model.name === model.name)!.file;
  for (const { model } of complete)
    for (const { field, error } of fieldOptionFaults(model, loadedPlugins))
      faults.push(...faultsOf(root, fileOf(model, field), error));
  const models = checked(root, complete, faults);
  const fileOfNeed = ({ model, field }: { model: Model; field: ModelField }): string => fileOf(model, field.name);
  for (const { need, error } of rowlessCircles(models, (each) => relative(root, fileOfNeed(each))))
    faults.push(...faultsOf(root, fileOfNeed(need), error));
  const folders = new Map(plugins.map(({ file, plugin }) => [plugin.name, basename(dirname(file))]));
  const pluginFiles = new Map(plugins.map(({ file, plugin }) => [plugin.name, relative(root, file)]));
  return {
    models,
    plugins: plugins.map(({ plugin }) => plugin),
    faults: namingFiles(root, faults),
    files,
    asks,
    folders,
    pluginFiles,
    unusable: pluginFilesIn(root).flatMap((file) =>
      plugins.some((each) => each.file === file) ? [] : [basename(dirname(file))],
    ),
    modelsWithout: (gone) =>
      extendTables(
        candidates,
        extensions.filter(({ plugin }) => !gone.has(plugin)),
        usable,
        () => {},
      ).map(({ model }) => model),
  };
}

/** Permission nodes of an entry of the menu, in small letters. */
const nodesOf = ({ path, buttons = {} }: MenuEntry): string[] =>
  [path, ...Object.keys(buttons).map((action) => `${path}/${action}`)].map((node) => node.toLowerCase());

async function loadPlugins(
  root: string,
  kinds: Kinds,
  faults: string[],
): Promise<{ file: string; plugin: ServerPlugin }[]> {
  const loaded: { file: string; plugin: ServerPlugin }[] = [];
  shareImports(root);
  for (const file of pluginFilesIn(root)) {
    const packed = join(dirname(file), 'package.json');
    if (existsSync(packed) && !attempt(root, packed, faults, () => checkPackage(packed))) continue;
    const module = isWebFile(file)
      ? { default: browserOnly(packed) }
      : await moduleOf<ServerPlugin>(root, file, faults);
    if (module === undefined) continue;
    const plugin = module.default;
    if (typeof plugin?.name !== 'string') {
      faults.push(
        `${relative(root, file)}: its default export is no plugin; end it with "export default definePlugin({ name, … })".`,
      );
      continue;
    }
    const twin = loaded.find((other) => other.plugin.name.toLowerCase() === plugin.name.toLowerCase());
    const isSound = attempt(root, file, faults, () => {
      checkName(plugin.name, twin && relative(root, twin.file));
      return checkPlugin(plugin);
    });
    if (!isSound) continue;
    const menu = (plugin.menu ?? []).filter((entry) =>
      attempt(root, file, faults, () => checkMenuEntry(entry) ?? true),
    );
    for (const kind of plugin.fields ?? []) attempt(root, file, faults, () => addKind(kinds, kind));
    loaded.push({ file, plugin: menu.length === (plugin.menu ?? []).length ? plugin : { ...plugin, menu } });
  }
  for (const { file, plugin } of loaded)
    for (const { kinds: watched } of plugin.watch ?? [])
      attempt(
        root,
        file,
        faults,
        () => known(watched, [...kinds.keys()], 'the kinds of fields that watch names') ?? true,
      );
  return startOrder(loaded, (file, error) => faults.push(...faultsOf(root, file, error)));
}

/** Of a plugin that is a package of its own: without it Node takes a guess for each of its files, and complains. */
function checkPackage(file: string): true {
  const { type } = JSON.parse(readFileSync(file, 'utf8')) as { type?: unknown };
  if (type !== 'module') throw new Error('write "type": "module".');
  return true;
}

const isWebFile = (file: string): boolean => file.endsWith('.tsx');

/** A plugin without a server half is called after its folder; its package, if it is one, says the rest. */
function browserOnly(packed: string): ServerPlugin {
  const { version, description } = (existsSync(packed) ? JSON.parse(readFileSync(packed, 'utf8')) : {}) as ServerPlugin;
  return {
    name: basename(dirname(packed)),
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
  };
}

/** Folders, jobs and events are named after it. */
function checkName(name: string, twin: string | undefined): void {
  if (!/^[a-z][\w-]{0,39}$/i.test(name) || name.toLowerCase() === 'server')
    throw new Error(`name: "${name}" must be a word of letters, digits, "-" and "_", and not "server".`);
  if (twin !== undefined) throw new Error(`name: "${name}" is the plugin in ${twin} already; choose another.`);
}

function checkPlugin(plugin: ServerPlugin): true {
  checkPluginShape(plugin);
  checkJobs(plugin);
  checkCommands(plugin);
  return true;
}

const resourceFiles = (root: string): string[] =>
  filesIn(join(root, 'resources')).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
/** The server half of each plugin, or the browser half of those that have no other. */
const pluginFilesIn = (root: string): string[] =>
  filesIn(join(root, 'plugins')).flatMap(
    (folder) => ['server.ts', 'web.tsx'].map((file) => join(folder, file)).find((file) => existsSync(file)) ?? [],
  );

function filesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((name) => join(folder, name))
    : [];
}

/** What a file exports. */
interface Module<T> {
  readonly default?: T;
  readonly [name: string]: unknown;
}

/** Undefined when the file could not be run, which is told. */
async function moduleOf<T>(root: string, file: string, faults: string[]): Promise<Module<T> | undefined> {
  try {
    const load = (): Promise<Module<T>> => import(pathToFileURL(file).href) as Promise<Module<T>>;
    return await runAs(ownerOfFile(relative(root, file)), () => within(defaultLimits.start, load));
  } catch (error) {
    faults.push(...faultsOf(root, file, error));
    return undefined;
  }
}

/** The plugin, or the file of a single table. */
const ownerOfFile = (file: string): string => {
  const [folder, name] = file.split(sep);
  return folder === 'plugins' ? pluginOwner(name!) : file;
};

function attempt<T>(root: string, file: string, faults: string[], job: () => T): T | undefined {
  try {
    return job();
  } catch (error) {
    faults.push(...faultsOf(root, file, error));
    return undefined;
  }
}

/** One table of each name and address: that of `resources/`, else of the first plugin. */
function withoutTwins(root: string, declared: readonly Declared[], faults: string[]): Declared[] {
  const isOfPlugin = ({ file }: Declared): boolean => relative(root, file).startsWith('plugins');
  const accepted: Declared[] = [];
  for (const each of declared.toSorted((one, other) => Number(isOfPlugin(one)) - Number(isOfPlugin(other)))) {
    const { file, model } = each;
    const twin = accepted.find(
      ({ model: other }) =>
        other.name === model.name || controllersOf(other).some((each) => controllersOf(model).includes(each)),
    );
    const { otherPath } = model.definition;
    const definition = otherPath === undefined ? {} : { otherPath };
    const bare: Model = { ...model, fields: new Map(), actions: new Map(), definition };
    if (attempt(root, file, faults, () => checkRelations(bare, twin ? [twin.model] : []) ?? true)) accepted.push(each);
  }
  return declared.filter((each) => accepted.includes(each));
}

const controllersOf = ({ controller, otherController }: Model): string[] =>
  [controller, otherController ?? []].flat().map((each) => each.toLowerCase());

/** Those whose relations hold; one that goes may take others with it, so again until none does. */
function checked(root: string, accepted: readonly Declared[], faults: string[]): Model[] {
  const models = accepted.map(({ model }) => model);
  const sound = accepted.flatMap((each): Declared[] => {
    const { file, extended, model } = each;
    const holds = attempt(root, extended?.file ?? file, faults, () => checkRelations(model, models) ?? true);
    return holds ? [each] : extended ? [extended.without] : [];
  });
  return sound.every((each) => accepted.includes(each)) && sound.length === accepted.length
    ? models
    : checked(root, sound, faults);
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'definition' in value && 'fields' in value;
