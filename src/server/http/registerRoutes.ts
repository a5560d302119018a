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

export interface RouteParts {
  readonly realms: readonly Realm[];
  readonly access: Access;
  readonly visitors: Visitors;
  readonly messages: Messages;
  /** Called after a handler has succeeded. */
  done(route: Pick<Route, 'method' | 'url' | 'title'>, request: RouteRequest): void;
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

/** Whether every address of the one shape is one of the other, in which `:` is any part. */
function covers(wide: string, shape: string): boolean {
  const [parts, others] = [wide.split('/'), shape.split('/')];
  return parts.length === others.length && parts.every((part, at) => part === ':' || part === others[at]);
}

/** An address that exists says which methods it knows. */
export function refuseOtherMethods(
  app: FastifyInstance,
  own: readonly UsedRoute[],
  added: readonly UsedRoute[] = [],
): void {
  const ofPlugins = new Set(added);
  const known = Map.groupBy([...own, ...added], ({ address }) => address.toLowerCase().replaceAll(/:\w+/g, ':'));
  const wide = [...known].filter(([shape]) => shape.includes('/:'));
  for (const [shape, same] of known) {
    // `/user.log/add` of a plugin stands before `/:controller/add`, which may know other methods.
    const wider = same.some((route) => ofPlugins.has(route))
      ? wide.filter(([other]) => other !== shape && covers(other, shape)).flatMap(([, routes]) => routes)
      : [];
    const methods = [...same, ...wider].flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
      (method) => !methods.includes(method),
    );
    app.route({
      method: others,
      url: same[0]!.address,
      handler: async (_request, reply) => {
        reply.header('allow', [...new Set(methods)].join(', '));
        throw new Problem('server:wrongMethod', {}, { status: 405 });
      },
    });
  }
}
