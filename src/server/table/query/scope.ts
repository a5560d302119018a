import type { Caller, Place } from '#resource';
import type { Dialect } from '../../database/database.ts';
import type { Scope } from './compile.ts';
import { follow } from './joins.ts';
import { main, type Models, type Reference } from './reference.ts';
import { ruleOf } from './rowRule.ts';

/** What reading rows needs. */
export interface TableContext {
  readonly dialect: Dialect;
  readonly models: Models;
}

/** A query of the caller's on the main table, with nothing joined yet. */
export const scopeOf = ({ dialect, models }: TableContext, caller: Caller): Scope => ({
  dialect,
  alias: main,
  language: caller.language,
  isSearched: true,
  ruleOf: (table, alias) => ruleOf(dialect, caller, models.get(table)!, 'read', alias),
  prefix: 'r',
  joins: new Map(),
  tables: new Set(),
});

/** The column of a place to which relations to one row lead. */
export const referenceIn = (scope: Scope, { path, model, field, steps }: Place): Reference => ({
  path,
  model,
  field,
  alias: follow(scope.joins, scope, steps, scope.ruleOf),
  language: scope.language,
});
