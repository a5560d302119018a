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
import { rulesFor } from '../realmRules.ts';
import { compile } from './compile.ts';
import { allOf, never, type Condition } from './condition.ts';
import type { TableContext } from './scope.ts';

/**
 * The rows that the caller may see, change or add, as SQL over the table known as `alias`; undefined when that is all of them.
 * The system is bound by no rule. `tables` is told which other tables decide.
 *
 * A rule is the law of its table, so a path in it reads related rows as they are: rules of the tables that it enters are not
 * asked. Otherwise `{ 'customer.level': { ne: 'secret' } }` would open the orders of just those customers who are hidden, and
 * two rules that follow each other would have no end. So a rule is as long as its file says, whatever refers to what.
 */
export function ruleOf(
  ctx: TableContext,
  caller: Caller,
  model: Model,
  purpose: 'read' | 'write' | 'add',
  alias: string,
  tables?: Set<string>,
): Condition | undefined {
  if (caller.realm === 'system') return undefined;
  const { rows } = rulesFor(caller, model);
  const rules: (RowRule<FieldMap> | undefined)[] =
    purpose === 'add' && rows?.add ? [rows.add] : purpose === 'read' ? [rows?.read] : [rows?.read, rows?.write];
  const conditions = rules.flatMap((rule) => {
    const answer = rule === undefined || rule(caller);
    if (answer === true) return [];
    return [answer === false ? never : ownSql(ctx, model, whereFilter(answer as Answer), alias, tables)];
  });
  return conditions.length === 0 ? undefined : allOf(conditions);
}

type Answer = Readonly<Record<string, unknown>>;

/** A filter of our own code, read column by column and row by row. A mistake in it is an error, not a `Problem`. */
export const ownSql = (
  { dialect, models }: TableContext,
  model: Model,
  filter: Filter,
  alias: string,
  tables = new Set<string>(),
): Condition =>
  compile(
    // Rules also hold for writes, where the search index is not at hand and nothing can be joined.
    { dialect, alias, language: defaultLanguage, isSearched: false, ruleOf: () => undefined, prefix: alias, tables },
    bindOwn(filter, model, models),
  );
