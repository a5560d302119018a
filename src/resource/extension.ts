import type { Action } from './actions/action.ts';
import { givenActions, isList, listed } from './actions/modelActions.ts';
import { hookShape } from './checkShapes.ts';
import { assertKnown, assertShape, callback, either, isObject, label, listOf, mapOf, object, text } from './shape.ts';
import type { FieldMap, FieldOptions } from './field.ts';
import type { Label } from './label.ts';
import { suggestion } from './nearest.ts';
import type { Extension, ExtensionDefinition, OwnedExtension } from './extensionDefinition.ts';
import type { Resource, ResourceDefinition } from './resource.ts';
import { traitsIn } from './traits/index.ts';
import type { FieldsOf, TableName } from './types.ts';

/** New fields of a table of somebody else; `.with()` looks that up, as `.resource()` does for a table's own. */
export interface ExtendedTable<N extends string, G extends FieldMap> {
  readonly table: N;
  /** Columns of the table, which stay with their values when the plugin goes. Required ones need a default. */
  readonly fields: G;
  with<const P extends string = never, const W extends string = never>(
    definition?: ExtensionDefinition<FieldsOf<N>, G, P, W>,
  ): Extension;
}

/**
 * Adds fields, columns, actions, rules and hooks to a table of somebody else:
 * `extensions: [extend('admin', { … }).with({ … })]`.
 */
export function extend<const N extends TableName, const G extends FieldMap = {}>(
  table: N,
  fields: G = {} as G,
): ExtendedTable<N, G> {
  return {
    table,
    fields,
    // The definition's types are erased here, once: the server holds tables of any shape.
    with: (definition = {}) => ({ table, fields, definition: definition as never }),
  };
}

const rule = object({ read: callback, write: callback, add: callback });
const placed = either(text, object({ name: text, after: text }, ['name', 'after']));
const shape = object({
  list: object({ columns: listOf(placed), filters: listOf(text) }),
  form: object({
    layout: listOf(either(placed, object({ section: label, fields: listOf(text) }, ['section', 'fields']))),
  }),
  actions: mapOf(() => undefined),
  rows: rule,
  access: mapOf(object({ read: callback, write: callback })),
  hooks: hookShape,
});

/** The resource with what the extension adds to its columns, lists, forms and actions; throws when they contradict each other. */
export function extended(resource: Resource, extension: OwnedExtension): Resource {
  const { definition: added } = extension;
  assertKnown(shape, added, 'an extension');
  assertShape(shape, added);
  if (resource.definition.source) throw new Error('its rows are those of another server.');
  const { definition } = resource;
  const fields = withFields(resource, extension.fields);
  const { list, form, actions } = added;
  return {
    ...resource,
    fields,
    definition: {
      ...definition,
      ...(list && { list: withColumns(definition.list ?? {}, list, Object.keys(extension.fields)) }),
      ...((form?.layout || resource.hasUsualLayout) && {
        form: {
          ...definition.form,
          layout: withLines(linesOf(resource, extension.fields, form?.layout ?? []), form?.layout ?? []) as never,
        },
      }),
      ...(actions && { actions: withActions(definition, actions) }),
    },
    hasUsualLayout: resource.hasUsualLayout ?? (form?.layout !== undefined && !definition.form?.layout),
    extensions: [...(resource.extensions ?? []), extension],
  };
}

/** The lines among which those of the extension stand: where the table names none, its form has every field. */
function linesOf(resource: Resource, own: FieldMap, added: readonly unknown[]): readonly unknown[] {
  const { fields, definition, hasUsualLayout = false } = resource;
  const { layout } = definition.form ?? {};
  if (layout && !hasUsualLayout) return layout;
  const ofTraits = Object.assign({}, ...traitsIn(definition.traits).map((trait) => trait.fields ?? {})) as FieldMap;
  const placed = new Set(added.flatMap((each) => (isPlaced(each) ? [each.name] : namesOf(each))));
  const usual = Object.entries(layout ? own : { ...fields, ...own, ...ofTraits, ...fields, ...own })
    .filter(([, { kind, options }]) => (options as FieldOptions).readonly !== true && kind.generated !== true)
    .map(([name]) => name);
  return [...(layout ?? []), ...usual].filter((line) => typeof line !== 'string' || !placed.has(line));
}

