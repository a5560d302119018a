import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '#resource';
import type { Limits } from '../shared/limits.ts';

/** How a route takes its body. */
export interface BodyConfig {
  /** Bytes a second that it must bring at least, instead of being there in time. */
  readonly leastRate?: number;
  /** It is read as it comes, and never in memory as a whole. */
  readonly isStreamed?: boolean;
}

/**
 * Ends requests whose bodies come too slowly: those of ordinary routes after a fixed time, those of routes with a least
 * rate as soon as they fall behind it. The answer is 408.
 */
export function registerBodyPace(app: FastifyInstance, limits: Pick<Limits, 'body' | 'pace'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const { leastRate } = request.routeOptions.config as BodyConfig;
      const timer =
        leastRate === undefined
          ? setTimeout(() => giveUp(raw, reply), limits.body)
          : setInterval(watch(raw, reply, (leastRate * limits.pace) / 1000), limits.pace);
      const stop = (): void => clearTimeout(timer);
      raw.once('end', stop);
      // A request that is answered before its end may never be closed.
      reply.raw.once('close', stop);
    }
    done();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Looks whether that many bytes have come since the last time. While we do not read, the sender cannot send. */
function watch(raw: IncomingMessage, reply: FastifyReply, least: number): () => void {
  let before = raw.socket.bytesRead;
  return () => {
    const { bytesRead } = raw.socket;
    if (bytesRead - before < least && raw.readableLength < raw.readableHighWaterMark) giveUp(raw, reply);
    before = bytesRead;
  };
}

/** Whoever reads the body learns of it as of any other failure of the stream, and answers; then the connection ends. */
function giveUp(raw: IncomingMessage, reply: FastifyReply): void {
  if (reply.sent || raw.listenerCount('error') === 0) {
    raw.socket.destroy();
    return;
  }
  reply.raw.once('finish', () => raw.socket.destroySoon());
  raw.emit('error', Object.assign(new Problem('server:tooSlow', {}, { status: 408 }), { statusCode: 408 }));
}
