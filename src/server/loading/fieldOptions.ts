import { Misdeclared, suggestion, type Json, type Model, type ModelField } from '#resource';
import type { OptionedField, OptionType, PluginFieldOptions, ServerPlugin } from '#plugin';

type Declared = ReadonlyMap<string, PluginFieldOptions>;
type Given = Readonly<Record<string, Readonly<Record<string, Json>>>>;

const declaredBy = (plugins: readonly ServerPlugin[]): Declared =>
  new Map(plugins.flatMap(({ name, fieldOptions }) => (fieldOptions ? [[name, fieldOptions] as const] : [])));

const givenIn = ({ options }: ModelField): Given => (options.private ?? {}) as Given;

/** What is wrong with the options that fields give to plugins, each with the field that it is of. */
export function fieldOptionFaults(
  { fields }: Model,
  plugins: readonly ServerPlugin[],
): { readonly field: string; readonly error: Misdeclared }[] {
  const declared = declaredBy(plugins);
  return [...fields.values()].flatMap((field) =>
    Object.entries(givenIn(field)).flatMap(([plugin, given]) => {
      const near = [`${plugin}:`, `${field.name}:`];
      const fault = (what: string, ...words: string[]) => ({
        field: field.name,
        error: new Misdeclared(`Field "${field.name}": private: ${what}`, [...words, ...near]),
      });
      const known = declared.get(plugin);
      if (!known)
        return [fault(`no plugin "${plugin}" has options for fields. ${suggestion(plugin, declared.keys())}`)];
      if (known.kinds && !new Set(known.kinds).has(field.kind.kind))
        return [
          fault(`the plugin "${plugin}" has none for f.${field.kind.kind}(), only for ${known.kinds.join(', ')}.`),
        ];
      return Object.entries(given).flatMap(([name, value]) => {
        const type = Object.hasOwn(known.options, name) ? known.options[name] : undefined;
        if (!type)
          return [
            fault(
              `the plugin "${plugin}" has no option "${name}". ${suggestion(name, Object.keys(known.options))}`,
              `${name}:`,
            ),
          ];
        return isOfType[type](value) ? [] : [fault(`${plugin}.${name} must be ${typeNames[type]}.`, `${name}:`)];
      });
    }),
  );
}

const isOfType: Readonly<Record<OptionType, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  text: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
const typeNames: Readonly<Record<OptionType, string>> = {
  boolean: 'true or false',
  number: 'a number',
  text: 'a text',
  texts: 'a list of texts',
  object: 'an object',
};

/** The tables, and the forms of their actions, with what of the options their plugins show to the browser. */
export function withShownOptions(models: readonly Model[], plugins: readonly ServerPlugin[]): readonly Model[] {
  const declared = declaredBy(plugins);
  if (![...declared.values()].some((each) => each.public)) return models;
  const shown = (model: Model): Model => ({
    ...model,
    fields: new Map([...model.fields].map(([name, field]) => [name, withShown(field, declared)])),
    actions: new Map(
      [...model.actions].map(([name, action]) => [name, { ...action, form: action.form && shown(action.form) }]),
    ),
  });
  return models.map(shown);
}

function withShown(field: ModelField, declared: Declared): ModelField {
  const shown = Object.entries(givenIn(field)).flatMap(([plugin, given]) => {
    const names = declared.get(plugin)?.public ?? [];
    const open = Object.entries(given).filter(([name]) => names.includes(name));
    return open.length > 0 ? [[plugin, Object.fromEntries(open)] as const] : [];
  });
  return shown.length > 0 ? { ...field, shownOptions: Object.fromEntries(shown) } : field;
}

/** Fields that say something to this plugin. */
export const optionedFields = (models: Iterable<Model>, plugin: string): OptionedField<never>[] =>
  [...models].flatMap(({ name: table, fields }) =>
    [...fields.values()].flatMap((field) => {
      const options = givenIn(field)[plugin];
      return options ? [{ table, field: field.name, kind: field.kind.kind, options: options as never }] : [];
    }),
  );
