import { field, type AnyField, type Column, type FieldMap, type FieldOptions } from './field.ts';
import { kindOf, type AnyKind } from './fields/index.ts';
import type { Label } from './label.ts';
import type { Action, Resource, ResourceDefinition, Traits } from './resource.ts';

/** One field of a loaded resource with everything derived that its declaration leaves out. */
export interface ModelField {
  readonly name: string;
  readonly kind: AnyKind;
  readonly options: FieldOptions;
  /** Null for a virtual field. */
  readonly column: Column | null;
  readonly label: Label | undefined;
  /** The other table, for belongsTo, belongsToMany and parent. */
  readonly to: string | undefined;
  /** `category` for `category_id`; the field's own name otherwise. */
  readonly relation: string;
  /** Set by the server only. */
  readonly readonly: boolean;
  readonly secret: boolean;
}

/** A loaded resource: its declaration with every default filled in. Everything about a table is derived from this. */
export interface Model {
  readonly name: string;
  /** `content/article` */
  readonly path: string;
  /** `content.article`: the controller in URLs. */
  readonly controller: string;
  readonly label: Label;
  /** Own fields in the order of the file, then those of traits, then the base columns; `id` first. */
  readonly fields: ReadonlyMap<string, ModelField>;
  readonly traits: Required<Traits>;
  readonly title: string;
  /** Names of the fields that the quick search looks into. */
  readonly search: readonly string[];
  /** Default order: column and direction. */
  readonly order: readonly Order[];
  readonly actions: readonly Action[];
  readonly definition: ResourceDefinition<FieldMap>;
  readonly source: { rest: string } | undefined;
}
export interface Order {
  /** Own column or `relation.column`. */
  readonly column: string;
  readonly down: boolean;
}

const timestamps = { readonly: true } as const;
const baseFields: Readonly<Record<string, AnyField>> = {
  version: field<number, FieldOptions, 'int'>('int', { readonly: true, default: 1, filter: false, sort: false }),
  create_time: field<number, FieldOptions, 'timestamp'>('timestamp', timestamps),
  update_time: field<number, FieldOptions, 'timestamp'>('timestamp', timestamps),
};

/** Derives the model of a resource; throws an Error that says what to write instead when the declaration contradicts itself. */
export function modelOf(resource: Resource): Model {
  const { name, definition } = resource;
  const traits: Required<Traits> = { sortable: false, tree: false, trash: false, history: false, ...definition.traits };
  const declared: Record<string, AnyField> = { id: field('int', { readonly: true }), ...resource.fields };
  for (const [key, added] of Object.entries({ ...traitFields(name, traits), ...baseFields })) {
    declared[key] ??= added;
  }
  const fields = new Map(Object.entries(declared).map(([key, value]) => [key, modelField(name, key, value)]));
  const path = definition.path ?? name;
  if (!/^[a-zA-Z0-9_]+(?:\/[a-zA-Z0-9_]+)*$/.test(path)) throw new Error(`Path "${path}" must be words joined by "/", such as "content/article".`);
  return {
    name,
    path,
    controller: path.replaceAll('/', '.'),
    label: definition.label ?? name,
    fields,
    traits,
    title: definition.title ?? firstTextField(fields),
    search: [...fields.values()].filter((each) => isSearched(each)).map((each) => each.name),
    order: ordersOf(definition.list?.sort ?? (traits.sortable ? '-weigh' : '-id')),
    actions: definition.actions ?? (['index', 'add', 'edit', 'del', ...(traits.sortable ? ['sortable' as const] : [])]),
    definition,
    source: definition.source,
  };
}

function traitFields(table: string, traits: Traits): Record<string, AnyField> {
  return {
    ...(traits.tree ? { pid: field<number, FieldOptions & { to: string }, 'parent'>('parent', { to: table }) } : {}),
    ...(traits.sortable ? { weigh: field<number, FieldOptions, 'weigh'>('weigh', { readonly: true }) } : {}),
    ...(traits.trash ? { delete_time: field<number, FieldOptions, 'timestamp'>('timestamp', { readonly: true, index: true }) } : {}),
  };
}

function modelField(table: string, name: string, declared: AnyField): ModelField {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Field "${name}" must be snake_case: it is the column's name and the name on the wire.`);
  const kind = kindOf(declared.kind);
  const given = declared.options as FieldOptions & { to?: string };
  // A parent is a row of the same table; the file need not say so.
  const options = declared.kind === 'parent' ? { ...given, to: table } : given;
  const virtual = declared.mode === 'virtual';
  return {
    name,
    kind,
    options,
    column: virtual ? null : kind.column(options),
    label: options.label,
    to: options.to,
    relation: declared.kind === 'belongsTo' ? name.replace(/_id$/, '') : name,
    readonly: options.readonly === true || declared.kind === 'computed' || declared.kind === 'weigh',
    secret: options.secret === true || kind.hashed === true,
  };
}

const isSearched = (each: ModelField): boolean => each.options.search === true && each.kind.searchable === true && !each.secret;

function firstTextField(fields: ReadonlyMap<string, ModelField>): string {
  const named = [...fields.values()].find((each) => each.kind.kind === 'text' && !each.secret);
  return named?.name ?? 'id';
}

/** `-update_time` to `{ column: 'update_time', down: true }`. */
export function ordersOf(sort: string | readonly string[]): Order[] {
  return [sort].flat().map((each) => ({ column: each.replace(/^-/, ''), down: each.startsWith('-') }));
}
