import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Sql } from '../../database/database.ts';

/** Stands in a query for a value that comes later. */
export class QueryParameter {}

/** A query that was turned into text once and runs with other values each time. */
export interface Prepared<R> {
  run(db: Sql, ...values: readonly unknown[]): Promise<R[]>;
  /** The query with its values. */
  bind(...values: readonly unknown[]): CompiledQuery<R>;
}

/** Turns a query into text; `values` of `run` go where the parameters stand, in their order. */
export function prepare<R>(db: Sql, query: RawBuilder<R>, ...parameters: readonly QueryParameter[]): Prepared<R> {
  const compiled = query.compile(db);
  const places = parameters.map((parameter) => compiled.parameters.indexOf(parameter));
  const bind = (...values: readonly unknown[]): CompiledQuery<R> => {
    if (places.length === 0) return compiled;
    const parameters = [...compiled.parameters];
    for (const [at, place] of places.entries()) if (place >= 0) parameters[place] = values[at];
    return { query: compiled.query, queryId: compiled.queryId, sql: compiled.sql, parameters };
  };
  return { bind, run: async (on, ...values) => (await on.executeQuery(bind(...values))).rows };
}
