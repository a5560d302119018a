import { sql, type SqlBool } from 'kysely';
import {
  storeValue,
  type Caller,
  type FieldMap,
  type Model,
  type ModelField,
  type RowRule,
  type SqlValue,
} from '#resource';
import type { Dialect } from '../../database/database.ts';
import { contains } from '../../database/search/searchCondition.ts';
import { rulesFor } from '../realmRules.ts';
import { allOf, anyOf, inList, never, type Condition } from './condition.ts';
import { valueSql } from './reference.ts';

type AnyWhere = Readonly<Record<string, unknown>>;
interface Comparison {
  readonly [operator: string]: unknown;
}

/**
 * The rows that the caller may see, change or add, as SQL over the table known as `alias`; undefined when that is all of them.
 * The system is bound by no rule.
 */
export function ruleOf(
  dialect: Dialect,
  caller: Caller,
  model: Model,
  purpose: 'read' | 'write' | 'add',
  alias: string,
): Condition | undefined {
  if (caller.realm === 'system') return undefined;
  const { rows } = rulesFor(caller, model);
  const rules: (RowRule<FieldMap> | undefined)[] =
    purpose === 'add' && rows?.add ? [rows.add] : purpose === 'read' ? [rows?.read] : [rows?.read, rows?.write];
  const conditions = rules.flatMap((rule) => {
    const answer = rule === undefined || rule(caller);
    if (answer === true) return [];
    return [answer === false ? never : whereSql(dialect, model, answer as AnyWhere, alias)];
  });
  return conditions.length === 0 ? undefined : allOf(conditions);
}

/** A `Where` of the resource language in SQL. It comes from our own code, so a mistake in it is an error, not a `Problem`. */
export function whereSql(dialect: Dialect, model: Model, where: AnyWhere, alias: string): Condition {
  return allOf(
    Object.entries(where).flatMap(([key, wanted]) => {
      if (wanted === undefined) return [];
      if (key === 'and') return [allOf((wanted as AnyWhere[]).map((each) => whereSql(dialect, model, each, alias)))];
      if (key === 'or') return [anyOf((wanted as AnyWhere[]).map((each) => whereSql(dialect, model, each, alias)))];
      const field = model.fields.get(key);
      if (!field || (!field.column && !field.sql))
        throw new Error(`Table "${model.name}": a condition names "${key}", which is no column of it.`);
      return [comparisonSql(dialect, model, field, wanted, alias)];
    }),
  );
}

const signs: Readonly<Record<string, string>> = { gt: '>', egt: '>=', lt: '<', elt: '<=' };

function comparisonSql(dialect: Dialect, model: Model, field: ModelField, wanted: unknown, alias: string): Condition {
  const target = valueSql({ field, alias });
  const stored = (value: unknown): SqlValue => storeValue(field.kind, field.options, value);
  if (wanted === null) return sql<SqlBool>`${target} IS NULL`;
  if (typeof wanted !== 'object' || Array.isArray(wanted)) return sql<SqlBool>`${target} = ${stored(wanted)}`;
  return allOf(
    Object.entries(wanted as Comparison).map(([operator, value]): Condition => {
      if (operator === 'eq') return value === null ? sql`${target} IS NULL` : sql`${target} = ${stored(value)}`;
      if (operator === 'ne')
        return value === null ? sql`${target} IS NOT NULL` : sql`(${target} <> ${stored(value)} OR ${target} IS NULL)`;
      if (operator === 'in') return inList(target, (value as unknown[]).map(stored));
      if (operator === 'notIn')
        return sql`(NOT ${inList(target, (value as unknown[]).map(stored))} OR ${target} IS NULL)`;
      if (operator === 'isNull') return value ? sql`${target} IS NULL` : sql`${target} IS NOT NULL`;
      if (operator === 'contains')
        return contains(dialect, { table: model.name, alias, columns: [field.name] }, String(value));
      const sign = signs[operator];
      if (!sign)
        throw new Error(
          `Table "${model.name}": a condition on "${field.name}" uses "${operator}", which is no comparison.`,
        );
      return sql`${target} ${sql.raw(sign)} ${stored(value)}`;
    }),
  );
}
