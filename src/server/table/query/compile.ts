import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  looksIntoNumber,
  oppositeOf,
  storeValue,
  translationIn,
  type BoundCondition,
  type BoundFilter,
  type ModelField,
  type Operator,
  type SqlValue,
  type Step,
} from '#resource';
import type { Dialect } from '../../database/database.ts';
import { searchCondition, textBounds, textContains } from '../../database/search/searchCondition.ts';
import { sortKey } from '../../database/pinyin/sortKey.ts';
import { sortKeyOf } from '../listColumns.ts';
import { joinTableOf } from '../tablesOf.ts';
import { allOf, anyOf, inList, type Condition } from './condition.ts';
import { enter, follow, joinsSql } from './joins.ts';
import { valueSql } from './reference.ts';
import type { JoiningScope, Scope } from './scope.ts';

/** The filter in SQL; `matches` answers the same in memory. */
export function compile(scope: Scope, filter: BoundFilter): Condition {
  if ('and' in filter) return allOf(filter.and.map((each) => compile(scope, each)));
  if ('or' in filter) return anyOf(filter.or.map((each) => compile(scope, each)));
  if ('not' in filter) return opposite(compile(scope, filter.not));
  return conditionSql(scope, filter, filter.place.steps);
}

/** What is neither true nor false is as good as false. */
const opposite = (condition: Condition): Condition => sql<SqlBool>`(${condition}) IS NOT TRUE`;

function conditionSql(scope: Scope, condition: BoundCondition, steps: readonly Step[]): Condition {
  const place = scope.joins ? steps.findIndex(({ many }) => many) : steps.length > 0 ? 0 : -1;
  if (place >= 0 && !steps[place]!.many) return relatedSql(scope, condition, steps);
  const to = place < 0 ? steps : steps.slice(0, place);
  const alias = scope.joins ? follow(scope.joins, scope, to, scope.ruleOf) : scope.alias;
  if (place < 0) return comparison(scope, alias, condition);
  return pairsSql(scope, alias, steps[place]!, (inner) => conditionSql(inner, condition, steps.slice(place + 1)));
}

/**
 * Where nothing can be joined, the related row is looked for. One that is not there has no values: what is true of it
 * has to be turned round.
 */
function relatedSql(scope: Scope, condition: BoundCondition, [step, ...steps]: readonly Step[]): Condition {
  const turned = steps.some(({ many }) => many) ? undefined : turnedOf(condition.operator);
  const other = `${scope.prefix}o`;
  const inner = innerScope(scope, other);
  const { via, to } = step!;
  enter(scope.entered, 1);
  const found = conditionSql(inner, turned ? { ...condition, operator: turned } : condition, steps);
  const rule = scope.ruleOf(to.name, other);
  addTables(scope, [to.name], inner);
  const isIt = sql<SqlBool>`${sql.ref(`${other}.id`)} = ${sql.ref(`${scope.alias}.${via.name}`)}`;
  const exists = sql<SqlBool>`
    EXISTS (
      SELECT 1 FROM ${sql.table(to.name)} AS ${sql.ref(other)}${joinsSql(inner.joins)}
      WHERE ${allOf([isIt, ...(rule ? [rule] : []), found])}
    )`;
  return turned ? sql<SqlBool>`NOT ${exists}` : exists;
}

/** For an operator that is true where there is no value, the one that says the opposite. */
const turnedOf = (operator: Operator): Operator | undefined =>
  operator === 'NULL' ? 'NOT NULL' : operator === 'NOT NULL' ? undefined : oppositeOf[operator];

/** The scope of a query within the query. */
const innerScope = (scope: Scope, alias: string): JoiningScope => ({
  ...scope,
  alias,
  prefix: alias,
  isSearched: false,
  joins: new Map(),
});

function addTables({ tables, entered }: Scope, names: readonly string[], { joins }: JoiningScope): void {
  enter(entered, joins.size);
  for (const table of [...names, ...[...joins.values()].map(({ step }) => step.to.name)]) tables.add(table);
}

