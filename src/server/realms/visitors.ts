import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#resource';
import { derive } from './currentRights.ts';

/** Seconds that a visitor is known after their last visit: half a year at the least. */
const lifetime = 31_536_000;
const cookieName = 'visitor';
const shape = /^([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

type Visitor = NonNullable<Caller['visitor']>;
/** Those who have signed in meanwhile. */
const ended = new WeakSet<Visitor>();

/** The visitor goes on as somebody who is signed in: whoever comes after them with the same browser is another one. */
export function endVisitor({ visitor }: Caller): void {
  if (visitor) ended.add(visitor);
}

/** Visitors by a signed cookie, which no script of a page can read and other sites do not send along. */
export interface Visitors {
  /** The caller with the identity that they bring, or with one that is made for them if `isMade`. Sets the cookie. */
  identify(caller: Caller, request: FastifyRequest, reply: FastifyReply, isMade: boolean): Promise<Caller>;
  /** Takes the cookie from who has signed in. */
  settle(caller: Caller, request: FastifyRequest, reply: FastifyReply): void;
}

/** Whether the request may be one of a visitor who has been here before. */
export const bringsVisitor = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined && headers.cookie.includes(`${cookieName}=`);

export function createVisitors(secret: () => Promise<string>, now: () => number): Visitors {
  const sign = async (body: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`visitor ${body}`)
      .digest('base64url');

  async function read(value: string): Promise<{ id: string; end: number } | undefined> {
    const [, id, end, signature] = shape.exec(value) ?? [];
    if (!id || !end || !signature || Number.parseInt(end, 36) <= now()) return undefined;
    const expected = await sign(`${id}.${end}`);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return undefined;
    return { id, end: Number.parseInt(end, 36) };
  }

  /** Another site of the same domain may have set one of this name too. */
  async function known({ headers }: FastifyRequest): Promise<{ id: string; end: number } | undefined> {
    for (const value of valuesIn(headers.cookie ?? '')) {
      const found = await read(value);
      if (found) return found;
    }
    return undefined;
  }

  async function remember(id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const body = `${id}.${(now() + lifetime).toString(36)}`;
    setCookie(request, reply, `${body}.${await sign(body)}`, lifetime);
  }

  return {
    async identify(caller, request, reply, isMade) {
      if (caller.realm !== 'visitor') return caller;
      const before = await known(request);
      if (!before && !isMade) return caller;
      const visitor: Visitor = { id: before?.id ?? randomBytes(16).toString('base64url'), isNew: !before };
      if (!before || before.end < now() + lifetime / 2) await remember(visitor.id, request, reply);
      return derive(caller, (each) => (each.realm === 'visitor' ? { ...each, visitor } : each));
    },
    settle({ visitor }, request, reply) {
      if (visitor && ended.has(visitor)) setCookie(request, reply, '', 0);
    },
  };
}

const valuesIn = (cookies: string): string[] =>
  cookies.split(';').flatMap((each) => {
    const [name, value = ''] = each.trim().split('=', 2);
    return name === cookieName ? [value] : [];
  });

function setCookie({ protocol }: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void {
  const secure = protocol === 'https' ? '; Secure' : '';
  reply.removeHeader('set-cookie');
  reply.header('set-cookie', `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
}
