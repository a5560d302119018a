import { listOf, Problem, type Model } from '#resource';
import type { RouteRequest } from '../../http/route.ts';
import type { ListQuery } from '../answers.ts';
import { idOf } from '../read.ts';

/** Ids in one call. */
export const mostIds = 1000;
/** Characters of an `Idempotency-Key`. */
const longestKey = 200;

/** Ids come in the query of a DELETE, as the protocol has it; a body is taken too. */
function idsIn({ query, body }: Pick<RouteRequest, 'query' | 'body'>): readonly unknown[] {
  const given = query['ids'] ?? body['ids'];
  if (given === undefined || given === null || given === '') throw new Problem('rows:noIds');
  return listOf(given);
}

/** Rows that a call is for: these, or all that a list has. */
export type Choice = readonly unknown[] | Matching;
export interface Matching {
  /** Of the list, as `index` takes it; what is about pages means nothing. */
  readonly query: ListQuery;
  /** How many rows that are for whoever asks: nothing is done with another number. */
  readonly count: unknown;
}
export const isMatching = (choice: Choice): choice is Matching => 'query' in choice;

/** Ids, or in place of them `matching` with a `query` and its `count`. */
export function choiceIn(request: Pick<RouteRequest, 'query' | 'body'>): Choice {
  const matching = request.body['matching'] ?? request.query['matching'];
  if (typeof matching !== 'object' || matching === null) return idsIn(request);
  const { query = {}, count } = matching as Partial<Matching>;
  if (typeof query !== 'object' || query === null || Array.isArray(query)) throw new Problem('rows:wrongSearch');
  return { query, count };
}

/** Each once, as numbers. */
export function idsOf(model: Model, input: readonly unknown[], most = mostIds): number[] {
  if (input.length > most) throw new Problem('rows:tooManyRows', { limit: most });
  return [...new Set(input.map((each) => idOf(model, each)))];
}

/** The `Idempotency-Key`, if there is one. Throws a `Problem` for one that is too long: who sends it relies on it. */
export function keyIn(request: RouteRequest): string | undefined {
  const key = request.header('idempotency-key');
  if (key !== undefined && key.length > longestKey) throw new Problem('rows:keyTooLong', { limit: longestKey });
  return key === '' ? undefined : key;
}
