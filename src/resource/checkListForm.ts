import type { FieldMap } from './field.ts';
import { fieldAt, type Fields } from './fieldAt.ts';
import { relationName } from './filter/relationName.ts';
import type { ModelField } from './modelField.ts';
import { suggestion } from './nearest.ts';
import type { FormSection, ResourceDefinition } from './resource.ts';
import { Misdeclared } from './shape.ts';
import { together } from './together.ts';

type Definition = ResourceDefinition<FieldMap>;

/** Throws when a list shows, sorts or filters by what it cannot. */
export function checkList(
  fields: Fields,
  { columns = [], sort = [], inline = [], filters = [], pageSize = 10 }: NonNullable<Definition['list']>,
): void {
  together(
    () => once(columns, 'list.columns'),
    ...columns.map((path) => () => readable(fields, path, 'list.columns')),
    ...filters.map((path) => () => checkFilter(fields, path)),
    ...[sort].flat().map((path) => () => checkSort(fields, path.replace(/^-/, ''))),
    ...inline.map((name) => () => checkInline(fields, name)),
    () => checkPageSize(pageSize),
  );
}

function checkFilter(fields: Fields, path: string): void {
  const field = readable(fields, path, 'list.filters');
  if (field && (field.kind.operators.length === 0 || field.options.filter === false))
    throw new Error(`list.filters: nothing can be filtered by "${path}".`);
}

function checkSort(fields: Fields, path: string): void {
  const field = readable(fields, path, 'list.sort');
  const sorts =
    !field || ((field.column || field.sql) && field.kind.sortable !== false && field.options.sort !== false);
  if (!sorts) throw new Error(`list.sort: lists cannot be sorted by "${field.name}".`);
}

function checkInline(fields: Fields, name: string): void {
  const field = fieldAt(fields, name, 'list.inline');
  if (field.readonly || !field.column || field.secret || !field.kind.inline)
    throw new Error(`list.inline: "${name}" cannot be changed in the list.`);
}

function checkPageSize(pageSize: number): void {
  if (![10, 20, 50, 100].includes(pageSize))
    throw new Misdeclared(`list.pageSize: ${pageSize} is none of 10, 20, 50, 100.`, ['pageSize:']);
}

/** Throws when a form has what it cannot. */
export function checkForm(fields: Fields, { layout = [], open = 'drawer' }: NonNullable<Definition['form']>): void {
  const names = layout.flatMap((line) => (isSection(line) ? line.fields.flat() : line)) as string[];
  together(
    () => once(names, 'form.layout'),
    ...names.map((name) => () => checkInput(fields, name)),
    () => checkOpen(open),
  );
}

function checkInput(fields: Fields, name: string): void {
  const field = fieldAt(fields, name, 'form.layout');
  if (field.readonly && field.secret)
    throw new Error(`form.layout: "${name}" is set by the server and read by nobody; leave it out.`);
}

function checkOpen(open: unknown): void {
  if (open !== 'drawer' && open !== 'modal')
    throw new Error(`form.open: "${String(open)}" is neither "drawer" nor "modal".`);
}

const isSection = (line: unknown): line is FormSection<FieldMap> =>
  typeof line === 'object' && line !== null && 'section' in line;

function once(names: readonly string[], where: string): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`${where}: "${twice}" stands there twice.`);
}

/** The own field of a path; undefined for one that follows relations, which `checkRelations` looks up. */
function readable(fields: Fields, path: string, where: string): ModelField | undefined {
  const dot = path.indexOf('.');
  if (dot < 0) {
    const field = fieldAt(fields, path, where);
    if (field.secret) throw new Error(`${where}: "${path}" is secret and cannot be shown, filtered or sorted by.`);
    return field;
  }
  const relations = [...fields.values()]
    // A row has one object of each of them; the columns of a list show no others.
    .filter(({ kind }) => where !== 'list.columns' || kind.relation === 'one')
    .flatMap((each) => relationName(each) ?? []);
  const relation = path.slice(0, dot);
  if (!relations.includes(relation))
    throw new Error(
      `${where}: "${path}" needs a field "${relation}_id" that belongs to another table. ${suggestion(relation, relations)}`,
    );
  return undefined;
}
