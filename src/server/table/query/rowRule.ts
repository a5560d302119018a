import {
  bindOwn,
  defaultLanguage,
  whereFilter,
  type Caller,
  type FieldMap,
  type Filter,
  type Model,
  type RowRule,
} from '#resource';
import type { Dialect } from '../../database/database.ts';
import { rulesFor } from '../realmRules.ts';
import { compile } from './compile.ts';
import { allOf, never, type Condition } from './condition.ts';

type AnyWhere = Readonly<Record<string, unknown>>;

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
export const whereSql = (dialect: Dialect, model: Model, where: AnyWhere, alias: string): Condition =>
  ownSql(dialect, model, whereFilter(where), alias);

/** A filter of our own code on the table's columns, read one by one. */
export const ownSql = (dialect: Dialect, model: Model, filter: Filter, alias: string): Condition =>
  compile(
    {
      dialect,
      alias,
      language: defaultLanguage,
      // Rules also hold for writes, where the index is not at hand.
      isSearched: false,
      // A `Where` stays within its table.
      ruleOf: () => never,
      prefix: alias,
      joins: new Map(),
      tables: new Set(),
    },
    bindOwn(filter, model),
  );
