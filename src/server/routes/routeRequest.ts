import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#resource';
import type { Part, PluginRequest, RouteBody } from '#plugin';
import type { RouteRequest } from '../http/route.ts';
import { countChunk } from './countChunk.ts';
import { partsOf } from './parts.ts';

/** Milliseconds in which what a client still sends of a body that nobody wants is thrown away. */
const lingering = 2000;

/** The request as a handler sees it; what few handlers need is made when they ask for it. */
export class PluginCall implements PluginRequest {
  readonly caller: PluginRequest['caller'];
  readonly query: PluginRequest['query'];
  readonly body: PluginRequest['body'];
  readonly params: PluginRequest['params'];
  readonly header: PluginRequest['header'];
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #wanted: RouteBody | undefined;
  #controller: AbortController | undefined;
  #aborted: Error | undefined;
  #isRead = false;

  constructor(
    { caller, query, body, params, header }: Omit<RouteRequest, 'token'>,
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: RouteBody | undefined,
  ) {
    this.caller = caller;
    this.query = query;
    this.body = body;
    this.params = params;
    this.header = header;
    this.#request = request;
    this.#reply = reply;
    this.#wanted = wanted;
  }

  get lastEventId(): string | undefined {
    return this.header('last-event-id');
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    const { raw } = this.#reply;
    const gone = (): void => {
      if (!raw.writableFinished) this.abort(new Error('The client has gone.'));
    };
    if (this.#aborted) this.#controller.abort(this.#aborted);
    else if (raw.destroyed) gone();
    else raw.once('close', gone);
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#aborted ??= reason;
    this.#controller?.abort(reason);
  }

  /** Bound: handlers take it apart, `({ parts }) => …`. */
  readonly parts = (): AsyncIterable<Part> => partsOf(this.#request, this.#take('multipart'));

  get stream(): Readable {
    return bytesOf(this.#request.raw, this.#take('stream').limit);
  }

  #take(as: NonNullable<RouteBody['as']>): RouteBody {
    if (this.#wanted?.as !== as) throw new Error(`This needs body: { as: '${as}', limit: … } in the route.`);
    if (this.#isRead) throw new Error('The body of a request can be read once.');
    this.#isRead = true;
    return this.#wanted;
  }
}

export const tooLarge = (): Problem => new Problem('server:tooLarge', {}, { status: 413 });
const cutOff = (): Problem => new Problem('server:badRequest', {}, { status: 400 });

/** Whether the client says itself that it sends more than that. */
export const announcesMore = ({ headers }: IncomingMessage, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit;

/** The body as it arrives; fails when it is too large, too slow or cut off. */
function bytesOf(raw: IncomingMessage, limit: number): Readable {
  const bytes = new PassThrough();
  let left = limit;
  raw.on('data', (chunk: Buffer) => {
    countChunk(chunk);
    left -= chunk.length;
    if (left < 0) bytes.destroy(tooLarge());
  });
  raw.pipe(bytes);
  raw.once('error', (error) => bytes.destroy(error));
  raw.once('close', () => raw.readableEnded || bytes.destroy(cutOff()));
  // Whoever does not read to the end is told of nothing.
  bytes.on('error', () => {}).once('close', () => raw.unpipe(bytes));
  return bytes;
}

/** Lets a client that is still sending hear the answer before the connection ends. */
export function leaveBody({ raw: request }: FastifyRequest, { raw: reply }: FastifyReply): void {
  if (request.complete) return;
  reply.once('finish', () => {
    request.unpipe().resume();
    const timer = setTimeout(() => request.complete || request.socket.destroy(), lingering);
    request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
}