function withFields({ fields, definition, extensions = [] }: Resource, added: FieldMap): FieldMap {
  const ofTraits = traitsIn(definition.traits).flatMap((trait) => Object.keys(trait.fields ?? {}));
  for (const [name, field] of Object.entries(added)) {
    if (Object.hasOwn(fields, name) || ofTraits.includes(name))
      throw new Error(`Field "${name}": the table has one of this name${ofWhom(extensions, name)}; choose another.`);
    const { required, default: given } = (isObject(field) ? (field.options as FieldOptions) : undefined) ?? {};
    if (required === true && (given === undefined || given === null))
      throw new Error(
        `Field "${name}": rows that are there have no value for it; give it a default, or leave out required.`,
      );
  }
  return { ...fields, ...added };
}

const ofWhom = (extensions: readonly OwnedExtension[], name: string): string => {
  const other = extensions.find(({ fields }) => Object.hasOwn(fields, name));
  return other ? `, from the plugin ${other.plugin}` : '';
};

type List = NonNullable<ResourceDefinition<FieldMap>['list']>;
type AddedList = NonNullable<Extension['definition']['list']>;

function withColumns(list: List, { columns = [], filters = [] }: AddedList, own: readonly string[]): List {
  const others = columns.map((each) => nameIn(each)).filter((name) => !own.includes(name));
  if (!list.columns && others[0] !== undefined)
    throw new Error(`list.columns: the table names none, so its list shows the fields; leave "${others[0]}" out.`);
  return {
    ...list,
    ...(list.columns && { columns: inserted(list.columns, columns, 'list.columns') as never }),
    ...(filters.length > 0 && list.filters && { filters: [...list.filters, ...filters] as never }),
  };
}

type Line = string | readonly string[] | { readonly section: Label; readonly fields: readonly Line[] };

function withLines(layout: readonly unknown[], added: readonly unknown[]): readonly Line[] {
  return inserted(layout as readonly Line[], added as readonly (Line | PlacedName)[], 'form.layout');
}

interface PlacedName {
  readonly name: string;
  readonly after: string;
}
const isPlaced = (each: unknown): each is PlacedName => isObject(each) && 'after' in each;
const nameIn = (each: unknown): string => (isPlaced(each) ? each.name : String(each));

/** The lines with each of the others behind the line that has what it stands after. */
function inserted<T>(lines: readonly T[], added: readonly (T | PlacedName)[], where: string): T[] {
  const all = [...lines];
  for (const each of added) {
    if (!isPlaced(each)) {
      all.push(each);
      continue;
    }
    const at = all.findIndex((line) => namesOf(line).includes(each.after));
    if (at < 0)
      throw new Error(`${where}: there is no "${each.after}". ${suggestion(each.after, all.flatMap(namesOf))}`);
    const line = all[at];
    if (isObject(line) && Array.isArray(line['fields']))
      all[at] = { ...line, fields: inserted(line['fields'] as T[], [each], where) } as T;
    else all.splice(at + 1, 0, each.name as T);
  }
  return all;
}

const namesOf = (line: unknown): string[] =>
  typeof line === 'string'
    ? [line]
    : Array.isArray(line)
      ? line.flatMap(namesOf)
      : isObject(line)
        ? namesOf(line['fields'])
        : [];

/** A list of actions becomes what it means: the others are left out. */
function withActions(
  { actions = {}, traits }: ResourceDefinition<FieldMap>,
  added: Readonly<Record<string, Action>>,
): NonNullable<ResourceDefinition<FieldMap>['actions']> {
  const names = givenActions(traitsIn(traits)).map(({ name }) => name);
  const own = isList(actions)
    ? Object.fromEntries(
        listed
          .filter((name) => names.includes(name) && !actions.some((each) => each === name))
          .map((name) => [name, false]),
      )
    : actions;
  const twice = Object.keys(added).find((name) => Object.hasOwn(own, name));
  if (twice !== undefined) throw new Error(`actions.${twice}: the table has an action of this name; choose another.`);
  return { ...own, ...added } as never;
}
