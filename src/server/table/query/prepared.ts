import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Sql } from '../../database/database.ts';

/** Stands in a query for a value that comes later. */
export class QueryParameter {}

/** A query that was turned into text once and runs with other values each time. */
export interface Prepared<R> {
  /** Its text and fixed values: equal keys give equal answers. */
  readonly key: string;
  run(db: Sql, ...values: readonly unknown[]): Promise<R[]>;
}

/** Turns a query into text; `values` of `run` go where the parameters stand, in their order. */
export function prepare<R>(db: Sql, query: RawBuilder<R>, ...parameters: readonly QueryParameter[]): Prepared<R> {
  const compiled = query.compile(db);
  const places = parameters.map((parameter) => compiled.parameters.indexOf(parameter));
  return {
    key: `${compiled.sql}\0${JSON.stringify(compiled.parameters)}`,
    async run(on, ...values) {
      if (places.length === 0) return (await on.executeQuery<R>(compiled)).rows;
      const parameters = [...compiled.parameters];
      for (const [at, place] of places.entries()) parameters[place] = values[at];
      return (await on.executeQuery<R>({ ...compiled, parameters } as CompiledQuery<R>)).rows;
    },
  };
}
