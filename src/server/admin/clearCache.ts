import { Code, Invalid, Problem, type Label } from '#resource';
import type { Caches } from '../database/caches.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import type { SecurityLog } from '../security/securityLog.ts';

/** What is kept here; a browser's own cache (`storage`) is its own business (protocol §2.4). */
const types: readonly unknown[] = ['tp', 'all'];

/** Clearing what the server keeps, for super administrators. */
export function cacheRoutes(caches: Caches, events: SecurityLog, title: Label | undefined): Route[] {
  return [
    {
      method: 'POST',
      url: '/admin/ajax/clearCache',
      node: 'signed-in',
      title,
      success: 'server:cacheCleared',
      handler: (request) => clear(caches, events, request),
    },
  ];
}

async function clear(caches: Caches, events: SecurityLog, { caller, body }: RouteRequest): Promise<null> {
  if (!caller.super) throw new Problem('server:forbidden', {}, { code: Code.forbidden });
  if (!types.includes(body['type'])) throw new Invalid({ type: { key: 'server:cacheType' } });
  await caches.clear();
  events.note({ kind: 'cache', outcome: 'success', caller });
  return null;
}
