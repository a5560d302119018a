import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { Messages } from '../shared/messages.ts';
import { answerTo, clientError, envelope } from './answer.ts';
import type { Limits } from '../shared/limits.ts';
import { registerBodies } from './bodies.ts';
import { registerBodyPace } from './bodyPace.ts';
import { answerBroken, refuseExpectations } from './brokenRequest.ts';
import { registerClosing } from './closing.ts';
import { registerGuard, type GuardParts } from './guard.ts';
import { isPage, registerPages, type PageParts } from './pages.ts';
import { parseQueryString } from './parseQueryString.ts';
import { askedIn } from './readRequest.ts';
import { rewriteUrl } from './rewriteUrl.ts';
import { registerHeldBodies } from './heldBodies.ts';
import { registerUnreadAnswers } from './unreadAnswers.ts';
import { inertPolicy, safetyHeaders } from './safetyHeaders.ts';

/** Bytes of a body; routes for files have limits of their own. */
const largestBody = 1_048_576;
/** Milliseconds for the headers of a request, without a byte either way, between requests, and between two looks at the connections. */
const timeouts = { headers: 10_000, silence: 120_000, idle: 72_000, check: 5_000 };

export interface HttpParts extends PageParts, GuardParts {
  readonly messages: Messages;
  readonly log: Logger;
  readonly trustProxy: string | undefined;
  readonly limits: Limits;
  /** Which plugin an error is the doing of, if it is known. */
  blame(error: unknown): string | undefined;
}

/** The HTTP server without its routes: parsing, limits, security headers, errors, pages. */
export async function createHttp({
  messages,
  log,
  trustProxy,
  limits,
  allowedOrigins,
  foreign,
  blame,
  ...pages
}: HttpParts): Promise<FastifyInstance> {
  const sendError = errorSender(messages, log, blame);
  const app: FastifyInstance = Fastify({
    genReqId: newRequestId,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: largestBody,
    // Bodies have limits of their own, by route.
    requestTimeout: 0,
    connectionTimeout: timeouts.silence,
    keepAliveTimeout: timeouts.idle,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      // Node's own refusal would come without our headers; `registerGuard` refuses instead.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // `registerClosing` says it in our words.
    return503OnClosing: false,
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/', request.headers),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 200,
      querystringParser: parseQueryString as never,
    },
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers({ ...safetyHeaders, ...inertPolicy }) as never),
    clientErrorHandler: (error, socket) => answerBroken(messages, error, socket),
  });
  app.setErrorHandler(sendError);
  refuseExpectations(app.server, messages);
  registerGuard(app, { allowedOrigins, foreign });
  registerClosing(app, limits.closing);
  registerBodyPace(app, limits);
  registerHeldBodies(app);
  registerUnreadAnswers(app);
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false });
  registerBodies(app);
  // The pattern of the route, never the address: tokens and words of people stand in those.
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  const sendPage = registerPages(app, pages);
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(reply, request.url) : send(reply, clientError(404, messages, askedIn(request))),
  );
  return app;
}

/** Sixteen hexadecimal digits: 60 random bits. Node draws the randomness of UUIDs for many at a time, which is what makes them cheap. */
const newRequestId = (): string => {
  const id = randomUUID();
  return id.slice(0, 8) + id.slice(-8);
};

const send = (
  reply: FastifyReply,
  { status, ...answer }: Parameters<typeof envelope>[1] & { status: number },
): FastifyReply => reply.code(status).header('cache-control', 'no-store').send(envelope(reply, answer));

const errorSender =
  (messages: Messages, log: Logger, blame: HttpParts['blame']) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { unexpected, ...answer } = answerTo(error, messages, askedIn(request));
    if (unexpected)
      log.error(
        {
          err: (error as { cause?: unknown } | undefined)?.cause ?? error,
          id: request.id,
          route: request.routeOptions?.url,
          blamed: blame(error),
        },
        'request failed',
      );
    void send(reply, answer);
  };
