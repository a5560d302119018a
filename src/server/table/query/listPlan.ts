import { sql, type RawBuilder } from 'kysely';
import {
  bindFilter,
  parsedOperand,
  Problem,
  searchFilter,
  translationIn,
  type BoundCondition,
  type BoundFilter,
  type Caller,
  type Model,
  type Place,
} from '#resource';
import type { Dialect } from '../../database/database.ts';
import { searchCondition, type SearchPlace } from '../../database/search/searchCondition.ts';
import { mayOrder, mayRead } from '../fieldAccess.ts';
import { isSortable } from '../listColumns.ts';
import { rowsIn, type Where } from '../traits/views.ts';
import { referenceIn, scopeOf } from './askedBy.ts';
import { compile } from './compile.ts';
import type { Condition } from './condition.ts';
import { assertFewJoins, type Joins } from './joins.ts';
import type { ParsedQuery } from './parseQuery.ts';
import { main, orderValueSql, placeFor, type Models, type Reference } from './reference.ts';
import { ownSql, ruleOf } from './rowRule.ts';
import type { JoiningScope, TableContext } from './scope.ts';

/** A list query that has passed the gate: every name in it exists and may be read by the caller. */
export interface ListPlan {
  readonly model: Model;
  readonly caller: Caller;
  readonly order: readonly OrderBy[];
  /** Related rows that conditions and order need. */
  readonly joins: Joins;
  /** Other tables whose rows decide which rows the list has. */
  readonly tables: ReadonlySet<string>;
  /** All that restricts the rows but the quick search. */
  readonly where: readonly Condition[];
  readonly search: Search | undefined;
  /** Fields that the rows carry besides those of every list. */
  readonly columns: readonly string[];
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

/** Checks the query's names against what the caller may read, and turns it into SQL. */
export function planList(ctx: TableContext, caller: Caller, model: Model, query: ParsedQuery): ListPlan {
  const scope = scopeOf(ctx, caller);
  const order = orderOf(ctx.models, scope, caller, model, query);
  const filter = bindFilter(query.filter, (path) => filterable(placeFor(ctx.models, caller, model, path)));
  const filters = [...('and' in filter ? filter.and : [filter]), ...initOf(ctx.models, caller, model, query)];
  const where = [
    ...rowsOpenTo(ctx, caller, model, query.view, scope.tables),
    ...filters.map((each) => compile(scope, each)),
  ];
  const columns = query.columns.map((path) => listed(placeFor(ctx.models, caller, model, path)).path);
  const { joins, tables } = scope;
  assertFewJoins(joins);
  for (const { step } of joins.values()) tables.add(step.to.name);
  return { model, caller, order, joins, tables, where, search: searchOf(ctx, caller, model, query.word), columns };
}

/** What holds for every read of the table's rows, in its list or elsewhere; `tables` is told which other tables decide. */
export function rowsOpenTo(
  ctx: TableContext,
  caller: Caller,
  model: Model,
  where?: Where,
  tables?: Set<string>,
): Condition[] {
  const rule = ruleOf(ctx, caller, model, 'read', main, tables);
  return [...rowsIn(ctx.dialect, model, where), ...(rule ? [rule] : [])];
}

/** A field that conditions may name. */
export function filterable(place: Place): Place {
  if (place.field.options.filter === false && place.field.name !== 'id')
    throw new Problem('rows:notFilterable', { field: place.path });
  return place;
}

/** Rows carry values of their own and of the rows next to them: one of each, and no further. */
export function listed(place: Place): Place {
  const [step, ...further] = place.steps;
  const { column, sql: expression } = place.field;
  if (further.length > 0 || (step && (step.via.kind.relation !== 'one' || (!column && !expression))))
    throw new Problem('rows:notListed', { field: place.path });
  return place;
}

/** The order that was asked for, else the table's own; the id decides between equals, so that pages never overlap. */
function orderOf(models: Models, scope: JoiningScope, caller: Caller, model: Model, query: ParsedQuery): OrderBy[] {
  const asked = query.order.map(({ path, down }) => ({
    reference: referenceIn(scope, sortable(placeFor(models, caller, model, path, mayOrder))),
    down,
  }));
  const order =
    asked.length > 0
      ? asked
      : model.order.flatMap(({ column, down }) => ownOrder(models, scope, caller, model, column, down));
  const unique = order.filter(
    ({ reference }, place) => order.findIndex((each) => each.reference.path === reference.path) === place,
  );
  const end = unique.findIndex(({ reference }) => reference.path === 'id');
  if (end >= 0) return unique.slice(0, end + 1);
  const id = referenceIn(scope, placeFor(models, caller, model, 'id'));
  return [...unique, { reference: id, down: unique.at(-1)?.down ?? true }];
}

/** Of several related rows none is the one to sort by. */
export function sortable(place: Place): Place {
  if (!isSortable(place.field) || place.steps.some(({ many }) => many))
    throw new Problem('rows:notSortable', { field: place.path });
  return place;
}

/** A column of the default order that this caller may not read sorts nothing for them. */
function ownOrder(
  models: Models,
  scope: JoiningScope,
  caller: Caller,
  model: Model,
  column: string,
  down: boolean,
): OrderBy[] {
  const field = model.fields.get(column);
  if (field && !mayOrder(caller, model, field)) return [];
  try {
    return [{ reference: referenceIn(scope, placeFor(models, caller, model, column, mayOrder)), down }];
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

function initOf(models: Models, caller: Caller, model: Model, { init }: ParsedQuery): BoundFilter[] {
  if (!init) return [];
  const place = placeFor(models, caller, model, init.key);
  if (!place.field.column && !place.field.sql) throw new Problem('rows:notFilterable', { field: init.key });
  const values = init.values.map((each) => parsedOperand(place, each, 'eq'));
  return [{ place, operator: 'IN', values } satisfies BoundCondition];
}

/** What the quick search of a list looks for. */
export function searchOf(ctx: TableContext, caller: Caller, model: Model, word: string): Search | undefined {
  if (word === '') return undefined;
  const open = model.search.filter((name) => mayRead(caller, model, model.fields.get(name)!));
  const translations = open.flatMap(
    (name) => translationIn(model.fields.get(name)!.options, caller.language)?.column ?? [],
  );
  const columns = [...open, ...translations.filter((name) => model.search.includes(name))];
  if (columns.length === 0) throw new Problem('rows:noSearch');
  const place = { table: model.name, alias: main, columns };
  const direct = ownSql(ctx, model, searchFilter(columns, word), main);
  return { place, word, direct, indexed: searchCondition(ctx.dialect, place, word) };
}

/** `ORDER BY` with empty values first upwards and last downwards on both databases; `backwards` turns all of it round. */
export function orderSql(dialect: Dialect, order: readonly OrderBy[], backwards = false): RawBuilder<unknown> {
  const parts = order.map(({ reference, down }) => {
    const isDown = down !== backwards;
    const nulls = dialect === 'sqlite' ? '' : isDown ? ' NULLS LAST' : ' NULLS FIRST';
    return sql`${orderValueSql(reference)}${sql.raw((isDown ? ' DESC' : '') + (reference.path === 'id' ? '' : nulls))}`;
  });
  return sql` ORDER BY ${sql.join(parts)}`;
}
