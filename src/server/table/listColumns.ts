import { builtInTraits, type Trait, type Model, type ModelField } from '#resource';
import { keyColumn } from '../database/pinyin/names.ts';

/** Columns by which the server keeps its books: they tell people nothing about the row. */
const internal = new Set(['version', ...columnsOf(Object.values(builtInTraits))]);
/** Columns of the server's own that a list shows only when its definition says so. */
const unlisted = new Set([...internal, 'create_time']);
/** Characters of the longest text that is worth an index: PostgreSQL takes no more than 2,600 bytes. */
const longestSorted = 600;

function columnsOf(traits: Iterable<Trait>): string[] {
  return [...traits].flatMap(({ fields = {} }) => Object.keys(fields));
}

/** What the list shows: own columns, and `relation.column`. */
export function listColumns(model: Model): readonly string[] {
  const given = model.definition.list?.columns;
  if (given) return given;
  const ofTraits = columnsOf(model.traits.values());
  const listed = [...model.fields.values()].filter(
    ({ name, kind, secret }) =>
      !secret && !kind.long && !unlisted.has(name) && !ofTraits.includes(name) && name !== 'update_time',
  );
  return [...listed.map(({ name }) => name), 'update_time'];
}

export const isSortable = ({ name, column, sql: expression, kind, options }: ModelField): boolean =>
  name === 'id' || ((column !== null || expression !== undefined) && kind.sortable !== false && options.sort !== false);

/** Own columns by which the list offers to sort, and which may have an index for it. */
export const sortColumns = (model: Model): string[] =>
  listColumns(model).filter((name) => {
    const field = model.fields.get(name);
    return field !== undefined && name !== 'id' && !field.secret && isSortable(field) && mayBeIndexed(field);
  });

const mayBeIndexed = (field: ModelField): boolean =>
  field.column !== null && field.options.index !== false && isShort(field);
const isShort = ({ column, kind, options }: ModelField): boolean =>
  column?.type !== 'text' || (kind.maxLength?.(options) ?? Infinity) <= longestSorted;

/**
 * The column that lists are sorted by instead of the field's own, where there is one: keys of its texts. What only programs look
 * at has none, nor have rows that are only ever added: they could get none later.
 */
export const sortKeyOf = (model: Model, field: ModelField): string | undefined =>
  hasSortKey(model, field) ? keyColumn(field.name) : undefined;

function hasSortKey({ source, definition, actions }: Model, field: ModelField): boolean {
  const { column, kind, options, secret } = field;
  if (!column || secret || kind.pinyin?.(options) !== true || options.filter === false) return false;
  return !source && !definition.appendOnly && actions.has('index') && isSortable(field) && isShort(field);
}

/** What a record shows beside these fields, which stand in its form. */
export function otherFields(model: Model, named: readonly string[]): ModelField[] {
  const ofTraits = columnsOf(model.traits.values());
  return [...model.fields.values()].filter(
    ({ name }) => !named.includes(name) && !internal.has(name) && !ofTraits.includes(name),
  );
}
