import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Code } from '#resource';
import type { Messages } from '../messages.ts';
import { answerTo, envelope } from './answer.ts';
import { registerPages } from './pages.ts';
import { parseJson } from './parseJson.ts';
import { parseQueryString } from './parseQueryString.ts';
import { languageOfRequest } from './registerRoutes.ts';
import { rewriteUrl } from './rewriteUrl.ts';

/** Bytes of a body; files will have limits of their own. */
const largestBody = 1_048_576;
/** Milliseconds for a whole request, for its headers, and between two looks at the open connections. */
const timeouts = { request: 30_000, headers: 10_000, check: 5_000, idle: 72_000 };

export interface HttpParts {
  readonly messages: Messages;
  readonly log: Logger;
  /** The project's folder, with `dist`. */
  readonly root: string;
  readonly trustProxy: string | undefined;
  /** Other servers whose rows the browser reads. */
  readonly origins: readonly string[];
}

/** The HTTP server without its routes: parsing, limits, security headers, errors, pages. */
export async function createHttp({ messages, log, root, trustProxy, origins }: HttpParts): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: largestBody,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/', request.headers),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 200, querystringParser: parseQueryString as never },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as never),
  });
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body, unexpected } = answerTo(error, messages, languageOfRequest(request));
    if (unexpected) log.error({ err: (error as { cause?: unknown }).cause ?? error, route: request.routeOptions?.url }, 'request failed');
    void reply.code(status).header('cache-control', 'no-store').send(body);
  };
  app.setErrorHandler(sendError);
  await app.register(helmet, { contentSecurityPolicy: false, referrerPolicy: { policy: 'no-referrer' }, strictTransportSecurity: false, crossOriginEmbedderPolicy: false, xFrameOptions: { action: 'deny' } });
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] });
  await app.register(formbody, { bodyLimit: largestBody, parser: (text) => parseQueryString(text) as Record<string, unknown> });
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => parseJson(text));
  app.addHook('onRequest', refuseForeign);
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: tokens and words of people stand in those.
    log.info({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  const sendPage = registerPages(app, root, origins);
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html') && !/^\/(?:api|assets)(?:\/|$)/.test(request.url);
    if (isPage) return sendPage(reply);
    return reply.code(404).header('cache-control', 'no-store').send(envelope(Code.failure, messages.translate(languageOfRequest(request), 'server:notFound')));
  });
  return app;

  /** Other sites may not make a browser change anything here, and nobody may send what unpacks to more than it is. */
  async function refuseForeign(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const language = languageOfRequest(request);
    if (request.headers['content-encoding'] !== undefined) {
      await reply.code(415).send(envelope(Code.failure, messages.translate(language, 'server:wrongType')));
      return;
    }
    const { origin } = request.headers;
    if (request.method === 'GET' || origin === undefined || hostOf(origin) === request.host) return;
    await reply.code(403).send(envelope(Code.forbidden, messages.translate(language, 'server:foreign')));
  }
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
