import type { FastifyInstance } from 'fastify';
import { Code, Problem, type Label, type Model } from '#resource';
import { knownTitleOf } from '../access/titleOf.ts';
import { stillHolds } from '../realms/currentRights.ts';
import { pluginOwner } from '../fence/owner.ts';
import { createHttp } from '../http/createHttp.ts';
import { refuseOtherMethods, registerRoutes, type RouteParts } from '../http/registerRoutes.ts';
import type { Route } from '../http/route.ts';
import { contentSources } from '../routes/contentSources.ts';
import { firstScreens } from '../routes/firstScreens.ts';
import type { HomeSite } from '../routes/homeScreen.ts';
import { localCounts } from '../rateLimits/windowCounts.ts';
import { changeRoute } from '../admin/changeRoutes.ts';
import { TableWatch } from '../events/tableWatch.ts';
import { noticeRoutes } from '../notices/noticeRoutes.ts';
import { EventStreams } from '../routes/eventStreams.ts';
import type { Realm } from '../realms/realm.ts';
import { disabledFolders } from '../loading/disabledFolders.ts';
import { registerPluginRoutes } from '../routes/registerPluginRoutes.ts';
import { createVisitors } from '../realms/visitors.ts';
import { serverSecret } from '../session/serverSecret.ts';
import { routeFault } from '../routes/routeFault.ts';
import { noteRefusal } from '../security/refusals.ts';
import { importRoutes } from '../table/importRoutes.ts';
import type { Core } from './core.ts';
import type { StartParts } from './parts.ts';

/** Makes the routes answer over HTTP, those of plugins too; returns sentences on what cannot be used. */
export async function serve(
  { config, zone, log, limits, failures, failedStarts, messages, database, models, plugins, found, now }: StartParts,
  core: Core,
  routes: readonly Route[],
): Promise<{ http: FastifyInstance; faults: readonly string[] }> {
  const { gate, titles, events, settings, audit, host, realms, signatures, site, notices, presence, withBell } = core;
  const policyFaults: string[] = [];
  const titled = (address: string): Label => knownTitleOf(address, titles);
  const http = await createHttp({
    messages,
    log,
    root: config.root,
    trustProxy: config.trustProxy,
    allowedOrigins: config.allowedOrigins ?? [],
    limits,
    blame: (error) => failures.blame(error),
    origins: originsOf(models),
    sources: contentSources(plugins, host, {
      wrong: (plugin, message) => policyFaults.push(`${pluginOwner(plugin)}: contentSecurityPolicy: ${message}`),
      late: (plugin, message) => failures.report(pluginOwner(plugin), 'contentSecurityPolicy', new Error(message)),
    }),
    foreign: ({ ip, id: requestId, url, headers }) => {
      const target = url.split('?')[0]!.replace(/^\/api\//, '/');
      events.note({
        kind: 'forbidden',
        outcome: 'refused',
        caller: { ip, requestId, userAgent: headers['user-agent'] ?? '' },
        target,
        title: titled(target),
        detail: { reason: 'server:foreign', origin: String(headers.origin).slice(0, 200) },
      });
    },
    siteName: async () => String((await site()).siteName),
    firstScreen: firstScreens(
      plugins,
      host,
      async () => (await site()) as unknown as HomeSite,
      realms.some(({ name }) => (name as string) === 'member'),
    ),
    firstLanguage: async () => (await settings.store.values('basics')).first_language,
    pluginsOff: disabledFolders(config.root, new Set(plugins.map(({ name }) => found.folders?.get(name) ?? name))),
  });
  // Not earlier: what follows a body is called by the socket, which belongs to no application.
  http.addHook('preHandler', (_request, _reply, done) => zone.run(done));
  http.addHook('onRequest', async ({ ip, id: requestId }) => {
    if (await settings.admits(ip)) return;
    events.note({ kind: 'address', outcome: 'refused', caller: { ip, requestId } });
    throw new Problem('server:addressRefused', {}, { status: 403, code: Code.forbidden });
  });
  const parts: RouteParts = {
    realms,
    visitors: createVisitors(serverSecret(database, 'visitors'), now),
    access: core.access,
    messages,
    done: audit.note,
    refused: (caller, target, problem) => noteRefusal({ events, gate, titleOf: titled }, caller, target, problem),
  };
  const own = registerRoutes(http, routes, parts);
  const streams = new EventStreams(limits, stillHolds);
  http.addHook('preClose', async () => streams.close());
  const watch = new TableWatch(database, [...gate.models.keys()], limits.changes, (error) =>
    core.logError('what has changed could not be read', error),
  );
  const bellIn = (realm: Realm) => (withBell.includes(realm) ? notices : undefined);
  // Of streams and files, which only routes of plugins can answer.
  const ownRoutes = realms.flatMap((realm) => [
    changeRoute({ gate, watch, notices: bellIn(realm), presence: realm === core.realm ? presence : undefined }, realm),
    ...importRoutes(gate, realm),
    ...(withBell.includes(realm) ? noticeRoutes(notices, realm) : []),
  ]);
  const added = await registerPluginRoutes(
    http,
    [
      ...ownRoutes.map((route) => ({ plugin: 'server', route })),
      ...plugins.flatMap(({ name: plugin, routes: given = [] }) => given.map((route) => ({ plugin, route }))),
    ],
    {
      ...parts,
      failures,
      failedStarts,
      limits,
      streams,
      signatures,
      // One process answers on SQLite: what it counts by itself is all there is, and costs no write.
      counts: database.dialect === 'postgres' ? core.counts : localCounts(now),
      now,
      log,
      taken: own.used,
      nodes: new Set(core.made.keys()),
      isController: (name) => gate.modelAt(name) !== undefined,
      faultOf: (owned, message) => routeFault(config.root, found.pluginFiles, owned, message),
      waits: ({ plugin, route }) =>
        log.info(`plugin ${plugin}: route ${route.method} ${route.url} waits for the realm "${route.realm}"`),
    },
  );
  refuseOtherMethods(http, own.used, added.used);
  http.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await site()));
  return { http, faults: [...own.faults, ...added.faults, ...policyFaults] };
}

/** Servers from which the browser reads rows by itself. */
const originsOf = (models: readonly Model[]): string[] => [
  ...new Set(
    models.flatMap(({ source }) => (source && URL.canParse(source.rest) ? [new URL(source.rest).origin] : [])),
  ),
];
