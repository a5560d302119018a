import { sql, type RawBuilder } from 'kysely';
import { Problem, type Step } from '#resource';
import type { Condition } from './condition.ts';

/** Tables that the conditions and the order of one list may join; SQLite takes 64 in a query. */
const mostJoins = 20;
/** Tables that queries within the query may enter: PostgreSQL plans 20 of two tables in some 20 ms, 50 in 300. */
const mostEntered = 40;

/** A related row beside the row itself. One that is not there, or not for the caller, has no values. */
export interface Join {
  readonly alias: string;
  /** The table, by its name in the query, whose column refers to it. */
  readonly from: string;
  readonly step: Step;
  /** Which of the rows the caller may see; undefined for all of them. */
  readonly rule: Condition | undefined;
}
/** By alias, each after the one that it stands on. */
export type Joins = ReadonlyMap<string, Join>;

/** The rows of a table, known as `alias`, that the caller may see; undefined for all of them. */
export type RuleOfTable = (table: string, alias: string) => Condition | undefined;

/** Follows relations to one row, and gives the name of the last table in the query; the joins that are missing are added. */
export function follow(
  joins: Map<string, Join>,
  start: { readonly alias: string; readonly prefix: string },
  steps: readonly Step[],
  ruleOf: RuleOfTable,
): string {
  let { alias, prefix } = start;
  for (const step of steps) {
    const from = alias;
    // Places of fields instead of their names: PostgreSQL cuts names off at 63 bytes.
    alias = prefix = `${prefix}_${[...step.from.fields.keys()].indexOf(step.via.name)}`;
    if (!joins.has(alias)) joins.set(alias, { alias, from, step, rule: ruleOf(step.to.name, alias) });
  }
  return alias;
}

/** Refuses more joins than a query bears. */
export function assertFewJoins(joins: Joins): void {
  if (joins.size > mostJoins) throw new Problem('rows:tooManyTables', { limit: mostJoins });
}

/** Counts tables that a query within the query enters; refuses more than a database plans in no time. */
export function enter(entered: { count: number } | undefined, tables: number): void {
  if (entered && (entered.count += tables) > mostEntered)
    throw new Problem('rows:tooManyTables', { limit: mostEntered });
}

export function joinsSql(joins: Joins): RawBuilder<unknown> {
  const parts = [...joins.values()].map(({ alias, from, step, rule }) => {
    const on = sql`${sql.ref(`${alias}.id`)} = ${sql.ref(`${from}.${step.via.name}`)}`;
    return sql` LEFT JOIN ${sql.table(step.to.name)} AS ${sql.ref(alias)} ON ${rule ? sql`${on} AND ${rule}` : on}`;
  });
  return sql.join(parts, sql``);
}
