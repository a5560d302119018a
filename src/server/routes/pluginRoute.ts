import type { FastifyBaseLogger, FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { Code, Problem } from '#resource';
import { EventStream, FileAnswer, type PluginRoute } from '#plugin';
import { derive } from '../realms/currentRights.ts';
import { pluginOwner, runAs } from '../fence/owner.ts';
import type { FailedStarts } from '../fence/failedStarts.ts';
import type { Failures } from '../fence/failures.ts';
import { answerTo, envelope } from '../http/answer.ts';
import type { BodyConfig } from '../http/bodyPace.ts';
import { addressOf, allowed, askedIn, readRequest } from '../http/readRequest.ts';
import type { RouteParts } from '../http/registerRoutes.ts';
import type { RouteRequest } from '../http/route.ts';
import { noteReader } from '../http/unreadAnswers.ts';
import { requestLimiter, whoIs } from '../rateLimits/rateLimiter.ts';
import type { WindowCounts } from '../rateLimits/windowCounts.ts';
import type { Limits } from '../shared/limits.ts';
import type { Realm } from '../realms/realm.ts';
import { bringsVisitor } from '../realms/visitors.ts';
import { TimeLimitError, within } from '../shared/timeLimit.ts';
import { callerOf, withoutSecrets, type CallerParts } from './callerOf.ts';
import type { EventStreams } from './eventStreams.ts';
import { holdsLongBodies, refuseAhead } from './longBodies.ts';
import { clientProblem } from './parts.ts';
import { announcesMore, leaveBody, PluginCall, tooLarge } from './routeRequest.ts';
import { sendFile } from './sendFile.ts';
import { sendResponse } from '../http/sendResponse.ts';
import { toldByToken } from '../http/toldByToken.ts';
import { timeAllowed } from './timeAllowed.ts';

export interface PluginRouteParts extends RouteParts, CallerParts {
  readonly failures: Failures;
  readonly failedStarts: FailedStarts;
  readonly limits: Pick<Limits, 'route' | 'hook'>;
  readonly streams: EventStreams;
  /** Where requests are counted that a route limits. */
  readonly counts: WindowCounts;
  /** Unix seconds. */
  now(): number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** A plugin's route, and whose it is. */
export interface OwnedRoute {
  readonly plugin: string;
  readonly route: PluginRoute;
}

export interface RouteOptions {
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly errorHandler?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
  readonly bodyLimit?: number;
  readonly logLevel?: 'silent';
  readonly config?: FastifyContextConfig & BodyConfig;
}

/** How a plugin's route answers. Its failures are named, and end there. */
export function pluginRoute(owned: OwnedRoute, realm: Realm | undefined, parts: PluginRouteParts): RouteOptions {
  const { body, errorHandler } = owned.route;
  const blame = blamer(owned, parts);
  const route = fencedBearer(owned, parts, blame);
  return {
    handler: handlerOf(owned, route, realm, parts, blame),
    ...(holdsLongBodies(route) && { onRequest: refuseAhead({ plugin: owned.plugin, route }, realm, parts) }),
    config: {
      ...(body?.leastRate !== undefined && { leastRate: body.leastRate }),
      isStreamed: body?.as === 'multipart' || body?.as === 'stream',
    },
    ...(body && { bodyLimit: body.limit }),
    // The library writes headers, and with them tokens, into its own lines.
    ...(body?.as === 'multipart' && { logLevel: 'silent' as const }),
    ...(errorHandler && { errorHandler: errorSender(owned, parts) }),
  };
}

const hasVisitor = ({ node, visitors }: PluginRoute, request: FastifyRequest): boolean =>
  node === 'everyone' && (visitors === true || bringsVisitor(request));

type Blame = (error: unknown) => unknown;

function handlerOf(
  owned: OwnedRoute,
  fenced: PluginRoute,
  realm: Realm | undefined,
  parts: PluginRouteParts,
  blame: Blame,
): RouteOptions['handler'] {
  const { plugin, route } = owned;
  const key = `${plugin} ${route.method} ${route.url}`;
  const limiter = route.rateLimit && requestLimiter(parts.counts, { ...route.rateLimit, key }, parts.now);
  const readsBody = route.body?.as === 'multipart' || route.body?.as === 'stream';
  return async (request, reply) => {
    reply.header('cache-control', 'no-store');
    parts.failedStarts.assertStarted(plugin);
    if (readsBody) leaveBody(request, reply);
    const { asking, input } = readRequest(request, realm);
    const found = await callerOf(fenced, request, asking, parts);
    noteReader(request, found.caller);
    const known = hasVisitor(route, request)
      ? { ...found, caller: await parts.visitors.identify(found.caller, request, reply, route.visitors === true) }
      : found;
    const answer = async (): Promise<unknown> => {
      if (limiter) await limiter.consume(known.caller);
      if (readsBody && announcesMore(request.raw, route.body!.limit)) throw tooLarge();
      const caller = derive(known.caller, (each) => allowed(route, known.realm, each, known.asking.token));
      const asked = { ...input, query: withoutSecrets(input.query, route, realm), caller };
      const call = new PluginCall(asked, request, reply, route.body);
      const handle = () => runAs(pluginOwner(plugin), () => route.handler(call));
      const result = await timeAllowed(route.timeout ?? parts.limits.route, request.raw, handle).catch(
        (error: unknown) => {
          call.abort(error as Error);
          throw blame(readsBody ? clientProblem(request, error) : error);
        },
      );
      return send(result, call, { owned, request, reply, asked, parts, blame });
    };
    return answer().catch(async (thrown: unknown) => {
      const error = await toldByToken(parts.access, known.asking, thrown);
      if (error instanceof Problem) parts.refused(known.caller, addressOf(route, input), error);
      throw error;
    });
  };
}

/** A plugin's own look at its tokens is fenced like its handler. */
function fencedBearer({ plugin, route }: OwnedRoute, { limits }: PluginRouteParts, blame: Blame): PluginRoute {
  const { bearer } = route;
  if (!bearer) return route;
  const find = (token: string) =>
    runAs(pluginOwner(plugin), () => within(limits.hook, () => bearer.call(route, token)));
  return {
    ...route,
    bearer: (token) =>
      find(token).catch((error: unknown) => {
        throw blame(error);
      }),
  };
}

interface Sending {
  readonly owned: OwnedRoute;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asked: RouteRequest;
  readonly parts: PluginRouteParts;
  readonly blame: Blame;
}

async function send(result: unknown, call: PluginCall, sending: Sending): Promise<unknown> {
  const { owned, request, reply, asked, parts, blame } = sending;
  const { route, plugin } = owned;
  parts.done(route, asked);
  if (asked.caller.visitor) parts.visitors.settle(asked.caller, request, reply);
  if (result instanceof EventStream) {
    parts.streams.send(reply, result.source, {
      caller: asked.caller,
      who: whoIs(asked.caller),
      owner: pluginOwner(plugin),
      abort: (reason) => call.abort(reason),
      failed: async (error) => {
        if (error instanceof Problem) parts.refused(asked.caller, addressOf(route, asked), error);
        return failedEvent(blame(error), sending);
      },
    });
    return reply;
  }
  if (result instanceof FileAnswer) {
    const isPublic = route.node === 'everyone' && !route.signed && !route.visitors && !asked.caller.visitor;
    await sendFile(request, reply, result, isPublic).catch((error: unknown) => {
      if (!reply.raw.headersSent) throw blame(error);
      report(owned, parts, error);
      reply.raw.destroy();
    });
    return reply;
  }
  if (result instanceof Response) return sendResponse(reply, result, (error) => report(owned, parts, error));
  return envelope(reply, { code: Code.success, msg: '', data: result ?? null });
}

const whatOf = ({ route: { method, url } }: OwnedRoute): string => `the route ${method} ${url}`;
const report = (owned: OwnedRoute, { failures }: PluginRouteParts, error: unknown): void =>
  failures.report(pluginOwner(owned.plugin), whatOf(owned), error);

/** What is no refusal is the plugin's failure: nothing in it, such as a status of another server, decides about the answer. */
const blamer =
  (owned: OwnedRoute, { failures }: PluginRouteParts): Blame =>
  (error) => {
    if (error instanceof Problem) return error;
    const { statusCode } = (error ?? {}) as { statusCode?: unknown };
    const own = statusCode === undefined ? error : new Error(String((error as Error).message), { cause: error });
    failures.attribute(pluginOwner(owned.plugin), whatOf(owned), own);
    if (!(error instanceof TimeLimitError)) return own;
    failures.contain(own);
    return new Problem('server:tooSlow', {}, { status: 503 });
  };

/** What somebody is told whose stream has failed: an event `error`, or what clients of the other API expect. */
async function failedEvent(
  error: unknown,
  { owned, request, parts }: Sending,
): Promise<{ event?: string; data: unknown }> {
  const { unexpected, code, msg, data } = answerTo(error, parts.messages, askedIn(request));
  if (unexpected) parts.failures.contain(error);
  const { errorHandler } = owned.route;
  if (!errorHandler) return { event: 'error', data: { code, msg, data } };
  return { data: await errorHandler({ status: 500, code, message: msg, requestId: request.id }).text() };
}

/** By which statuses HTTP says what codes of the envelope say. */
const statuses: Readonly<Record<number, number>> = {
  [Code.redirect]: 401,
  [Code.login]: 401,
  [Code.refresh]: 401,
  [Code.forbidden]: 403,
};

const errorSender =
  (owned: OwnedRoute, parts: PluginRouteParts): NonNullable<RouteOptions['errorHandler']> =>
  (error, request, reply) => {
    const { unexpected, status, code, msg } = answerTo(error, parts.messages, askedIn(request));
    if (unexpected)
      parts.log.error(
        { err: error, id: request.id, route: request.routeOptions.url, blamed: parts.failures.blame(error) },
        'request failed',
      );
    const given = {
      status: status === 200 ? (statuses[code] ?? 400) : status,
      code,
      message: msg,
      requestId: request.id,
    };
    const answer = runAs(pluginOwner(owned.plugin), () => owned.route.errorHandler!(given));
    void sendResponse(reply.header('cache-control', 'no-store'), answer, (failure) => report(owned, parts, failure));
  };
