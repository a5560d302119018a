import { sql, type RawBuilder } from 'kysely';
import {
  defaultLanguage,
  placeOf,
  Problem,
  relationName,
  shown,
  translationIn,
  type Caller,
  type Language,
  type Model,
  type Place,
} from '#resource';
import { mayRead } from '../fieldAccess.ts';
import { sortKeyOf } from '../listColumns.ts';

export type Models = ReadonlyMap<string, Model>;
/** The name of the main table in every query. */
export const main = 't';
/** Characters of a path, and relations that it follows. */
const longestPath = 120;
const mostSteps = 6;

/** A column that a query may use: of the table itself, or of one that stands beside it. */
export interface Reference extends Pick<Place, 'path' | 'model' | 'field'> {
  /** The name of its table in the query. */
  readonly alias: string;
  /** In which texts are read. */
  readonly language: Language;
}

/**
 * The field that `path` names for this caller. What does not exist and what the caller may not read, at any step, are
 * refused with the same words, so that nobody learns which of the two it is. `may` is `mayOrder` for a column that only
 * sorts.
 */
export function placeFor(
  models: Models,
  caller: Caller,
  model: Model,
  path: unknown,
  may: typeof mayRead = mayRead,
): Place {
  const text = typeof path === 'string' && path.length <= longestPath ? path : '';
  if (text.split('.').length > mostSteps + 1)
    throw new Problem('rows:pathTooLong', { field: shown(path), limit: mostSteps });
  const place = text === '' ? undefined : placeOf(models, model, text);
  if (!place || !isOpen(caller, place, may)) throw new Problem('rows:unknownField', { field: shown(path) });
  return place;
}

/** Whether the caller may read the field of a place, and every relation on the way. */
export function isOpen(caller: Caller, { steps, model, field }: Place, may: typeof mayRead = mayRead): boolean {
  if (steps.length === 0) return may(caller, model, field);
  return (
    steps.every(({ from, via }) => mayRead(caller, from, via)) &&
    mayRead(caller, model, field) &&
    (isOffered({ steps, model, field }) || steps.every(({ to }) => caller.may(`${to.path}/index`)))
  );
}

/**
 * What a list shows of the rows that its own are related to, and what its file offers for filtering and sorting, is open to
 * all who read the list; more to those who may list those tables.
 */
function isOffered({ steps, model, field }: Pick<Place, 'steps' | 'model' | 'field'>): boolean {
  if (steps.length === 1 && (field.name === 'id' || field.name === model.title)) return true;
  const { columns = [], filters = [], sort = [] } = steps[0]!.from.definition.list ?? {};
  const path = [...steps.map(({ via }) => relationName(via)), field.name].join('.');
  return [...columns, ...filters, ...[sort].flat().map((each) => each.replace(/^-/, ''))].includes(path);
}

/** The value of the reference in SQL, as columns of its kind hold it; a text in the language of the reader, where there is one. */
export function valueSql({
  field,
  alias,
  language = defaultLanguage,
}: Pick<Reference, 'field' | 'alias'> & { language?: Language }): RawBuilder<unknown> {
  const translated = translatedSql({ field, alias, language }, (name) => name);
  if (translated) return translated;
  const own = sql.ref(`${alias}.${field.name}`);
  if (!field.sql) return sql`${own}`;
  return sql.join(
    field.sql.map((part) => (typeof part === 'string' ? sql.raw(part) : sql.ref(`${alias}.${part.column}`))),
    sql``,
  );
}

/** What lists are sorted by: the sort key of a text that has one, else the value itself. */
export function orderValueSql(reference: Reference): RawBuilder<unknown> {
  const { model, field, alias, language } = reference;
  const keyIn = (name: string): string | undefined => {
    const each = model.fields.get(name);
    return each && sortKeyOf(model, each);
  };
  const names = [field.name, translationIn(field.options, language)?.column ?? field.name];
  if (!names.every((name) => keyIn(name) !== undefined)) return valueSql(reference);
  return translatedSql(reference, (name) => keyIn(name)!) ?? sql.ref(`${alias}.${keyIn(field.name)!}`);
}

/** Undefined for a field that the reader is shown as it is. `columnOf` says which column stands for one. */
function translatedSql(
  { field, alias, language }: Pick<Reference, 'field' | 'alias' | 'language'>,
  columnOf: (name: string) => string,
): RawBuilder<unknown> | undefined {
  const translation = translationIn(field.options, language);
  if (!translation) return undefined;
  const own = sql.ref(`${alias}.${columnOf(field.name)}`);
  const text = sql`COALESCE(${sql.ref(`${alias}.${columnOf(translation.column)}`)}, ${own})`;
  if (translation.of === undefined) return text;
  const isSame = sql`${sql.ref(`${alias}.${field.name}`)} = ${sql.ref(`${alias}.${translation.of}`)}`;
  return sql`CASE WHEN ${isSame} THEN ${text} ELSE ${own} END`;
}
