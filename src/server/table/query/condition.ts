import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  parseOperand,
  Problem,
  translationIn,
  type Bound,
  type ModelField,
  type Operator,
  type SqlValue,
} from '#resource';
import type { Dialect } from '../../database/database.ts';
import { searchCondition, textContains } from '../../database/search/searchCondition.ts';
import { joinTableOf } from '../tablesOf.ts';
import { listOf, type ParsedCondition } from './parseQuery.ts';
import { main, shown, valueSql, type Reference } from './reference.ts';

export type Condition = RawBuilder<SqlBool>;
/** Values of one `IN`; more are refused. */
const mostValues = 1000;
export const never: Condition = sql<SqlBool>`1 = 0`;
const comparisons = { eq: '=', gt: '>', egt: '>=', lt: '<', elt: '<=' } as const;

/** The table that a field refers to, as `o`, and which of its rows the caller may see; undefined for all of them. */
export type OpenRows = (field: ModelField) => { readonly table: string; readonly rule: Condition | undefined };

/**
 * One filter in SQL. "Not equal", "not in", "does not contain" and "not between" hold for empty values too: what is
 * empty is not equal to anything.
 */
export function conditionOf(
  dialect: Dialect,
  reference: Reference,
  { operator, value }: ParsedCondition,
  open: OpenRows,
): Condition {
  const { field } = reference;
  if (!(field.kind.operators as readonly Operator[]).includes(operator))
    throw new Problem('rows:operatorOfField', { operator, field: reference.path });
  if (field.kind.kind === 'belongsToMany') return pairsCondition(reference, operator, value, open);
  const target = valueSql(reference);
  switch (operator) {
    case 'NULL':
      return isNull(reference, target);
    case 'NOT NULL':
      return sql<SqlBool>`NOT ${isNull(reference, target)}`;
    case 'ne':
      return sql<SqlBool>`(${target} <> ${operandOf(reference, value, operator)} OR ${target} IS NULL)`;
    case 'IN':
      return inList(target, operandsOf(reference, value, operator));
    case 'NOT IN':
      return sql<SqlBool>`(NOT ${inList(target, operandsOf(reference, value, operator))} OR ${target} IS NULL)`;
    case 'LIKE':
      return textCondition(dialect, reference, String(operandOf(reference, value, operator)));
    case 'NOT LIKE':
      return sql<SqlBool>`(NOT ${containsIn(dialect, reference, String(operandOf(reference, value, operator)))} OR ${target} IS NULL)`;
    case 'RANGE':
      return within(target, ...boundsOf(reference, value, operator));
    case 'NOT RANGE':
      return sql<SqlBool>`(${outside(target, ...boundsOf(reference, value, operator))} OR ${target} IS NULL)`;
    case 'FIND_IN_SET':
      return every([value].flat(), (each) => hasElement(dialect, target, operandOf(reference, each, operator)));
    default:
      return sql<SqlBool>`${target} ${sql.raw(comparisons[operator])} ${operandOf(reference, value, operator)}`;
  }
}

/** Rows whose column is one of the values; none for an empty list, which SQL could not say on both databases. */
export const inList = (target: RawBuilder<unknown>, values: readonly SqlValue[]): Condition =>
  values.length === 0 ? never : sql<SqlBool>`${target} IN (${sql.join(values)})`;

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

/** `WHERE …`, or nothing. */
export const whereOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql` WHERE ${allOf(conditions)}`;

/** One operand as its column holds it; throws a `Problem` that names field and reason. */
export function operandOf(
  reference: Pick<Reference, 'field' | 'path'>,
  input: unknown,
  operator: Operator,
  bound?: Bound,
): SqlValue {
  const { field } = reference;
  if (typeof input === 'object') throw new Problem('rows:wrongOperand', { field: reference.path, value: shown(input) });
  const parsed = parseOperand(field.kind, field.options, input, operator, bound);
  if ('refused' in parsed) throw new Problem('rows:wrongOperand', { field: reference.path, value: shown(input) });
  return parsed.value;
}

function operandsOf(reference: Reference, input: unknown, operator: Operator): SqlValue[] {
  const values = listOf(input);
  if (values.length > mostValues) throw new Problem('rows:tooManyValues', { limit: mostValues });
  return values.map((each) => operandOf(reference, each, operator));
}

