import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code, languageOf, Problem, type Caller, type Language } from '#resource';
import { derive } from '../realms/currentRights.ts';
import type { Messages } from '../shared/messages.ts';
import { envelope } from './answer.ts';
import type { BodyConfig } from './bodyPace.ts';
import { unreadable } from './parseQueryString.ts';
import { needLogin, realmAt, type Realm } from '../realms/realm.ts';
import type { Access, Asking, Route, RouteRequest } from './route.ts';

export const languageOfRequest = ({ headers, query }: FastifyRequest): Language =>
  languageOf(headers['think-lang'] ?? (query as Record<string, unknown> | undefined)?.['lang']);

export interface RouteParts {
  readonly realms: readonly Realm[];
  readonly access: Access;
  readonly messages: Messages;
  /** Called after a handler has succeeded. */
  done(route: Route, request: RouteRequest): void;
  /** Called when somebody is refused what they asked for. */
  refused(caller: Caller, address: string, problem: Problem): void;
}

/**
 * Makes the routes answer: finds out who asks, whether they may, and wraps what the handler returns. Of two routes with one
 * address the first counts; each that cannot be used is named in a sentence.
 */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], parts: RouteParts): readonly string[] {
  const used: Route[] = [];
  const faults: string[] = [];
  for (const route of routes) {
    try {
      const realm = realmAt(parts.realms, route.url);
      if (!realm && route.node !== 'everyone')
        throw new Error(
          `its address is below none of ${parts.realms.map(({ base }) => base).join(', ')}, so nobody can be signed in there.`,
        );
      app.route({ method: route.method, url: urlOf(route), handler: handlerOf(route, realm, parts), ...bodyOf(route) });
      used.push(route);
    } catch (error) {
      faults.push(`Route ${route.method} ${route.url}: ${(error as Error).message}`);
    }
  }
  refuseOtherMethods(app, used);
  return faults;
}

const handlerOf =
  (route: Route, realm: Realm | undefined, { access, messages, done, refused }: RouteParts) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const asked = readRequest(request, realm);
    const known = await access.callerOf(asked.asking, route.node === 'everyone');
    const answer = async () => {
      // The route's own condition holds for what its handler writes, too.
      const input = { ...asked.input, caller: derive(known, (each) => allowed(route, realm, each)) };
      return { input, data: (await route.handler(input)) ?? null };
    };
    const { input, data } = await answer().catch((error: unknown) => {
      if (error instanceof Problem) refused(known, addressOf(route, asked.input), error);
      throw error;
    });
    const { caller } = input;
    done(route, input);
    return envelope(reply, {
      code: Code.success,
      msg: route.success === undefined ? '' : messages.translate(caller.language, route.success),
      data,
    });
  };

/** The route's address with its parameters. */
const addressOf = ({ url }: Route, { params }: Pick<RouteRequest, 'params'>): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');

/** Whole paths of the specification stand as they are; the others stand under the base path. */
function urlOf({ url }: Route): string {
  if (!url.startsWith('/')) throw new Error('its address must begin with "/".');
  return url.startsWith('/api/') ? url : `/api${url}`;
}

function bodyOf({ body }: Route): { bodyLimit?: number; config?: BodyConfig } {
  if (body === undefined) return {};
  const { limit, leastRate } = body;
  if (!(Number.isSafeInteger(limit) && limit > 0 && leastRate > 0))
    throw new Error('body: needs a limit in bytes and a leastRate in bytes a second, both larger than 0.');
  return { bodyLimit: limit, config: { leastRate } };
}

/** An address that exists says which methods it knows. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const known = Map.groupBy(routes, (route) => urlOf(route).toLowerCase());
  for (const same of known.values()) {
    const allowed = same.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
      (method) => !allowed.includes(method),
    );
    app.route({
      method: others,
      url: urlOf(same[0]!),
      handler: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new Problem('server:wrongMethod', {}, { status: 405 });
      },
    });
  }
}

function readRequest(
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
const tokenIn = (value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : /^[\w-]{16,128}$/.test(value) ? value : 'unknown';

/** The caller, when the route is open to them. */
function allowed({ node }: Route, realm: Realm | undefined, caller: Caller): Caller {
  if (node === 'everyone' || !realm) return caller;
  if (caller.realm !== realm.name) throw needLogin(realm);
  if (node !== 'signed-in' && !caller.may(node)) throw new Problem('server:forbidden', {}, { code: Code.forbidden });
  return caller;
}
