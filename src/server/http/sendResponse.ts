import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';
import { safetyHeaders } from './safetyHeaders.ts';

/** What is the connection's own, or says how a body was packed that is unpacked by now; and what keeps browsers safe. */
const ours = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'upgrade',
  'trailer',
  'content-security-policy',
  ...Object.keys(safetyHeaders).map((name) => name.toLowerCase()),
]);

/**
 * Sends a `Response` as it is, but for headers that are the server's. A body that fails halfway cuts the connection; nothing
 * of it is made for HEAD.
 */
export function sendResponse(
  reply: FastifyReply,
  { status, headers, body }: Response,
  failed: (error: unknown) => void,
): FastifyReply {
  reply.code(status);
  // Whoever kept an answer with the cookie of a visitor for others would make them the same one.
  const isOwn = reply.hasHeader('set-cookie');
  for (const [name, value] of headers) if (!ours.has(name)) reply.header(name, value);
  if (isOwn) reply.header('cache-control', 'no-store');
  const isHead = reply.request.method === 'HEAD';
  if (isHead) void body?.cancel().catch(failed);
  if (body === null || isHead) return reply.send();
  const bytes = Readable.fromWeb(body as ReadableStream);
  bytes.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.name !== 'AbortError') failed(error);
  });
  return reply.send(bytes);
}
