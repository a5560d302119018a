import type { FieldMap } from './field.ts';
import { conditionsIn } from './filter/filter.ts';
import { placeOf, type Place } from './filter/place.ts';
import { relationName } from './filter/relationName.ts';
import { whereFilter } from './filter/shorthand.ts';
import { checkLines } from './lines.ts';
import type { Model } from './model.ts';
import type { ModelField } from './modelField.ts';
import { suggestion } from './nearest.ts';
import type { DashboardCard } from './resource.ts';
import { Misdeclared } from './shape.ts';
import { together } from './together.ts';

/** Pages and addresses that the server makes by itself. */
const takenPaths: readonly string[] = ['index', 'ajax', 'common', 'dashboard', 'routine/config', 'routine/admininfo'];

/** Throws when a model refers to a table or a column of another that does not exist, or has the path or name of another. */
export function checkRelations(model: Model, models: readonly Model[]): void {
  const tables = new Map(models.map((each) => [each.name, each]));
  // Paths lead through references, so those come first.
  together(
    () => checkAddress(model, models),
    ...referencesOf(model).map(
      ([at, field, where]) =>
        () =>
          checkReference(at, field, tables, where),
    ),
  );
  together(
    ...pathsOf(model).map(
      ([where, path]) =>
        () =>
          checkPath(model, tables, where, path),
    ),
    ...Object.entries<string>(model.definition.aliases ?? {}).map(
      ([alias, name]) =>
        () =>
          name.includes('.') && checkNames(model, tables, alias, name),
    ),
    () => checkLines(model, tables),
  );
}

function checkAddress(model: Model, models: readonly Model[]): void {
  if (takenPaths.includes(model.path.toLowerCase()))
    throw new Error(`path: "${model.path}" is that of a page which is always there; choose another.`);
  for (const other of models) {
    if (other === model) continue;
    if (other.name === model.name) throw new Error(`There are two tables "${model.name}"; rename one.`);
    if (other.controller.toLowerCase() === model.controller.toLowerCase())
      throw new Error(`path: "${model.path}" is also that of the table "${other.name}"; choose another.`);
    if (isAlike(other.definition.otherPath, model.path))
      throw new Error(`path: "${model.path}" is also that of the table "${other.name}"; choose another.`);
    const { otherPath } = model.definition;
    if (otherPath && [other.path, other.definition.otherPath].some((each) => isAlike(each, otherPath)))
      throw new Error(`otherPath: "${otherPath}" is also that of the table "${other.name}"; choose another.`);
    if (other.path.toLowerCase().startsWith(`${model.path.toLowerCase()}/`))
      throw new Error(`path: "${model.path}" is the directory of "${other.path}"; choose another.`);
    const { levels } = model.definition;
    if (levels && other.definition.levels?.type === levels.type)
      throw new Error(`levels.type: ${levels.type} is that of the table "${other.name}"; choose another.`);
  }
}

const isAlike = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

function checkNames(model: Model, tables: ReadonlyMap<string, Model>, alias: string, path: string): void {
  const { steps, field } = placeOf(tables, model, path) ?? { steps: [] };
  const [step, ...further] = steps;
  if (!step?.many || further.length > 0 || field?.name !== step.to.title)
    throw new Error(
      `aliases.${alias}: "${path}" must be what the rows of a field of ids are called, such as "tags.name".`,
    );
}

/** The fields of the table and of its actions' forms, each with what a message about it begins with. */
const referencesOf = (model: Model): [at: Model, field: ModelField, where: string][] =>
  [model, ...[...model.actions.values()].flatMap(({ form }) => form ?? [])].flatMap((at) => {
    const action = [...model.actions.values()].find(({ form }) => form === at)?.name;
    const where = action === undefined ? '' : `actions.${action}.form: `;
    return [...at.fields.values()].map((field): [Model, ModelField, string] => [at, field, where]);
  });

