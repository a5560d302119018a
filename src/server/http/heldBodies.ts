import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#resource';
import { placeOf } from '../shared/placeOf.ts';
import type { BodyConfig } from './bodyPace.ts';
import { heaviestOf, type Held } from './heaviestOf.ts';

/** Bytes from which on a body is counted, and of all such bodies that may be on their way into memory. */
const counted = 16 * 1024;
const most = 256 * 1024 * 1024;

/**
 * Bounds the memory of bodies that are held as a whole, before anybody knows who sends them. When there is no more room, the
 * address that sends the most makes it: its oldest request is cut off, or the new one is refused when it is its own.
 */
export function registerHeldBodies(app: FastifyInstance): void {
  const bodies = new Set<Held>();
  let bytes = 0;
  // Not `async`: every request passes here.
  app.addHook('onRequest', (request, reply, done) => {
    const size = announced(request);
    if (size < counted) return done();
    const { raw } = request;
    const held: Held = { who: placeOf(request.ip), bytes: size, socket: raw.socket };
    const forget = (each: Held): void => {
      if (bodies.delete(each)) bytes -= each.bytes;
    };
    while (bytes + size > most) {
      const heaviest = heaviestOf(bodies);
      if (heaviest === undefined || heaviest.who === held.who)
        return done(new Problem('server:busy', {}, { status: 503 }));
      forget(heaviest);
      heaviest.socket.destroy();
    }
    bodies.add(held);
    bytes += size;
    const end = (): void => forget(held);
    raw.once('end', end);
    // A request that is answered before its end may never be closed.
    reply.raw.once('close', end);
    done();
  });
}

/** Bytes that the body may come to; of one that does not say so, all that it may have. */
function announced({ raw: { headers }, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  if ((config as BodyConfig).isStreamed) return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}
