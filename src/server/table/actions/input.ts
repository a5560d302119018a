import { listOf, Problem, type Model } from '#resource';
import type { RouteRequest } from '../../http/route.ts';
import { idOf } from '../read.ts';

/** Ids in one call. */
const mostIds = 1000;
/** Characters of an `Idempotency-Key`. */
const longestKey = 200;

/** Ids come in the query of a DELETE, as the protocol has it; a body is taken too. */
export function idsIn({ query, body }: Pick<RouteRequest, 'query' | 'body'>): readonly unknown[] {
  const given = query['ids'] ?? body['ids'];
  if (given === undefined || given === null || given === '') throw new Problem('rows:noIds');
  return listOf(given);
}

/** Each once, as numbers. */
export function idsOf(model: Model, input: readonly unknown[]): number[] {
  if (input.length > mostIds) throw new Problem('rows:tooManyValues', { limit: mostIds });
  return [...new Set(input.map((each) => idOf(model, each)))];
}

/** The `Idempotency-Key`, if there is one. Throws a `Problem` for one that is too long: who sends it relies on it. */
export function keyIn(request: RouteRequest): string | undefined {
  const key = request.header('idempotency-key');
  if (key !== undefined && key.length > longestKey) throw new Problem('rows:keyTooLong', { limit: longestKey });
  return key === '' ? undefined : key;
}
