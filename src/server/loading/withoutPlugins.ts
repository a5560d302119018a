import { checkRelations, mistakesIn, type AnyKind, type Model } from '#resource';
import type { ServerPlugin } from '#plugin';
import type { Loaded } from './loadResources.ts';

/** What was loaded without the plugins that are switched off, and without all that cannot be there without them: one sentence for each. */
export function withoutPlugins(loaded: Loaded, off: ReadonlySet<string>): Loaded {
  const faults: string[] = [];
  const plugins = satisfied(
    loaded.plugins.filter(({ name }) => !off.has(name)),
    faults,
  );
  const gone = loaded.plugins.filter((plugin) => !plugins.includes(plugin));
  const usable = new Set(loaded.models.map(({ name }) => name));
  const models = gone.some(({ extensions = [] }) => extensions.length > 0)
    ? loaded.modelsWithout?.(new Set(gone.map(({ name }) => name))).filter(({ name }) => usable.has(name))
    : undefined;
  const tables = new Set(gone.flatMap(({ resources = [] }) => resources.map(({ name }) => name)));
  const kinds = new Map(gone.flatMap(({ name, fields = [] }) => fields.map((kind) => [kind, name] as const)));
  const fileOf = ({ name }: Model): string => loaded.files?.get(name) ?? `table ${name}`;
  const left = (models ?? loaded.models).filter((model) => {
    if (tables.has(model.name)) return false;
    const missing = [...(loaded.asks?.get(model.name) ?? [])].find(([, plugin]) =>
      gone.some(({ name }) => name === plugin),
    );
    if (missing) {
      faults.push(`${fileOf(model)}: traits.${missing[0]} needs the plugin "${missing[1]}", which is switched off.`);
      return false;
    }
    const lacking = [...model.fields.values()].find(({ kind }) => kinds.has(plainKind(kind)));
    if (lacking)
      faults.push(
        `${fileOf(model)}: field "${lacking.name}" needs the plugin "${kinds.get(plainKind(lacking.kind))}", which is switched off.`,
      );
    return !lacking;
  });
  return { ...loaded, plugins, models: related(left, fileOf, faults), faults: [...loaded.faults, ...faults] };
}

/** Whatever the field does with the kind. */
const plainKind = (kind: AnyKind): AnyKind => kind.encrypted?.plain ?? kind;

/** Those whose plugins and services are there; one that goes may take others along, so again until none does. */
function satisfied(plugins: readonly ServerPlugin[], faults: string[]): readonly ServerPlugin[] {
  const names = new Set(plugins.map(({ name }) => name));
  const services = new Set(plugins.flatMap(({ provides = {} }) => Object.keys(provides)));
  const remaining = plugins.filter(({ name, requires = [], uses = [] }) => {
    const plugin = requires.find((each) => !names.has(each));
    const service = uses.find((each) => !services.has(each));
    if (plugin !== undefined)
      faults.push(`plugins/${name}: needs the plugin "${plugin}", which is not there or switched off.`);
    else if (service !== undefined)
      faults.push(`plugins/${name}: uses the service "${service as string}", whose plugin is switched off.`);
    return plugin === undefined && service === undefined;
  });
  return remaining.length === plugins.length ? plugins : satisfied(remaining, faults);
}

/** Likewise those whose relations lead to tables that are there. */
function related(models: readonly Model[], fileOf: (model: Model) => string, faults: string[]): readonly Model[] {
  const remaining = models.filter((model) => {
    try {
      checkRelations(model, models);
      return true;
    } catch (error) {
      faults.push(...mistakesIn(error).map(({ message }) => `${fileOf(model)}: ${message.split('\n')[0]}`));
      return false;
    }
  });
  return remaining.length === models.length ? models : related(remaining, fileOf, faults);
}
