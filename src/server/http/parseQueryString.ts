import qs from 'qs';

/** What a query string that cannot be read becomes; the request is then refused. */
export const unreadable: unique symbol = Symbol('unreadable');

const options = {
  depth: 5,
  arrayLimit: 500,
  parameterLimit: 2000,
  plainObjects: true,
  strictDepth: true,
  throwOnLimitExceeded: true,
  ignoreQueryPrefix: true,
} as const;

/** Bracket notation of the protocol. Never throws: Fastify calls it before anybody could catch that. */
export function parseQueryString(text: string): Record<string | symbol, unknown> {
  try {
    return qs.parse(text, options) as Record<string, unknown>;
  } catch {
    return { [unreadable]: true };
  }
}
