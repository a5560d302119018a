import { bindOwn, defaultLanguage, whereFilter, type Caller, type Model, type Place } from '#resource';
import { compile } from './compile.ts';
import type { Condition } from './condition.ts';
import { follow } from './joins.ts';
import { main, type Reference } from './reference.ts';
import { ruleOf } from './rowRule.ts';
import type { JoiningScope, TableContext } from './scope.ts';

/** A query of the caller's on the main table, with nothing joined yet. */
export function scopeOf(ctx: TableContext, caller: Caller): JoiningScope {
  const tables = new Set<string>();
  return {
    dialect: ctx.dialect,
    alias: main,
    language: caller.language,
    isSearched: true,
    ruleOf: (table, alias) => ruleOf(ctx, caller, ctx.models.get(table)!, 'read', alias, tables),
    prefix: 'r',
    joins: new Map(),
    entered: { count: 0 },
    tables,
  };
}

/** The column of a place to which relations to one row lead. */
export const referenceIn = (scope: JoiningScope, { path, model, field, steps }: Place): Reference => ({
  path,
  model,
  field,
  alias: follow(scope.joins, scope, steps, scope.ruleOf),
  language: scope.language,
});

/**
 * A `Where` of our own code, asked for the caller: of related rows it finds those that they may see. Its columns are read
 * one by one, so that it sees what its own transaction has written.
 */
export const whereSql = (
  { models }: TableContext,
  scope: JoiningScope,
  model: Model,
  where: Readonly<Record<string, unknown>>,
): Condition =>
  compile({ ...scope, isSearched: false, language: defaultLanguage }, bindOwn(whereFilter(where), model, models));
