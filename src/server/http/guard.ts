import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code, Problem } from '#resource';
import { inertPolicy, safetyHeaders } from './safetyHeaders.ts';

export interface GuardParts {
  /** Other sites whose pages may call: origins, hosts, or `*`. */
  readonly allowedOrigins: readonly string[];
  /** Called when a page of another site is refused. */
  foreign(request: FastifyRequest): void;
}

/** Safety headers on every answer, and refusal of what no honest client sends and what other sites make a browser send. */
export function registerGuard(app: FastifyInstance, parts: GuardParts): void {
  const inert = { ...safetyHeaders, ...inertPolicy };
  // Not `async`: every request passes here, and a promise costs more than all of it.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/assets/') ? safetyHeaders : inert);
    reply.header('x-request-id', request.id);
    const refusal = refusalOf(request, parts);
    if (!refusal && parts.allowedOrigins.length > 0 && isAnsweredAhead(request, reply, parts.allowedOrigins)) return;
    done(refusal);
  });
}

/** What browsers ask for on behalf of pages of these origins (protocol §1.3): they may read the answers, and send what clients send. */
function isAnsweredAhead(
  { method, headers: { origin, 'access-control-request-method': wanted } }: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): boolean {
  reply.header('vary', 'Origin');
  if (origin === undefined || !isAllowed(origin, allowed)) return false;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
  if (allowed.includes(origin)) reply.header('access-control-allow-credentials', 'true');
  if (method !== 'OPTIONS' || wanted === undefined) return false;
  void reply.code(204).headers(preflight).send();
  return true;
}

const exposed =
  'Content-Disposition, X-Request-Id, X-Total-Count, Location, Tus-Resumable, Upload-Offset, Upload-Length';
const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
  'access-control-allow-headers':
    'think-lang, server, batoken, ba-user-token, Authorization, Content-Type, X-Requested-With, Idempotency-Key, ' +
    'Last-Event-ID, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata',
  'access-control-max-age': '1800',
} as const;

function refusalOf(request: FastifyRequest, { allowedOrigins, foreign }: GuardParts): Problem | undefined {
  if (!hasOneHost(request)) return new Problem('server:badRequest', {}, { status: 400 });
  // What is packed could unpack to any size.
  if (request.headers['content-encoding'] !== undefined) return new Problem('server:wrongType', {}, { status: 415 });
  if (!isForeign(request) || mayWrite(request.headers, allowedOrigins)) return undefined;
  foreign(request);
  return new Problem('server:foreign', {}, { status: 403, code: Code.forbidden });
}

/** Browsers write `null` for pages that have no origin: they are nobody's. */
function isAllowed(origin: string, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  return allowed.includes('*') || allowed.includes(new URL(origin).hostname);
}

/**
 * Cookies go with what a browser sends, whoever wrote the page: those that are allowed by no more than their host do nothing in
 * the name of a visitor.
 */
const mayWrite = ({ origin, cookie }: IncomingHttpHeaders, allowed: readonly string[]): boolean =>
  allowed.includes(origin!) || (cookie === undefined && isAllowed(origin!, allowed));

/** A name or an address, and perhaps a port. */
const host = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Of two hosts a proxy may believe one and we the other. Only HTTP 1.0 knew requests without. */
function hasOneHost({ raw: { rawHeaders, httpVersion, headers } }: FastifyRequest): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 && host.test(headers.host);
}

/** Browsers name the page's origin with every request that may change something. Other programs name none. */
function isForeign({ method, host, headers: { origin, 'sec-fetch-site': site } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || origin === undefined) return false;
  // Pages cannot write this header, and it is right behind proxies that rename the host.
  if (site === 'same-origin') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
