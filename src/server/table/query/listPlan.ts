import { sql, type RawBuilder } from 'kysely';
import { Problem, translationIn, type Caller, type Model, type ModelField } from '#resource';
import type { Dialect } from '../../database/database.ts';
import { contains, searchCondition, type SearchPlace } from '../../database/search/searchCondition.ts';
import { mayOrder, mayRead } from '../fieldAccess.ts';
import { isSortable } from '../listColumns.ts';
import { conditionOf, inList, never, operandOf, type Condition, type OpenRows } from './condition.ts';
import type { ParsedQuery } from './parseQuery.ts';
import { aliasOf, main, referenceOf, valueSql, type Models, type Reference } from './reference.ts';
import { ruleOf } from './rowRule.ts';

/** A list query that has passed the gate: every name in it exists and may be read by the caller. */
export interface ListPlan {
  readonly model: Model;
  readonly caller: Caller;
  readonly order: readonly OrderBy[];
  /** Own fields that refer to the tables which conditions and order need. */
  readonly joins: ReadonlySet<ModelField>;
  /** All that restricts the rows but the quick search. */
  readonly where: readonly Condition[];
  readonly search: Search | undefined;
}
export interface OrderBy {
  readonly reference: Reference;
  readonly down: boolean;
}
interface Search {
  readonly place: SearchPlace;
  readonly word: string;
  /** By reading the columns: right while a list is walked in its order. */
  readonly direct: Condition;
  /** By the search index: right for words that occur seldom. */
  readonly indexed: Condition;
}

/** What reading rows needs. */
export interface TableContext {
  readonly dialect: Dialect;
  readonly models: Models;
}

/** Checks the query's names against what the caller may read, and turns it into SQL. */
export function planList(ctx: TableContext, caller: Caller, model: Model, query: ParsedQuery): ListPlan {
  const joins = new Set<ModelField>();
  const use = (reference: Reference): Reference => {
    if (reference.via) joins.add(reference.via);
    return reference;
  };
  const order = orderOf(ctx.models, caller, model, query).map(({ reference, down }) => ({
    reference: use(reference),
    down,
  }));
  const conditions = query.conditions.map((each) =>
    conditionOf(ctx.dialect, use(filterOf(ctx.models, caller, model, each.path)), each, (field) =>
      openRows(ctx, caller, field),
    ),
  );
  const where = [
    ...rowsOpenTo(ctx, caller, model, query.trash),
    ...conditions,
    ...initOf(ctx.models, caller, model, query),
  ];
  return { model, caller, order, joins, where, search: searchOf(ctx.dialect, caller, model, query.word) };
}

function openRows({ dialect, models }: TableContext, caller: Caller, field: ModelField): ReturnType<OpenRows> {
  const other = models.get(field.to!)!;
  return { table: other.name, rule: ruleOf(dialect, caller, other, 'read', 'o') };
}

/** What holds for every read of the table's rows. */
export function rowsOpenTo(
  { dialect }: Pick<TableContext, 'dialect'>,
  caller: Caller,
  model: Model,
  trash: boolean,
): Condition[] {
  const rule = ruleOf(dialect, caller, model, 'read', main);
  const deleted = sql.ref(`${main}.delete_time`);
  // SQLite would take an index of what few rows are for one of what nearly all are, and sort them instead of walking in order.
  const unmarked = dialect === 'sqlite' ? sql`+${deleted} IS NULL` : sql`${deleted} IS NULL`;
  const alive: Condition[] = model.traits.trash
    ? [trash ? sql`${deleted} IS NOT NULL` : (unmarked as Condition)]
    : trash
      ? [never]
      : [];
  return [...alive, ...(rule ? [rule] : [])];
}

function filterOf(models: Models, caller: Caller, model: Model, path: string): Reference {
  const reference = referenceOf(models, caller, model, path);
  if (reference.field.options.filter === false && reference.field.name !== 'id' && reference.alias === main)
    throw new Problem('rows:notFilterable', { field: path });
  return reference;
}