/** Whether the row known as `alias` has a related one that the caller may see and that fulfils the condition. */
function pairsSql(
  scope: Scope,
  alias: string,
  { from, via, to }: Step,
  conditionOf: (inner: Scope) => Condition,
): Condition {
  enter(scope.entered, 2);
  const [pair, other] = [`${scope.prefix}p`, `${scope.prefix}o`];
  const inner = innerScope(scope, other);
  const condition = conditionOf(inner);
  const rule = scope.ruleOf(to.name, other);
  const pairs = joinTableOf(from, via);
  addTables(scope, [pairs, to.name], inner);
  const isOfRow = sql<SqlBool>`${sql.ref(`${pair}.row_id`)} = ${sql.ref(`${alias}.id`)}`;
  return sql<SqlBool>`
    EXISTS (
      SELECT 1 FROM ${sql.table(pairs)} AS ${sql.ref(pair)}
      JOIN ${sql.table(to.name)} AS ${sql.ref(other)}
        ON ${sql.ref(`${other}.id`)} = ${sql.ref(`${pair}.other_id`)}${joinsSql(inner.joins)}
      WHERE ${allOf([isOfRow, ...(rule ? [rule] : []), condition])}
    )`;
}

function comparison(scope: Scope, alias: string, condition: BoundCondition): Condition {
  const { operator, values, place } = condition;
  const positive = oppositeOf[operator];
  if (positive) {
    const turned = comparison(scope, alias, { ...condition, operator: positive });
    // It is true or false, and databases know the form.
    return positive === 'NULL' ? sql<SqlBool>`NOT ${turned}` : opposite(turned);
  }
  if (!place.field.column && !place.field.sql) return idsSql(scope, alias, condition);
  const target = valueSql({ field: place.field, alias, language: scope.language });
  const [first = null, second] = values;
  switch (operator) {
    case 'NULL':
      return isNull(place.field, target);
    case 'IN':
      return orNothing(
        scope,
        alias,
        condition,
        target,
        withKeys(scope, alias, condition, inList(target, values as readonly SqlValue[])),
      );
    case 'eq':
      return orNothing(
        scope,
        alias,
        condition,
        target,
        withKeys(scope, alias, condition, sql<SqlBool>`${target} = ${first}`),
      );
    case 'LIKE':
      return looksIntoNumber(operator, place.field)
        ? textContains(scope.dialect, numberSql(place.field, target), String(first))
        : containsSql(scope, alias, condition, target, String(first));
    case 'STARTS WITH':
    case 'ENDS WITH':
      return beginsSql(scope, alias, condition, target, String(first));
    case 'RANGE':
    case 'PERIOD':
      return within(target, values[0], second);
    case 'FIND_IN_SET':
      return allOf(values.map((each) => hasElement(scope.dialect, target, each ?? null)));
    default:
      return sql<SqlBool>`${target} ${sql.raw(signs[operator as keyof typeof signs])} ${first}`;
  }
}

const signs = { gt: '>', egt: '>=', lt: '<', elt: '<=' } as const satisfies Partial<Record<Operator, string>>;

/** A text without characters and a list without elements are as empty as none. */
function isNull({ column, kind }: ModelField, target: RawBuilder<unknown>): Condition {
  const empty =
    column?.type === 'text'
      ? sql` OR ${target} = ${''}${kind.empty === undefined ? sql`` : sql` OR ${target} = ${'[]'}`}`
      : sql``;
  return sql<SqlBool>`(${target} IS NULL${empty})`;
}

/** Of a kind whose empty value is a value, such as a switch that is off, rows from before the column was there have that one. */
function orNothing(
  scope: Scope,
  alias: string,
  { place: { field }, values }: BoundCondition,
  target: RawBuilder<unknown>,
  condition: Condition,
): Condition {
  const { kind, options } = field;
  const isLacking = kind.empty !== undefined && options.default === undefined;
  const empty = isLacking ? storeValue(kind, options, kind.empty) : null;
  if (empty === null || !values.includes(empty)) return condition;
  // A joined row may not be there at all.
  const isThere = alias === scope.alias ? sql`` : sql` AND ${sql.ref(`${alias}.id`)} IS NOT NULL`;
  return sql<SqlBool>`(${condition} OR (${target} IS NULL${isThere}))`;
}

/** The same texts have the same key, which may have an index where the text has none. */
function withKeys(
  { language }: Scope,
  alias: string,
  { place: { model, field }, values }: BoundCondition,
  condition: Condition,
): Condition {
  const key = sortKeyOf(model, field);
  const { unique, index } = field.options;
  const texts = values.filter((value) => typeof value === 'string');
  if (key === undefined || unique || index || translationIn(field.options, language) || texts.length < values.length)
    return condition;
  return allOf([inList(sql.ref(`${alias}.${key}`), texts.map(sortKey)), condition]);
}

