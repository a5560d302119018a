import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Dialect } from '../database.ts';
import { budgetFunction } from './rowBudget.ts';

/**
 * The function costs as much as looking at several rows: it is called for one in so many. A prime, as few tables are
 * made in steps of one.
 */
const rowsOfCall = 13;

/**
 * A condition that is always true. On SQLite it lets the query be ended when its time is up; `id` names the ids of the
 * outermost table. It stands before other conditions: rows that those refuse count too.
 */
export const withinBudget = (dialect: Dialect, id: string): RawBuilder<SqlBool>[] =>
  dialect === 'sqlite'
    ? [sql<SqlBool>`(${sql.ref(id)} % ${sql.lit(rowsOfCall)} <> 0 OR ${sql.raw(budgetFunction)}())`]
    : [];
