import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { Code, Problem } from '#resource';

/** Security headers on every answer, and refusal of what other sites make a browser send. */
export function registerGuard(app: FastifyInstance): void {
  const secured = headersOf({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Whether every visit is over HTTPS is for whoever runs a proxy to say.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(secured);
    // What is no page may do nothing when it is opened as one; pages say what they may.
    if (!request.url.startsWith('/assets/'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    // What is packed could unpack to any size.
    if (request.headers['content-encoding'] !== undefined) throw new Problem('server:wrongType', {}, { status: 415 });
    if (isForeign(request)) throw new Problem('server:foreign', {}, { status: 403, code: Code.forbidden });
  });
}

/** The headers that helmet gives every answer, worked out once. */
function headersOf(options: Parameters<typeof helmet>[0]): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, () => {});
  return answer.getHeaders();
}

/** Browsers name the page's origin with every request that may change something. Other programs name none. */
function isForeign({ method, host, headers: { origin, 'sec-fetch-site': site } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || origin === undefined) return false;
  // Pages cannot write this header, and it is right behind proxies that rename the host.
  if (site === 'same-origin') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