/** The order that was asked for, else the table's own; the id decides between equals, so that pages never overlap. */
function orderOf(models: Models, caller: Caller, model: Model, query: ParsedQuery): OrderBy[] {
  const asked = query.order.map(({ path, down }) => ({
    reference: sortableReference(models, caller, model, path),
    down,
  }));
  const order =
    asked.length > 0 ? asked : model.order.flatMap(({ column, down }) => ownOrder(models, caller, model, column, down));
  const unique = order.filter(
    ({ reference }, place) => order.findIndex((each) => each.reference.path === reference.path) === place,
  );
  const end = unique.findIndex(({ reference }) => reference.path === 'id');
  if (end >= 0) return unique.slice(0, end + 1);
  return [...unique, { reference: referenceOf(models, caller, model, 'id'), down: unique.at(-1)?.down ?? true }];
}

function sortableReference(models: Models, caller: Caller, model: Model, path: string): Reference {
  const reference = referenceOf(models, caller, model, path, mayOrder);
  if (!isSortable(reference.field)) throw new Problem('rows:notSortable', { field: path });
  return reference;
}

/** A column of the default order that this caller may not read sorts nothing for them. */
function ownOrder(models: Models, caller: Caller, model: Model, column: string, down: boolean): OrderBy[] {
  const field = model.fields.get(column);
  if (field && !mayOrder(caller, model, field)) return [];
  try {
    return [{ reference: referenceOf(models, caller, model, column, mayOrder), down }];
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

function initOf(models: Models, caller: Caller, model: Model, { init }: ParsedQuery): Condition[] {
  if (!init) return [];
  const reference = referenceOf(models, caller, model, init.key);
  if (!reference.field.column && !reference.field.sql) throw new Problem('rows:notFilterable', { field: init.key });
  return [
    inList(
      valueSql(reference),
      init.values.map((each) => operandOf(reference, each, 'eq')),
    ),
  ];
}

function searchOf(dialect: Dialect, caller: Caller, model: Model, word: string): Search | undefined {
  if (word === '') return undefined;
  const open = model.search.filter((name) => mayRead(caller, model, model.fields.get(name)!));
  const translations = open.flatMap(
    (name) => translationIn(model.fields.get(name)!.options, caller.language)?.column ?? [],
  );
  const columns = [...open, ...translations.filter((name) => model.search.includes(name))];
  if (columns.length === 0) throw new Problem('rows:noSearch');
  const place = { table: model.name, alias: main, columns };
  return { place, word, direct: contains(dialect, place, word), indexed: searchCondition(dialect, place, word) };
}

/** `LEFT JOIN`s of the related tables; a related row outside the caller's rule is as if it were not there. */
export function joinsSql(
  { dialect, models }: TableContext,
  caller: Caller,
  fields: Iterable<ModelField>,
): RawBuilder<unknown> {
  const joins = [...fields].map((via) => {
    const other = models.get(via.to!)!;
    const rule = ruleOf(dialect, caller, other, 'read', aliasOf(via));
    const on = sql`${sql.ref(`${aliasOf(via)}.id`)} = ${sql.ref(`${main}.${via.name}`)}`;
    return sql` LEFT JOIN ${sql.table(other.name)} AS ${sql.ref(aliasOf(via))} ON ${rule ? sql`${on} AND ${rule}` : on}`;
  });
  return sql.join(joins, sql``);
}

/** `ORDER BY` with empty values first upwards and last downwards on both databases; `backwards` turns all of it round. */
export function orderSql(dialect: Dialect, order: readonly OrderBy[], backwards = false): RawBuilder<unknown> {
  const parts = order.map(({ reference, down }) => {
    const isDown = down !== backwards;
    const nulls = dialect === 'sqlite' ? '' : isDown ? ' NULLS LAST' : ' NULLS FIRST';
    return sql`${valueSql(reference)}${sql.raw((isDown ? ' DESC' : '') + (reference.path === 'id' ? '' : nulls))}`;
  });
  return sql` ORDER BY ${sql.join(parts)}`;
}
