import compress from '@fastify/compress';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { Messages } from '../messages.ts';
import { answerTo, clientError, envelope } from './answer.ts';
import { registerBodies } from './bodies.ts';
import { answerBroken } from './brokenRequest.ts';
import { registerClosing } from './closing.ts';
import { registerGuard } from './guard.ts';
import { isPage, registerPages, type PageParts } from './pages.ts';
import { parseQueryString } from './parseQueryString.ts';
import { languageOfRequest } from './registerRoutes.ts';
import { rewriteUrl } from './rewriteUrl.ts';

/** Bytes of a body; files will have limits of their own. */
const largestBody = 1_048_576;
/** Milliseconds for a whole request, for its headers, without a byte either way, between requests, and between two looks at the connections. */
const timeouts = { request: 30_000, headers: 10_000, silence: 120_000, idle: 72_000, check: 5_000 };

export interface HttpParts extends PageParts {
  readonly messages: Messages;
  readonly log: Logger;
  readonly trustProxy: string | undefined;
}

/** The HTTP server without its routes: parsing, limits, security headers, errors, pages. */
export async function createHttp({ messages, log, trustProxy, ...pages }: HttpParts): Promise<FastifyInstance> {
  const sendError = errorSender(messages, log);
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: largestBody,
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.silence,
    keepAliveTimeout: timeouts.idle,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/', request.headers),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 200,
      querystringParser: parseQueryString as never,
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as never),
    clientErrorHandler: (error, socket) => answerBroken(messages, error, socket),
  });
  app.setErrorHandler(sendError);
  registerClosing(app);
  registerGuard(app);
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false });
  registerBodies(app);
  // The pattern of the route, never the address: tokens and words of people stand in those.
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
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
    isPage(request) ? sendPage(reply) : send(reply, clientError(404, messages, languageOfRequest(request))),
  );
  return app;
}

const send = (
  reply: FastifyReply,
  { status, ...answer }: Parameters<typeof envelope>[1] & { status: number },
): FastifyReply => reply.code(status).header('cache-control', 'no-store').send(envelope(reply, answer));

const errorSender =
  (messages: Messages, log: Logger) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { unexpected, ...answer } = answerTo(error, messages, languageOfRequest(request));
    if (unexpected)
      log.error(
        { err: (error as { cause?: unknown } | undefined)?.cause ?? error, route: request.routeOptions?.url },
        'request failed',
      );
    void send(reply, answer);
  };