function checkReference(
  { source }: Model,
  { name, to }: ModelField,
  tables: ReadonlyMap<string, Model>,
  where: string,
): void {
  if (to === undefined) return;
  const other = tables.get(to);
  if (!other) throw new Error(`${where}Field "${name}": there is no table "${to}". ${suggestion(to, tables.keys())}`);
  if (other.source && !source)
    throw new Error(`${where}Field "${name}": the rows of "${to}" live on another server and cannot be referred to.`);
}

/** Throws when a node of an action of the table's own is that of something else; `taken` are such nodes in small letters. */
export function checkNodes({ path, actions }: Model, taken: ReadonlySet<string>): void {
  for (const { name, handler } of actions.values())
    if (handler && taken.has(`${path}/${name}`.toLowerCase()))
      throw new Misdeclared(`actions.${name}: a plugin has the node "${path}/${name}" already; choose another name.`, [
        `${name}:`,
      ]);
}

function pathsOf({ definition: { list = {}, dashboard, menu } }: Model): [where: string, path: string][] {
  const { columns = [], sort = [], filters = [] } = list;
  const counted = [
    ...[dashboard || []].flat().map(({ where = {} }: DashboardCard<FieldMap>) => ['dashboard.where', where] as const),
    ...(menu && menu.badge ? [['menu.badge', menu.badge] as const] : []),
  ];
  return [
    ...columns.map((path): [string, string] => ['list.columns', path]),
    ...[sort].flat().map((path): [string, string] => ['list.sort', path.replace(/^-/, '')]),
    ...filters.map((path): [string, string] => ['list.filters', path]),
    ...counted.flatMap(([place, where]) =>
      conditionsIn(whereFilter(where as Readonly<Record<string, unknown>>)).map(({ field }): [string, string] => [
        place,
        field,
      ]),
    ),
  ];
}

function checkPath(model: Model, tables: ReadonlyMap<string, Model>, where: string, path: string): void {
  const names = path.split('.');
  if (names.length === 1) return;
  if (where === 'list.columns' && names.length > 2)
    throw new Error(
      `${where}: "${path}" follows several relations; a list shows columns of the tables next to its own.`,
    );
  const last = lastTable(model, tables, where, path);
  const column = names.at(-1)!;
  const field = last.fields.get(column);
  if (!field)
    throw new Error(
      `${where}: "${path}": the table "${last.name}" has no field "${column}". ${suggestion(column, last.fields.keys())}`,
    );
  if (field.secret) throw new Error(`${where}: "${path}" is secret and cannot be shown, filtered or sorted by.`);
  checkUse(where, path, field, placeOf(tables, model, path)!);
}

/** The table at the end of a path, or what is wrong on the way. */
function lastTable(model: Model, tables: ReadonlyMap<string, Model>, where: string, path: string): Model {
  let table = model;
  for (const name of path.split('.').slice(0, -1)) {
    const relations = [...table.fields.values()].flatMap((each) => relationName(each) ?? []);
    const via = [...table.fields.values()].find((each) => relationName(each) === name);
    const next = tables.get(via?.to ?? '');
    if (!next)
      throw new Error(
        `${where}: "${path}": nothing in the table "${table.name}" leads to "${name}". ${suggestion(name, relations)}`,
      );
    table = next;
  }
  return table;
}

function checkUse(where: string, path: string, field: ModelField, { steps }: Place): void {
  const { column, sql, kind, options } = field;
  if (where === 'list.filters' && (kind.operators.length === 0 || options.filter === false))
    throw new Error(`list.filters: nothing can be filtered by "${path}".`);
  const sorts = (column || sql) && kind.sortable !== false && options.sort !== false;
  if (where === 'list.sort' && (!sorts || steps.some(({ many }) => many)))
    throw new Error(`list.sort: lists cannot be sorted by "${path}".`);
  if ((where === 'dashboard.where' || where === 'menu.badge') && !column && !sql)
    throw new Error(`${where}: rows cannot be told apart by "${path}".`);
}
