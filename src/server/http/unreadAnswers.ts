import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, type Caller } from '#resource';
import { whoIs } from '../rateLimits/rateLimiter.ts';
import { placeOf } from '../shared/placeOf.ts';
import { heaviestOf, type Held } from './heaviestOf.ts';

/** Bytes from which on an answer is counted, and of all such answers that may be held until their readers have taken them. */
const counted = 16 * 1024;
const most = 64 * 1024 * 1024;
/** How long an answer may be held: some milliseconds, and as many bytes a second as a slow line takes. */
const patience = 10_000;
const slowLine = 32 * 1024;
/** Milliseconds between two looks. */
const interval = 2_000;

interface HeldAnswer extends Held {
  readonly until: number;
}

/**
 * Bounds the memory of answers that are not read. When there is no more room, whoever holds the most makes it: their oldest
 * answers are cut off, or the new one is refused when it is theirs. None is held for longer than a slow line needs.
 */
export function registerUnreadAnswers(app: FastifyInstance): void {
  const answers = new Set<HeldAnswer>();
  let bytes = 0;
  const forget = (held: HeldAnswer): void => {
    if (answers.delete(held)) bytes -= held.bytes;
  };
  // Not `async`: every answer passes here.
  app.addHook('onSend', (request, reply, payload, done) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < counted)
      return done(null, payload);
    const size = Buffer.byteLength(payload);
    const who = readers.get(request) ?? placeOf(request.ip);
    while (bytes + size > most) {
      const heaviest = heaviestOf(answers);
      if (heaviest === undefined || heaviest.who === who) return done(new Problem('server:busy', {}, { status: 503 }));
      forget(heaviest);
      heaviest.socket.destroy();
    }
    const until = performance.now() + patience + (size / slowLine) * 1000;
    const held: HeldAnswer = { who, bytes: size, until, socket: request.raw.socket };
    answers.add(held);
    bytes += size;
    reply.raw.once('close', () => forget(held));
    done(null, payload);
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const held of answers) if (held.until < now) held.socket.destroy();
  }, interval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const readers = new WeakMap<FastifyRequest, string>();

/** Whoever asks is who has to read the answer, not the token that they send: anybody makes up as many as they like. */
export const noteReader = (request: FastifyRequest, caller: Caller): void => void readers.set(request, whoIs(caller));
