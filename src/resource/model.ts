import { checkDefinition } from './checkDefinition.ts';
import { isName } from './checkField.ts';
import { checkPath } from './checkPath.ts';
import { checkDefinitionShape } from './checkShapes.ts';
import type { FieldMap } from './field.ts';
import type { Label } from './label.ts';
import { modelFields, type ModelField } from './modelField.ts';
import type { Action, Resource, ResourceDefinition, Traits } from './resource.ts';

/** A loaded resource: its declaration with every default filled in. Everything about a table is derived from this. */
export interface Model {
  readonly name: string;
  /** The name of the table before it got this one. */
  readonly renamedFrom: string | undefined;
  /** `content/article` */
  readonly path: string;
  /** The path before it was moved here: what administrators may do there, they may do here. */
  readonly movedFrom: string | undefined;
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

/** Derives the model of a resource; throws an Error that says what to write instead when the declaration contradicts itself. */
export function modelOf(resource: Resource): Model {
  const { name, definition, renamedFrom } = resource;
  checkDefinitionShape(definition);
  if (typeof name !== 'string' || !isName(name))
    throw new Error(
      `Table "${name}" must be snake_case with at most 48 characters: it is the table's name in the database.`,
    );
  const traits: Required<Traits> = { sortable: false, tree: false, trash: false, history: false, ...definition.traits };
  const path = definition.path ?? name;
  checkPath('path', path);
  if (definition.movedFrom !== undefined) checkMoved(definition.movedFrom, path);
  if (renamedFrom !== undefined && (!isName(renamedFrom) || renamedFrom === name))
    throw new Error(`Table "${name}": renamedFrom "${renamedFrom}" is no former name of a table.`);
  const fields = modelFields(name, resource.fields, traits);
  checkDefinition(fields, definition);
  return {
    name,
    renamedFrom,
    path,
    // A table that is named by its path takes it along.
    movedFrom: definition.movedFrom ?? (definition.path === undefined ? renamedFrom : undefined),
    controller: path.replaceAll('/', '.'),
    label: definition.label ?? name,
    fields,
    traits,
    title: definition.title ?? firstTextField(fields),
    search: [...fields.values()].filter((each) => isSearched(each)).map((each) => each.name),
    order: ordersOf(definition.list?.sort ?? (traits.sortable ? '-weigh' : '-id')),
    actions: definition.actions ?? ['index', 'add', 'edit', 'del', ...(traits.sortable ? ['sortable' as const] : [])],
    definition,
    source: definition.source,
  };
}

function checkMoved(from: string, to: string): void {
  checkPath('movedFrom', from);
  if (from.toLowerCase() === to.toLowerCase())
    throw new Error(`movedFrom: "${from}" is where the table is; leave it out.`);
}

/** Every permission node of a table is one of these below its path: the generic actions and those that traits add. */
export function nodesOf({ actions, traits }: Pick<Model, 'actions' | 'traits'>): readonly NodeAction[] {
  const removes = actions.includes('del');
  return [
    ...actions,
    ...(traits.trash && removes ? ['restore' as const, 'destroy' as const] : []),
    ...(traits.history ? ['history' as const] : []),
  ];
}
export type NodeAction = Action | 'restore' | 'destroy' | 'history';

const isSearched = (each: ModelField): boolean =>
  each.options.search === true && each.kind.searchable === true && !each.secret;

function firstTextField(fields: ReadonlyMap<string, ModelField>): string {
  const named = [...fields.values()].find((each) => each.kind.title && !each.secret);
  return named?.name ?? 'id';
}

/** `-update_time` to `{ column: 'update_time', down: true }`. */
export function ordersOf(sort: string | readonly string[]): Order[] {
  return [sort].flat().map((each) => ({ column: each.replace(/^-/, ''), down: each.startsWith('-') }));
}
