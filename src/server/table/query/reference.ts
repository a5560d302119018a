import { sql, type RawBuilder } from 'kysely';
import {
  defaultLanguage,
  Problem,
  translationIn,
  type Caller,
  type Language,
  type Model,
  type ModelField,
} from '#resource';
import { mayRead } from '../fieldAccess.ts';

export type Models = ReadonlyMap<string, Model>;
/** The name of the main table in every query. */
export const main = 't';

/** A column that a query may use: of the table itself, or of one that it belongs to. */
export interface Reference {
  /** `title`, or `category.name`. */
  readonly path: string;
  readonly model: Model;
  readonly field: ModelField;
  /** The name of its table in the query. */
  readonly alias: string;
  /** Set for a column of another table: the own field that refers to it. */
  readonly via: ModelField | undefined;
  /** In which texts are read. */
  readonly language: Language;
}

export const aliasOf = (via: ModelField): string => `r_${via.relation}`;

/**
 * The column that `path` names for this caller. What does not exist and what the caller may not read are refused with
 * the same words, so that nobody learns which of the two it is. `may` is `mayOrder` for a column that only sorts.
 */
export function referenceOf(
  models: Models,
  caller: Caller,
  model: Model,
  path: unknown,
  may: typeof mayRead = mayRead,
): Reference {
  const found = typeof path === 'string' && path.length <= 120 ? find(models, caller, model, path, may) : undefined;
  if (!found) throw new Problem('rows:unknownField', { field: shown(path) });
  return found;
}

/** Input as an error message repeats it. */
export const shown = (input: unknown): string =>
  (typeof input === 'string' ? input : (JSON.stringify(input) ?? '')).slice(0, 60);

function find(models: Models, caller: Caller, model: Model, path: string, may: typeof mayRead): Reference | undefined {
  const dot = path.indexOf('.');
  if (dot < 0) {
    const field = model.fields.get(path);
    return field && may(caller, model, field)
      ? { path, model, field, alias: main, via: undefined, language: caller.language }
      : undefined;
  }
  const [relation, column] = [snakeCase(path.slice(0, dot)), path.slice(dot + 1)];
  const via = [...model.fields.values()].find((each) => each.kind.kind === 'belongsTo' && each.relation === relation);
  const other = via && models.get(via.to!);
  const field = other?.fields.get(column);
  if (!via || !field || !mayRead(caller, model, via) || !mayRead(caller, other!, field)) return undefined;
  const normal = `${relation}.${column}`;
  return isOffered(caller, model, other!, normal, column)
    ? { path: normal, model: other!, field, alias: aliasOf(via), via, language: caller.language }
    : undefined;
}

/** Another table's column is open when this list shows it, when it names the row, or to those who may list that table. */
function isOffered(caller: Caller, model: Model, other: Model, path: string, column: string): boolean {
  if (column === 'id' || column === other.title) return true;
  const { columns = [], filters = [], sort = [] } = model.definition.list ?? {};
  return (
    [...columns, ...filters, ...[sort].flat().map((each) => each.replace(/^-/, ''))].includes(path) ||
    caller.may(`${other.path}/index`)
  );
}

/** Clients of the protocol name relations in camelCase too. */
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);

/** The value of the reference in SQL, as columns of its kind hold it; a text in the language of the reader, where there is one. */
export function valueSql({
  field,
  alias,
  language = defaultLanguage,
}: Pick<Reference, 'field' | 'alias'> & { language?: Language }): RawBuilder<unknown> {
  const own = sql.ref(`${alias}.${field.name}`);
  const translation = translationIn(field.options, language);
  if (translation) {
    const text = sql`COALESCE(${sql.ref(`${alias}.${translation.column}`)}, ${own})`;
    return translation.of === undefined
      ? text
      : sql`CASE WHEN ${own} = ${sql.ref(`${alias}.${translation.of}`)} THEN ${text} ELSE ${own} END`;
  }
  if (!field.sql) return sql`${own}`;
  return sql.join(
    field.sql.map((part) => (typeof part === 'string' ? sql.raw(part) : sql.ref(`${alias}.${part.column}`))),
    sql``,
  );
}
