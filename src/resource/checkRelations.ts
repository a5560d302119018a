import type { Model } from './model.ts';
import { suggestion } from './nearest.ts';

/** Pages and addresses that the server makes by itself. */
const takenPaths: readonly string[] = ['index', 'ajax', 'common', 'dashboard', 'routine/config', 'routine/admininfo'];

/** Throws when a model refers to a table or a column of another that does not exist, or has the path or name of another. */
export function checkRelations(model: Model, models: readonly Model[]): void {
  if (takenPaths.includes(model.path.toLowerCase()))
    throw new Error(`path: "${model.path}" is that of a page which is always there; choose another.`);
  for (const other of models) {
    if (other === model) continue;
    if (other.name === model.name) throw new Error(`There are two tables "${model.name}"; rename one.`);
    if (other.controller.toLowerCase() === model.controller.toLowerCase())
      throw new Error(`path: "${model.path}" is also that of the table "${other.name}"; choose another.`);
    if (other.path.toLowerCase().startsWith(`${model.path.toLowerCase()}/`))
      throw new Error(`path: "${model.path}" is the directory of "${other.path}"; choose another.`);
  }
  const tables = new Map(models.map((each) => [each.name, each]));
  for (const { name, to } of model.fields.values()) {
    if (to === undefined) continue;
    const other = tables.get(to);
    if (!other) throw new Error(`Field "${name}": there is no table "${to}". ${suggestion(to, tables.keys())}`);
    if (other.source && !model.source)
      throw new Error(`Field "${name}": the rows of "${to}" live on another server and cannot be referred to.`);
  }
  for (const [where, path] of pathsOf(model)) checkPath(model, tables, where, path);
}

function pathsOf({ definition: { list = {} } }: Model): [where: string, path: string][] {
  const { columns = [], sort = [], filters = [] } = list;
  return [
    ...columns.map((path): [string, string] => ['list.columns', path]),
    ...[sort].flat().map((path): [string, string] => ['list.sort', path.replace(/^-/, '')]),
    ...filters.map((path): [string, string] => ['list.filters', path]),
  ];
}

function checkPath(model: Model, tables: ReadonlyMap<string, Model>, where: string, path: string): void {
  const [relation, column] = path.split('.', 2) as [string, string | undefined];
  if (column === undefined) return;
  const via = [...model.fields.values()].find((each) => each.kind.kind === 'belongsTo' && each.relation === relation);
  const other = tables.get(via?.to ?? '');
  const field = other?.fields.get(column);
  if (other && !field)
    throw new Error(
      `${where}: "${path}": the table "${other.name}" has no field "${column}". ${suggestion(column, other.fields.keys())}`,
    );
  if (field?.secret) throw new Error(`${where}: "${path}" is secret and cannot be shown, filtered or sorted by.`);
}
