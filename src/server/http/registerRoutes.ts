import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code, Problem, type Caller } from '#resource';
import type { PluginRoute } from '#plugin';
import { derive } from '../realms/currentRights.ts';
import type { Messages } from '../shared/messages.ts';
import { envelope } from './answer.ts';
import { bringsVisitor, type Visitors } from '../realms/visitors.ts';
import { realmAt, type Realm } from '../realms/realm.ts';
import { sendResponse } from './sendResponse.ts';
import { toldByToken } from './toldByToken.ts';
import { addressOf, allowed, readRequest } from './readRequest.ts';
import type { Access, Route, RouteRequest } from './route.ts';
import { noteReader } from './unreadAnswers.ts';

export interface RouteParts {
  readonly realms: readonly Realm[];
  readonly access: Access;
  readonly visitors: Visitors;
  readonly messages: Messages;
  /** Called after a handler has succeeded. */
  done(route: Pick<Route, 'method' | 'url' | 'title' | 'readOnly'>, request: RouteRequest): void;
  /** Called when somebody is refused what they asked for. */
  refused(caller: Caller, address: string, problem: Problem): void;
}

/** A route that answers: its method, and its whole address. */
export interface UsedRoute {
  readonly method: PluginRoute['method'];
  readonly address: string;
}

/**
 * Makes the server's own routes answer: finds out who asks, whether they may, and wraps what the handler returns. Of two with
 * one address the first counts; each that cannot be used is named in a sentence.
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  parts: RouteParts,
): { used: UsedRoute[]; faults: string[] } {
  const used: UsedRoute[] = [];
  const faults: string[] = [];
  for (const route of routes) {
    try {
      const realm =
        route.realm === undefined
          ? realmAt(parts.realms, route.url)
          : parts.realms.find(({ name }) => name === route.realm);
      const address = wholeAddress(route.url);
      app.route({ method: route.method, url: address, handler: handlerOf(route, realm, parts) });
      used.push({ method: route.method, address });
    } catch (error) {
      faults.push(`Route ${route.method} ${route.url}: ${(error as Error).message}`);
    }
  }
  return { used, faults };
}

const handlerOf =
  (route: Route, realm: Realm | undefined, { access, visitors, messages, done, refused }: RouteParts) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const asked = readRequest(request, realm);
    const found = await access.callerOf(asked.asking, route.node === 'everyone');
    noteReader(request, found);
    const known =
      route.visitors && bringsVisitor(request) ? await visitors.identify(found, request, reply, false) : found;
    const answer = async () => {
      // The route's own condition holds for what its handler writes, too.
      const input = {
        ...asked.input,
        caller: derive(known, (each) => allowed(route, realm, each, asked.asking.token)),
      };
      return { input, data: (await route.handler(input)) ?? null };
    };
    const { input, data } = await answer().catch(async (thrown: unknown) => {
      const error = await toldByToken(access, asked.asking, thrown);
      if (error instanceof Problem) refused(known, addressOf(route, asked.input), error);
      throw error;
    });
    const { caller } = input;
    done(route, input);
    // Whoever makes the body logs what it breaks by.
    if (data instanceof Response) return sendResponse(reply, data, () => {});
    if (caller.visitor) visitors.settle(caller, request, reply);
    return envelope(reply, {
      code: Code.success,
      msg: route.success === undefined ? '' : messages.translate(caller.language, route.success),
      data,
    });
  };

/** Whole paths of the specification stand as they are; the others stand under the base path. */
export const wholeAddress = (url: string): string => (url.startsWith('/api/') ? url : `/api${url}`);

/** Whether every address of the one shape is one of the other, in which `:` is any part and a last `*` whatever follows. */
function covers(wide: readonly string[], shape: readonly string[]): boolean {
  const isOpen = wide.at(-1) === '*';
  const parts = isOpen ? wide.slice(0, -1) : wide;
  return (
    (isOpen ? shape.length >= parts.length : shape.length === parts.length) &&
    parts.every((part, at) => (part === ':' && shape[at] !== '*') || part === shape[at])
  );
}

/** What the router looks for: letters are small, and neither doubled slashes nor a last one count. */
const partsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodeURIComponent(part).toLowerCase());

const refusable = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * An address that exists says which methods it knows. Looked up when the router has found nothing: routes for all other
 * methods would be most of what there is, and of what a start takes.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  own: readonly UsedRoute[],
  added: readonly UsedRoute[] = [],
): void {
  const ofPlugins = new Set(added);
  const byShape = Map.groupBy([...own, ...added], ({ address }) => address.toLowerCase().replaceAll(/:\w+/g, ':'));
  const known = [...byShape].map(([shape, routes]) => ({
    shape: shape.split('/').filter((part) => part !== ''),
    routes,
    methods: methodsOf(routes),
    isOfPlugin: routes.some((route) => ofPlugins.has(route)),
  }));
  const refuse = (reply: FastifyReply, methods: readonly string[]): never => {
    reply.header('allow', methods.join(', '));
    throw new Problem('server:wrongMethod', {}, { status: 405 });
  };
  const open = known.filter(({ shape }) => shape.some((part) => part === ':' || part === '*'));
  const widerThan = (one: (typeof known)[number]) =>
    open.filter((other) => other !== one && covers(other.shape, one.shape));
  for (const one of known) {
    if (one.isOfPlugin) continue;
    // Where the server has an address of its own, `/:controller/add` answers no method that it does not know.
    const method = widerThan(one)
      .flatMap(({ methods }) => methods)
      .filter((each) => !one.methods.includes(each));
    if (method.length > 0)
      app.route({
        method: [...new Set(method)],
        url: one.routes[0]!.address,
        handler: async (_request, reply) => refuse(reply, one.methods),
      });
  }
  app.addHook('preHandler', (request, reply, done) => {
    if (!request.is404 || !refusable.has(request.method)) return done();
    const path = partsOf(request.url.split(/[?#]/)[0]!);
    const [one] = known.filter(({ shape }) => covers(shape, path)).toSorted((a, b) => preciser(a.shape, b.shape));
    // `/user.log/add` of a plugin stands before `/:controller/add`, which may know other methods.
    const methods = one && (one.isOfPlugin ? [one, ...widerThan(one)].flatMap((each) => each.methods) : one.methods);
    if (!methods || methods.includes(request.method)) return done();
    return refuse(reply, [...new Set(methods)]);
  });
}

const methodsOf = (routes: readonly UsedRoute[]): readonly string[] =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** Below nought where the first shape comes before the second: words before any part, any part before whatever follows. */
function preciser(one: readonly string[], other: readonly string[]): number {
  const weight = (part: string | undefined): number => [':', '*'].indexOf(part ?? '*');
  const at = one.findIndex((part, index) => weight(part) !== weight(other[index]));
  return at === -1 ? 0 : weight(one[at]) - weight(other[at]);
}
