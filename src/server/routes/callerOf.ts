import type { FastifyRequest } from 'fastify';
import { Code, Problem, type Caller } from '#resource';
import type { PluginRoute } from '#plugin';
import { tokenIn } from '../http/readRequest.ts';
import type { Access, Asking } from '../http/route.ts';
import type { Realm } from '../realms/realm.ts';
import type { Signatures, SignedOwner } from './signatures.ts';

export interface CallerParts {
  readonly realms: readonly Realm[];
  readonly access: Access;
  readonly signatures: Signatures;
}

/** Who asks, and in which realm they have to be signed in. */
export interface Known {
  readonly caller: Caller;
  readonly realm: Realm | undefined;
  /** With the realm's token, from whatever place the route takes it; without one where they are known by something else. */
  readonly asking: Asking;
}

/** Finds out who asks a plugin's route: by a signature, by a token of the plugin's own, or as everywhere, by one of a realm. */
export async function callerOf(
  route: PluginRoute,
  request: FastifyRequest,
  asking: Asking,
  parts: CallerParts,
): Promise<Known> {
  const { realm } = asking;
  const query = request.query as Record<string, unknown>;
  if (route.signed) {
    const signed = query['signature'] !== undefined;
    if (!signed && route.node === 'everyone') throw unsigned();
    if (signed) return signedCaller(route, request, asking, parts);
  }
  const [, bearer] = /^Bearer +(\S{1,4096})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (route.bearer && (bearer !== undefined || !realm)) return bearerCaller(route, bearer, asking, parts);
  const given = asking.token ?? (route.tokenInQuery && realm ? tokenOf(query, realm) : undefined);
  const asked = { ...asking, token: given };
  return {
    caller: await parts.access.callerOf(asked, route.node === 'everyone' && !route.refusesStaleTokens),
    realm,
    asking: asked,
  };
}

/** Under the name of the realm's header, or that of the specification (§7). */
function tokenOf(query: Record<string, unknown>, { tokenHeader }: Realm): string | undefined {
  const value = query[tokenHeader] ?? query['batoken'];
  return value === undefined ? undefined : typeof value === 'string' ? tokenIn(value) : 'unknown';
}

const unsigned = (): Problem => new Problem('server:badSignature', {}, { status: 403, code: Code.forbidden });

async function signedCaller(
  route: PluginRoute,
  { url }: FastifyRequest,
  asking: Asking,
  parts: CallerParts,
): Promise<Known> {
  const signed = await parts.signatures.check(url);
  if (!signed) throw unsigned();
  if (!signed.owner) {
    if (route.node !== 'everyone') throw unsigned();
    return unknown(asking, parts);
  }
  const known = await accountOf(signed.owner, asking, parts);
  if (known.caller.realm !== signed.owner.realm) throw unsigned();
  return known;
}

async function bearerCaller(
  route: PluginRoute,
  token: string | undefined,
  asking: Asking,
  parts: CallerParts,
): Promise<Known> {
  const visitor = unknown(asking, parts);
  if (token === undefined && route.node === 'everyone') return visitor;
  const owner = token === undefined ? undefined : await route.bearer!(token);
  const known = owner ? await accountOf({ realm: owner.realm, key: { id: owner.id } }, asking, parts) : visitor;
  if (known.caller.realm === 'visitor')
    throw new Problem('server:needLogin', {}, { status: 401, code: Code.forbidden });
  return known;
}

async function accountOf({ realm: name, key }: SignedOwner, asking: Asking, parts: CallerParts): Promise<Known> {
  const realm = parts.realms.find((each) => each.name === name);
  if (!realm) return unknown(asking, parts);
  return { caller: await parts.access.accountOf(asking, realm, key), realm, asking: { ...asking, token: undefined } };
}

const unknown = (asking: Asking, { access }: CallerParts): Known => ({
  caller: access.visitor(asking),
  realm: undefined,
  asking: { ...asking, token: undefined },
});

/** Parameters of the query that let somebody in: no handler sees them. */
export function withoutSecrets(
  query: Readonly<Record<string, unknown>>,
  route: PluginRoute,
  realm: Realm | undefined,
): Readonly<Record<string, unknown>> {
  if (!route.signed && !route.tokenInQuery) return query;
  const secrets = new Set([
    ...(route.signed ? ['expires', 'for', 'signature'] : []),
    ...(route.tokenInQuery ? ['batoken', realm?.tokenHeader ?? ''] : []),
  ]);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !secrets.has(name)));
}
