import type { FieldMap } from './field.ts';
import type { LinesDefinition } from './linesDefinition.ts';
import type { Model } from './model.ts';
import type { ModelField } from './modelField.ts';
import { suggestion } from './nearest.ts';

/** Lines of a table with every default filled in. */
export interface Lines {
  /** The table that they are in. */
  readonly model: Model;
  /** Its field that says to which row they belong. */
  readonly by: ModelField;
  readonly fields: readonly string[];
  readonly totals: readonly string[];
  readonly most: number;
}

const usualMost = 100;
const largestMost = 500;

/** The lines that are edited within rows of this table. */
export const linesOf = (models: ReadonlyMap<string, Model>, { name, definition }: Model): readonly Lines[] =>
  Object.entries(definition.form?.lines ?? {}).map(([table, given]) => {
    const model = models.get(table)!;
    const { by, fields, totals = [], most = usualMost } = given as LinesDefinition<FieldMap>;
    const via = model.fields.get(by ?? referring(model, name)[0]!.name)!;
    return { model, by: via, fields: fields ?? usualFields(model, via), totals, most };
  });

const referring = ({ fields }: Model, table: string): ModelField[] =>
  [...fields.values()].filter(({ kind, to }) => kind.relation === 'one' && to === table);

/** Those of the file, as far as they have room in a line. */
function usualFields({ fields, traits }: Model, by: ModelField): string[] {
  const others = ['id', 'version', 'create_time', 'update_time', by.name].concat(
    [...traits.values()].flatMap((trait) => Object.keys(trait.fields ?? {})),
  );
  return [...fields.values()]
    .filter((field) => !others.includes(field.name) && unfit(field) === undefined)
    .map(({ name }) => name);
}

/** Why a field cannot be a column of lines, if so. */
function unfit({ kind, secret }: ModelField): string | undefined {
  if (secret) return 'is secret';
  if (kind.long) return 'is a long text, which has no room in a line';
  return undefined;
}

/** Throws when lines are declared that cannot be; the message says what to write instead. */
export function checkLines(model: Model, tables: ReadonlyMap<string, Model>): void {
  const given = Object.entries(model.definition.form?.lines ?? {});
  if (given.length > 0 && model.fields.has('lines'))
    throw new Error('form.lines: a field is called "lines" as their part of a body is; rename it.');
  for (const [table, definition] of given) checkTable(model, tables, table, definition as LinesDefinition<FieldMap>);
}

function checkTable(
  parent: Model,
  tables: ReadonlyMap<string, Model>,
  table: string,
  { by, fields = [], totals = [], most = usualMost }: LinesDefinition<FieldMap>,
): void {
  const where = `form.lines.${table}`;
  const model = tables.get(table);
  if (!model) throw new Error(`${where}: there is no table "${table}". ${suggestion(table, tables.keys())}`);
  if (model === parent) throw new Error(`${where}: rows of the table itself are no lines; it can be a tree instead.`);
  if (parent.source || model.source) throw new Error(`${where}: rows of another server cannot be saved together.`);
  const ways = referring(model, parent.name).map(({ name }) => name);
  if (ways.length === 0) throw new Error(`${where}: "${table}" needs a field f.belongsTo('${parent.name}').`);
  if (by === undefined && ways.length > 1)
    throw new Error(`${where}: several fields refer to "${parent.name}"; write which in by: ${ways.join(', ')}.`);
  if (by !== undefined && !ways.includes(by))
    throw new Error(`${where}.by: "${by}" does not refer to "${parent.name}". ${suggestion(by, ways)}`);
  if (!Number.isInteger(most) || most < 1 || most > largestMost)
    throw new Error(`${where}.most: ${most} is no number from 1 to ${largestMost}.`);
  const via = by ?? ways[0]!;
  if (model.fields.get(via)!.options.filter === false)
    throw new Error(`${where}: lines are found by "${via}"; leave filter: false out of it.`);
  for (const name of fields) {
    const field = fieldAt(model, name, `${where}.fields`);
    const reason = name === via ? 'is the same in all lines' : unfit(field);
    if (reason) throw new Error(`${where}.fields: "${name}" ${reason}; leave it out.`);
  }
  const shown = fields.length > 0 ? fields : usualFields(model, model.fields.get(via)!);
  for (const name of totals) {
    const { kind, options } = fieldAt(model, name, `${where}.totals`);
    if (!shown.includes(name)) throw new Error(`${where}.totals: "${name}" is none of its fields.`);
    if (!kind.summable && (!kind.expression || kind.expression(options).scale === 'text'))
      throw new Error(`${where}.totals: "${name}" is no number that can be added up.`);
  }
  const lacking = [...model.fields.values()].find(
    ({ name, options, readonly }) =>
      name !== via &&
      options.required &&
      !readonly &&
      options.when === undefined &&
      (options.default ?? null) === null &&
      !shown.includes(name),
  );
  if (lacking) throw new Error(`${where}.fields: no line is without "${lacking.name}"; name it, or give it a default.`);
}

function fieldAt({ fields }: Model, name: string, where: string): ModelField {
  const field = fields.get(name);
  if (!field) throw new Error(`${where}: there is no field "${name}". ${suggestion(name, fields.keys())}`);
  return field;
}
