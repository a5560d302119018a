import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#resource';
import type { PluginRoute } from '#plugin';
import type { FailedStarts } from '../fence/failedStarts.ts';
import { allowed, readRequest } from '../http/readRequest.ts';
import { toldByToken } from '../http/toldByToken.ts';
import { whoIs } from '../rateLimits/rateLimiter.ts';
import type { Realm } from '../realms/realm.ts';
import { callerOf, type CallerParts } from './callerOf.ts';
import { leaveBody } from './routeRequest.ts';

interface OwnedRoute {
  readonly plugin: string;
  readonly route: PluginRoute;
}

/** Long bodies that one person may be sending at once. */
const mostOfOne = 8;

/** Whether bodies of the route are read into memory as a whole, and may be longer than elsewhere, from people who are known. */
export const holdsLongBodies = ({ body, node }: PluginRoute): boolean =>
  body !== undefined && (body.as ?? 'json') === 'json' && node !== 'everyone';

/** Refuses, before a long body is read, who may not come, and who is sending many of them. The handler asks again who they are. */
export function refuseAhead(
  { plugin, route }: OwnedRoute,
  realm: Realm | undefined,
  parts: CallerParts & { readonly failedStarts: FailedStarts },
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const sending = new Map<string, number>();
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    parts.failedStarts.assertStarted(plugin);
    const { caller, realm: wanted, asking } = await callerOf(route, request, readRequest(request, realm).asking, parts);
    try {
      allowed(route, wanted, caller, asking.token);
    } catch (error) {
      throw await toldByToken(parts.access, asking, error);
    }
    const who = whoIs(caller);
    const count = (sending.get(who) ?? 0) + 1;
    if (count > mostOfOne) throw new Problem('server:tooMany', {}, { status: 429 });
    sending.set(who, count);
    const end = (): void => {
      request.raw.off('end', end);
      reply.raw.off('close', end);
      const left = sending.get(who)! - 1;
      if (left > 0) sending.set(who, left);
      else sending.delete(who);
    };
    request.raw.once('end', end);
    // A request that is answered before its end may never be closed.
    reply.raw.once('close', end);
  };
  return async (request, reply) => {
    try {
      await admit(request, reply);
    } catch (error) {
      leaveBody(request, reply);
      throw error;
    }
  };
}
