import { sql } from 'kysely';
import type { Model, View } from '#resource';
import type { Dialect } from '../../database/database.ts';
import { never, type Condition } from '../query/condition.ts';
import { main } from '../query/reference.ts';

/** For the system: rows wherever they are. */
export const everywhere = Symbol('everywhere');
/** The name of a view; undefined is the list. */
export type Where = string | undefined | typeof everywhere;

/** What holds for rows of the list, or of one of its views; a table that does not have the view has no rows there. */
export function rowsIn(dialect: Dialect, model: Model, where: Where): Condition[] {
  if (where === everywhere) return [];
  const views = [...model.views];
  const at = where === undefined ? views.length : views.findIndex(([name]) => name === where);
  if (at < 0) return [never];
  const outside = views.slice(0, at).map(([, view]) => unmarked(dialect, view));
  const view = views[at]?.[1];
  return view ? [...outside, sql`${sql.ref(`${main}.${view.marks}`)} IS NOT NULL`] : outside;
}

/** Rows that are not as good as deleted. */
export const living = (dialect: Dialect, model: Model): Condition[] =>
  [...model.views.values()].filter(({ gone }) => gone).map((view) => unmarked(dialect, view));

/** SQLite would take an index of what few rows are for one of what nearly all are, and sort them instead of walking in order. */
function unmarked(dialect: Dialect, { marks }: View): Condition {
  const column = sql.ref(`${main}.${marks}`);
  return dialect === 'sqlite' ? sql`+${column} IS NULL` : sql`${column} IS NULL`;
}

/** Whether a row counts as deleted. */
export const isGone = (model: Model, values: Readonly<Record<string, unknown>>): boolean =>
  [...model.views.values()].some(({ gone, marks }) => gone && (values[marks] ?? null) !== null);