/** The search index answers for the table's own columns; others are read one by one. */
const isIndexed = ({ language, isSearched }: Scope, { place: { model, field, steps } }: BoundCondition): boolean =>
  isSearched && steps.length === 0 && model.search.includes(field.name) && !translationIn(field.options, language);

function containsSql(
  scope: Scope,
  alias: string,
  condition: BoundCondition,
  target: RawBuilder<unknown>,
  word: string,
): Condition {
  const { model, field } = condition.place;
  return isIndexed(scope, condition)
    ? searchCondition(scope.dialect, { table: model.name, alias, columns: [field.name] }, word)
    : textContains(scope.dialect, target, word);
}

/** What begins or ends with the word contains it, which the search index can tell. */
function beginsSql(
  scope: Scope,
  alias: string,
  condition: BoundCondition,
  target: RawBuilder<unknown>,
  word: string,
): Condition {
  const contained =
    isIndexed(scope, condition) && word !== '' ? [containsSql(scope, alias, condition, target, word)] : [];
  return allOf([...contained, textBounds(scope.dialect, target, word, condition.operator === 'ENDS WITH')]);
}

/** The number as a text with all decimals; `numberText` answers the same in memory. */
function numberSql({ kind, options }: ModelField, target: RawBuilder<unknown>): RawBuilder<unknown> {
  const whole = sql`CAST(${target} AS BIGINT)`;
  const unit = 10 ** (kind.scale?.(options) ?? 0);
  if (unit === 1) return sql`CAST(${whole} AS TEXT)`;
  const [size, one] = [sql`abs(${whole})`, sql.lit(unit)];
  const decimals = sql`substr(CAST(${one} + ${size} % ${one} AS TEXT), 2)`;
  return sql`(CASE WHEN ${whole} < 0 THEN '-' ELSE '' END || CAST(${size} / ${one} AS TEXT) || '.' || ${decimals})`;
}

function within(target: RawBuilder<unknown>, from: SqlValue | undefined, to: SqlValue | undefined): Condition {
  if (from === undefined) return sql<SqlBool>`${target} <= ${to}`;
  return to === undefined ? sql<SqlBool>`${target} >= ${from}` : sql<SqlBool>`${target} BETWEEN ${from} AND ${to}`;
}

/** Whether the JSON list in the column has the element. */
function hasElement(dialect: Dialect, target: RawBuilder<unknown>, element: SqlValue): Condition {
  if (dialect === 'sqlite')
    return sql<SqlBool>`EXISTS (SELECT 1 FROM json_each(${target}) AS element WHERE element.value = ${element})`;
  const typed = typeof element === 'number' ? sql`${element}::bigint` : sql`${element}::text`;
  return sql<SqlBool>`COALESCE(${target}::jsonb @> jsonb_build_array(${typed}), false)`;
}

/** The ids of related rows are a list too; those that the caller may not see are not in it. */
function idsSql(scope: Scope, alias: string, { place: { model, field }, operator, values }: BoundCondition): Condition {
  const pair = `${scope.prefix}p`;
  const { table, id } = { table: joinTableOf(model, field), id: sql.ref(`${pair}.other_id`) };
  const other = `${scope.prefix}o`;
  const rule = scope.ruleOf(field.to!, other);
  const seen = rule
    ? sql` JOIN ${sql.table(field.to!)} AS ${sql.ref(other)} ON ${sql.ref(`${other}.id`)} = ${id} AND ${rule}`
    : sql``;
  for (const each of [table, ...(rule ? [field.to!] : [])]) scope.tables.add(each);
  const pairs = sql`
    SELECT 1 FROM ${sql.table(table)} AS ${sql.ref(pair)}${seen}
    WHERE ${sql.ref(`${pair}.row_id`)} = ${sql.ref(`${alias}.id`)}`;
  enter(scope.entered, (operator === 'NULL' ? 1 : values.length) * (rule ? 2 : 1));
  if (operator === 'NULL') return sql<SqlBool>`NOT EXISTS (${pairs})`;
  return allOf(values.map((each) => sql<SqlBool>`EXISTS (${pairs} AND ${id} = ${each})`));
}
