import { checkFormField } from './actions/checkAction.ts';
import { modelActions, type ModelAction } from './actions/modelActions.ts';
import { checkDefinition } from './checkDefinition.ts';
import { isName } from './checkField.ts';
import { checkPath } from './checkPath.ts';
import { checkDefinitionShape } from './checkShapes.ts';
import type { OwnedExtension } from './extensionDefinition.ts';
import type { FieldMap } from './field.ts';
import { nameInWords, type Label } from './label.ts';
import { known } from './known.ts';
import { modelFields, ownFields, type ModelField } from './modelField.ts';
import type { Resource, ResourceDefinition } from './resource.ts';
import { behind, together } from './together.ts';
import { checkTraits } from './traits/checkTraits.ts';
import { traitsIn } from './traits/index.ts';
import type { Trait, TraitView } from './traits/trait.ts';

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
  /** The second one by which clients know it. */
  readonly otherController: string | undefined;
  readonly label: Label;
  /** Own fields in the order of the file, then those of traits, then the base columns; `id` first. */
  readonly fields: ReadonlyMap<string, ModelField>;
  readonly traits: ReadonlyMap<string, Trait>;
  /** Where rows are that have left the list, by the trait's name; the first that marks a row has it. */
  readonly views: ReadonlyMap<string, View>;
  readonly title: string;
  /** Fields, and names of rows that belong to a row, by the other names that clients have for them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Names of the fields that the quick search looks into. */
  readonly search: readonly string[];
  /** Default order: column and direction. */
  readonly order: readonly Order[];
  /** By name: the generic ones, those of traits, then its own. Each is a permission node below the path. */
  readonly actions: ReadonlyMap<string, TableAction>;
  readonly definition: ResourceDefinition<FieldMap>;
  readonly source: { rest: string } | undefined;
  /** Whose hooks and rules come after its own. */
  readonly extensions: readonly OwnedExtension[];
  /** No table: what is entered in the form of an action. */
  readonly isForm?: true;
}
/** An action with its form as a table without rows, so that inputs and validation are those of any table. */
export interface TableAction extends ModelAction {
  readonly form: Model | undefined;
}
export interface View extends TraitView {
  readonly label: Label | undefined;
}
export interface Order {
  /** Own column or `relation.column`. */
  readonly column: string;
  readonly down: boolean;
}

/** Derives the model of a resource; throws an Error that says what to write instead when the declaration contradicts itself. */
export function modelOf(resource: Resource): Model {
  const { name, definition, renamedFrom } = resource;
  const [own] = together(
    () => ownFields(name, resource.fields),
    () => checkDefinitionShape(definition),
    () => checkNames(resource),
  );
  const path = definition.path ?? name;
  const [traits] = together(
    () => checkedTraits(resource),
    () => checkPaths(definition, path),
  );
  const fields = modelFields(name, own, traits);
  checkDefinition(fields, definition);
  for (const { definition: added } of resource.extensions ?? [])
    known(Object.keys(added.access ?? {}), [...fields.keys()], 'the fields that access names');
  return {
    name,
    renamedFrom,
    path,
    // A table that is named by its path takes it along.
    movedFrom: definition.movedFrom ?? (definition.path === undefined ? renamedFrom : undefined),
    controller: path.replaceAll('/', '.'),
    otherController: definition.otherPath?.replaceAll('/', '.'),
    label: definition.label ?? nameInWords(name),
    fields,
    traits: new Map(traits.map((each) => [each.name, each])),
    views: new Map(
      traits.flatMap(({ name: view, label, view: of }) => (of ? [[view, { ...of, label }] as const] : [])),
    ),
    title: definition.title ?? firstTextField(fields),
    aliases: new Map(Object.entries<string>(definition.aliases ?? {})),
    search: [...fields.values()].filter((each) => isSearched(each)).map((each) => each.name),
    order: ordersOf(definition.list?.sort ?? traits.find(({ sort }) => sort !== undefined)?.sort ?? '-id'),
    actions: new Map(
      possibleActions(definition, traits).map((each) => [each.name, { ...each, form: formOf(path, each) }]),
    ),
    definition,
    source: definition.source,
    extensions: resource.extensions ?? [],
  };
}

function checkNames({ name, renamedFrom }: Resource): void {
  if (typeof name !== 'string' || !isName(name))
    throw new Error(
      `Table "${name}" must be snake_case with at most 48 characters: it is the table's name in the database.`,
    );
  if (renamedFrom !== undefined && (!isName(renamedFrom) || renamedFrom === name))
    throw new Error(`Table "${name}": renamedFrom "${renamedFrom}" is no former name of a table.`);
}

function checkedTraits({ definition: { traits = {} }, fields }: Resource): Trait[] {
  checkTraits(traits, fields);
  return traitsIn(traits);
}

function checkPaths({ movedFrom, otherPath }: Resource['definition'], path: string): void {
  checkPath('path', path);
  if (movedFrom !== undefined) checkOther('movedFrom', movedFrom, path);
  if (otherPath !== undefined) checkOther('otherPath', otherPath, path);
}

const changing = ['edit', 'del'];
function possibleActions(definition: Resource['definition'], traits: readonly Trait[]): ModelAction[] {
  if (definition.page === false) return [];
  const all = modelActions(definition.actions, traits);
  return definition.appendOnly ? all.filter(({ name }) => !changing.includes(name)) : all;
}

function checkOther(option: string, other: string, path: string): void {
  checkPath(option, other);
  if (other.toLowerCase() === path.toLowerCase())
    throw new Error(`${option}: "${other}" is where the table is; leave it out.`);
}

function formOf(path: string, { name, asks }: ModelAction): Model | undefined {
  if (!asks) return undefined;
  const where = `actions.${name}.form`;
  try {
    const form = modelOf({ name: 'form', fields: asks, definition: { path: `${path}/${name}`, actions: [] } });
    together(...Object.keys(asks).map((field) => () => checkFormField(where, form.fields.get(field)!)));
    return { ...form, isForm: true };
  } catch (error) {
    throw behind(where, error);
  }
}

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
