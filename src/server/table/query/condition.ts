import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SqlValue } from '#resource';

export type Condition = RawBuilder<SqlBool>;
export const never: Condition = sql<SqlBool>`1 = 0`;

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