/** An empty text is as empty as none. */
function isNull({ field }: Reference, target: RawBuilder<unknown>): Condition {
  const empty =
    field.column?.type === 'text'
      ? sql` OR ${target} = ${''}${field.kind.empty === undefined ? sql`` : sql` OR ${target} = ${'[]'}`}`
      : sql``;
  return sql<SqlBool>`(${target} IS NULL${empty})`;
}

/** The index of searched columns answers for the table's own; others are read one by one. */
function textCondition(dialect: Dialect, reference: Reference, word: string): Condition {
  const isIndexed =
    reference.alias === main &&
    reference.model.search.includes(reference.field.name) &&
    !translationIn(reference.field.options, reference.language);
  if (!isIndexed) return containsIn(dialect, reference, word);
  return searchCondition(dialect, { table: reference.model.name, alias: main, columns: [reference.field.name] }, word);
}

const containsIn = (dialect: Dialect, reference: Reference, word: string): Condition =>
  textContains(dialect, valueSql(reference), word);

/** `from,to` or a list of two; one of them may be missing. */
function boundsOf(
  reference: Reference,
  input: unknown,
  operator: Operator,
): [SqlValue | undefined, SqlValue | undefined] {
  const sides =
    typeof input === 'string'
      ? input.split(',').map((each) => each.trim())
      : Array.isArray(input)
        ? (input as unknown[])
        : [];
  const [from, to] = sides.map((each) => (each === '' || each === null ? undefined : each));
  if (sides.length !== 2 || (from === undefined && to === undefined))
    throw new Problem('rows:wrongRange', { field: reference.path, value: shown(input) });
  return [
    from === undefined ? undefined : operandOf(reference, from, operator, 'from'),
    to === undefined ? undefined : operandOf(reference, to, operator, 'to'),
  ];
}

function within(target: RawBuilder<unknown>, from: SqlValue | undefined, to: SqlValue | undefined): Condition {
  if (from === undefined) return sql<SqlBool>`${target} <= ${to}`;
  return to === undefined ? sql<SqlBool>`${target} >= ${from}` : sql<SqlBool>`${target} BETWEEN ${from} AND ${to}`;
}

function outside(target: RawBuilder<unknown>, from: SqlValue | undefined, to: SqlValue | undefined): Condition {
  if (from === undefined) return sql<SqlBool>`${target} > ${to}`;
  return to === undefined ? sql<SqlBool>`${target} < ${from}` : sql<SqlBool>`${target} NOT BETWEEN ${from} AND ${to}`;
}

function every(values: readonly unknown[], condition: (value: unknown) => Condition): Condition {
  if (values.length > mostValues) throw new Problem('rows:tooManyValues', { limit: mostValues });
  return allOf(values.map(condition));
}

/** Whether the JSON list in the column has the element. */
function hasElement(dialect: Dialect, target: RawBuilder<unknown>, element: SqlValue): Condition {
  if (dialect === 'sqlite')
    return sql<SqlBool>`EXISTS (SELECT 1 FROM json_each(${target}) AS element WHERE element.value = ${element})`;
  return sql<SqlBool>`COALESCE(${target}::jsonb @> jsonb_build_array(${typeof element === 'number' ? sql`${element}::bigint` : sql`${element}::text`}), false)`;
}

/** Related rows that the caller may not see are as good as none. */
function pairsCondition(
  { model, field, alias, path }: Reference,
  operator: Operator,
  value: unknown,
  open: OpenRows,
): Condition {
  const id = sql.ref(`${alias}.id`);
  const { table, rule } = open(field);
  const seen = rule ? sql` JOIN ${sql.table(table)} AS o ON o.id = pair.other_id AND ${rule}` : sql``;
  const pairs = sql`SELECT 1 FROM ${sql.table(joinTableOf(model, field))} AS pair${seen} WHERE pair.row_id = ${id}`;
  if (operator === 'NULL') return sql<SqlBool>`NOT EXISTS (${pairs})`;
  if (operator === 'NOT NULL') return sql<SqlBool>`EXISTS (${pairs})`;
  return every(
    [value].flat(),
    (each) => sql<SqlBool>`EXISTS (${pairs} AND pair.other_id = ${operandOf({ field, path }, each, operator)})`,
  );
}
