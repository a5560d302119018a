import type { FastifyRequest } from 'fastify';
import { Code, languageOf, Problem, type Caller, type Language } from '#resource';
import type { PluginRoute } from '#plugin';
import { assertNotActing } from '../realms/acting.ts';
import { needLogin, type Realm } from '../realms/realm.ts';
import { unreadable } from './parseQueryString.ts';
import type { Asked } from './answer.ts';
import type { Asking, Route, RouteRequest } from './route.ts';

const languageOfRequest = ({ headers, query }: FastifyRequest): Language =>
  languageOf(headers['think-lang'] ?? (query as Record<string, unknown> | undefined)?.['lang']);

/** Characters of an address that an answer repeats. */
const longestUrl = 200;

/** What refusals say of a request. Parameters may be secrets. */
export const askedIn = (request: FastifyRequest): Asked & { readonly id: string } => ({
  id: request.id,
  language: languageOfRequest(request),
  url: request.originalUrl.replace(/\?.*$/s, '').slice(0, longestUrl),
});

/** Who asks, and for what; the token is what the realm's header says. */
export function readRequest(
  request: FastifyRequest,
  realm: Realm | undefined,
): { asking: Asking; input: Omit<RouteRequest, 'caller'> } {
  const query = request.query as Record<string | symbol, unknown>;
  if (query[unreadable]) throw new Problem('server:badRequest', {}, { status: 400 });
  const header = (name: string): string | undefined => [request.headers[name]].flat()[0];
  const token = realm && tokenIn(header(realm.tokenHeader));
  return {
    asking: {
      realm,
      token,
      language: languageOfRequest(request),
      ip: request.ip,
      userAgent: (header('user-agent') ?? '').slice(0, 255),
      requestId: request.id,
    },
    input: {
      query: query as Record<string, unknown>,
      body: (request.body ?? {}) as Record<string, unknown>,
      params: request.params as Record<string, string>,
      header,
      token,
    },
  };
}

/** Anything that cannot be a token of ours is one that nobody has. */
export const tokenIn = (value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : /^[\w-]{16,128}$/.test(value) ? value : 'unknown';

/** The caller, when the route is open to them; `token` is what they have sent. */
export function allowed(
  {
    node,
    ownAccount = false,
    refusesStaleTokens = false,
  }: Pick<PluginRoute, 'node' | 'ownAccount' | 'refusesStaleTokens'>,
  realm: Realm | undefined,
  caller: Caller,
  token: string | undefined,
): Caller {
  if (!realm) return caller;
  if (node === 'everyone' && !(refusesStaleTokens && token !== undefined)) return caller;
  if (caller.realm !== realm.name) throw needLogin(realm, token !== undefined);
  if (node !== 'everyone' && node !== 'signed-in' && !caller.may(node))
    throw new Problem('server:forbidden', {}, { code: Code.forbidden });
  if (ownAccount) assertNotActing(caller);
  return caller;
}

/** The route's address with its parameters. */
export const addressOf = ({ url }: Pick<Route, 'url'>, { params }: Pick<RouteRequest, 'params'>): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
