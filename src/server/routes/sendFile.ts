import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#resource';
import type { Bytes, FileAnswer, FileSource } from '#plugin';
import { inertPolicy } from '../http/safetyHeaders.ts';
import { isFresh, rangeOf } from './conditions.ts';

/** Types that show something and run nothing. SVG, HTML and XML are not among them: those are saved. */
const shown =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(?:audio|video)\/[\w.+-]+|application\/pdf|text\/plain)(?:;|$)/i;

/** What is saved, not shown: a browser that opens it nevertheless runs nothing of it. An SVG within a page keeps its colours. */
const sandboxed = {
  'content-security-policy': `sandbox; ${inertPolicy['content-security-policy']}; style-src 'unsafe-inline'`,
};

/**
 * Browsers show PDF in frames only: in those of this site, and what anyone may have in those of any, since pages fetch it from
 * the address of a CDN. It can do nothing to the page around it.
 */
const framed = (isPublic: boolean) => ({
  'content-security-policy': `default-src 'none'; frame-ancestors ${isPublic ? '*' : "'self'"}`,
  'x-frame-options': 'SAMEORIGIN',
});

/** Answers with the file, or the part of it that is asked for. `isPublic`: whoever asks gets the same. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { source, options }: FileAnswer,
  isPublic: boolean,
): Promise<void> {
  const found = typeof source === 'string' ? await onDisk(source) : source;
  const { type = 'application/octet-stream', inline = false, name, maxAge = 0 } = options;
  const state = { etag: etagOf(found), modified: found.modified };
  const isShown = inline && shown.test(type);
  reply.headers({
    'content-type': type,
    'content-disposition': contentDisposition(name?.replaceAll(/[/\\]/g, '_'), {
      type: isShown ? 'inline' : 'attachment',
    }),
    ...(!isShown && sandboxed),
    ...(isShown && type.toLowerCase().startsWith('application/pdf') && framed(isPublic)),
    // Pages of other sites may show what anyone may have, such as those behind the address of a CDN.
    ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
    'accept-ranges': 'bytes',
    'cache-control': `${isPublic ? 'public' : 'private'}, ${maxAge > 0 ? `max-age=${maxAge}` : 'no-cache'}`,
    ...(state.etag && { etag: state.etag }),
    ...(state.modified !== undefined && { 'last-modified': new Date(state.modified * 1000).toUTCString() }),
  });
  if (isFresh(request.headers, state)) return end(reply, 304);
  const range = rangeOf(request.headers, state, found.size);
  if (range === 'unsatisfiable') return end(reply, 416, { 'content-range': `bytes */${found.size}` });
  const part = range ?? { start: 0, end: found.size - 1 };
  const length = part.end - part.start + 1;
  const headers = {
    'content-length': length,
    ...(range && { 'content-range': `bytes ${part.start}-${part.end}/${found.size}` }),
  };
  if (request.method === 'HEAD' || length === 0) return end(reply, range ? 206 : 200, headers);
  const bytes = await found.read(part);
  head(reply, range ? 206 : 200, headers);
  // Whoever goes before the end is no failure.
  await pipeline(exactly(bytes, length), reply.raw).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function head(reply: FastifyReply, status: number, headers: Record<string, string | number> = {}): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers });
}

function end(reply: FastifyReply, status: number, headers?: Record<string, string | number>): void {
  head(reply, status, headers);
  reply.raw.end();
}

async function onDisk(path: string): Promise<FileSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!found?.isFile()) throw new Problem('server:notFound', {}, { status: 404 });
  return {
    size: found.size,
    modified: Math.floor(found.mtimeMs / 1000),
    etag: `${found.size.toString(16)}-${Math.floor(found.mtimeMs).toString(16)}`,
    read: (range) => createReadStream(path, range),
  };
}

/** Sources name it as they like; on the line it stands in quotes. */
function etagOf({ etag }: FileSource): string | undefined {
  if (etag === undefined) return undefined;
  const bare = etag.replace(/^"(.*)"$/, '$1');
  if (!/^[\x21\x23-\x7e]+$/.test(bare))
    throw new Error(`The etag "${etag}" of a file must be visible ASCII without quotes.`);
  return `"${bare}"`;
}

/** What was announced: a client would take what is too much for its next answer, and wait for what is missing. */
async function* exactly(bytes: Bytes, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw new Error(`A file gave ${left < 0 ? 'more' : 'fewer'} bytes than the ${length} it said.`);
}
