import { pino, type Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import { Code, Problem, type Model } from '#resource';
import type { PluginHost, ServerPlugin } from '#plugin';
import { createAccess } from './access/createAccess.ts';
import { stillHolds } from './realms/currentRights.ts';
import { createAudit, secretsOf } from './access/audit.ts';
import { forgetAudit } from './access/forgetAudit.ts';
import { firstStart, type FirstAdmin } from './access/firstStart.ts';
import { fillNameKeys } from './access/nameKeys.ts';
import { PermissionStore } from './access/permissionStore.ts';
import { syncRules } from './access/syncRules.ts';
import { wantedRules } from './access/wantedRules.ts';
import { areaRoutes, forgetPlaces } from './admin/area.ts';
import { cacheRoutes } from './admin/clearCache.ts';
import { badgeRoutes, hasBadges } from './admin/badges.ts';
import { dashboardMenu, dashboardRoutes } from './admin/dashboard.ts';
import { profileMenu, profilePath, profileRoutes } from './admin/profile.ts';
import { settingsMenu, settingsRoutes } from './admin/siteSettings.ts';
import { startRoutes } from './admin/start.ts';
import { commonRoutes } from './api/common.ts';
import { Caches } from './database/caches.ts';
import type { Config } from './config/config.ts';
import { forgetRows, sealTables } from './database/appendOnly.ts';
import { applySchema, planSchema } from './database/applySchema.ts';
import type { Database } from './database/database.ts';
import type { TableSchema } from './database/schema.ts';
import { withSortIndexes } from './database/largeTables.ts';
import { openDatabase } from './database/openDatabase.ts';
import { eventTables } from './events/eventTables.ts';
import { Failures } from './fence/failures.ts';
import { fenceModel } from './fence/fenceModel.ts';
import { fencedHost, fencePlugin, type ServerHost } from './fence/fencePlugin.ts';
import { pluginOwner } from './fence/owner.ts';
import { ServiceRegistry } from './fence/serviceRegistry.ts';
import { publicFetch } from './host/publicFetch.ts';
import { tableHost } from './host/tableHost.ts';
import { createHttp } from './http/createHttp.ts';
import { refuseOtherMethods, registerRoutes, type RouteParts } from './http/registerRoutes.ts';
import type { Route } from './http/route.ts';
import { jobTables } from './jobs/jobTables.ts';
import type { Jobs } from './jobs/startJobs.ts';
import { loadResources, type Loaded } from './loading/loadResources.ts';
import { withoutPlugins } from './loading/withoutPlugins.ts';
import { accountRealm } from './access/accountRealm.ts';
import { adminDeclared, adminRealm } from './access/adminRealm.ts';
import { usableRealms } from './realms/checkRealms.ts';
import { endSessions } from './session/endSessions.ts';
import type { Realm } from './realms/realm.ts';
import { signInRoutes } from './session/signIn.ts';
import { startRoute } from './api/startRoute.ts';
import { contentSources } from './routes/contentSources.ts';
import { EventStreams } from './routes/eventStreams.ts';
import { registerPluginRoutes } from './routes/registerPluginRoutes.ts';
import { routeFault } from './routes/routeFault.ts';
import { Signatures } from './routes/signatures.ts';
import { forgetDaily } from './shared/forgetDaily.ts';
import { defaultLimits, type Limits } from './shared/limits.ts';
import { labelsFrom, loadMessages, terminalLanguage, type Messages } from './shared/messages.ts';
import { outputTables } from './output/outputTables.ts';
import { accountEvents } from './services/accountEvents.ts';
import { openServices } from './services/services.ts';
import { forgetEvents } from './security/forgetEvents.ts';
import { SiteTimeZone } from './shared/siteTimeZone.ts';
import { noteRefusal } from './security/refusals.ts';
import { rowEvents } from './security/rowEvents.ts';
import { sealLog } from './security/sealLog.ts';
import { SecurityLog } from './security/securityLog.ts';
import { settingsEvents } from './settings/settingsEvents.ts';
import { Attempts, attemptTable } from './session/attempts.ts';
import { captchaTable, createClickCaptcha } from './session/captcha/captcha.ts';
import { createDevices } from './session/devices.ts';
import { createPasswords, type PasswordCost } from './session/passwords.ts';
import { serverSecret } from './session/serverSecret.ts';
import { tokenTables } from './session/storedTokens.ts';
import { Tokens } from './session/tokens.ts';
import { assertNobodyLockedOut } from './settings/lockedOut.ts';
import { openSettings } from './settings/openSettings.ts';
import { settingTables } from './settings/storedGroup.ts';
import { modulesMenu, moduleRoutes } from './modules/moduleStore.ts';
import { moduleTables, switchedOff } from './modules/moduleStates.ts';
import { watchModules } from './modules/watchModules.ts';
import { createGate } from './table/createGate.ts';
import type { Gate } from './table/gate.ts';
import { tableRoutes } from './table/tableRoutes.ts';
import { tablesOf } from './table/tablesOf.ts';

/** The whole product, running but for the port. */
export interface App {
  readonly http: FastifyInstance;
  readonly gate: Gate;
  readonly database: Database;
  readonly routes: readonly Route[];
  readonly jobs: Pick<Jobs, 'dead'>;
  /** Set when this start has made the first administrator. */
  readonly firstAdmin: FirstAdmin | undefined;
  /** Files that could not be used, one sentence each. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface AppOptions {
  readonly log?: Logger;
  /** Unix seconds; the clock when left out. */
  now?(): number;
  /** What stands on the disk when left out. */
  readonly loaded?: Loaded;
  /** Other than those of the product. */
  readonly limits?: Partial<Limits>;
  /** Of new hashes; OWASP's when left out. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Where failures of plugins are noted; a list of its own when left out. */
  readonly failures?: Failures;
  /** Closes the application and makes it anew, since plugins were switched on or off. Without it they are with the next start. */
  restart?(): void;
}

/** Tables of the server itself, which no resource file declares. */
export const ownTables = [
  captchaTable,
  attemptTable,
  ...tokenTables,
  ...settingTables,
  ...moduleTables,
  ...jobTables,
  ...eventTables,
  ...outputTables,
];

/** Opens the database, gives it the tables of the resources, and makes every route answer. */
export function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const zone = new SiteTimeZone(config.timeZone);
  return zone.run(() => start(config, zone, options));
}

async function start(
  config: Config,
  zone: SiteTimeZone,
  {
    log = pino({ level: 'silent' }),
    now = clock,
    loaded,
    limits: given,
    passwordCost,
    failures = new Failures(errorLog(log)),
    restart,
  }: AppOptions,
): Promise<App> {
  const messages = loadMessages(config.root);
  const limits = { ...defaultLimits, ...given };
  const found = loaded ?? (await loadResources(config.root));
  const database = await openDatabase(config, (message) => log.warn(message));
  try {
    // Instances that start at once take turns: the second finds what the first has made.
    return await database.runExclusive(async () => {
      const off = await switchedOff(database);
      const active = withoutPlugins(found, off);
      const registry = new ServiceRegistry();
      const plugins = active.plugins.map((plugin) => fencePlugin(plugin, { failures, limits, services: registry }));
      const models = active.models.map((model) =>
        fenceModel(model, ownerOfTable(model, active.files, active.plugins), { failures, limit: limits.hook }),
      );
      const tables = await wantedTables(database, active);
      await applySchema(database, tables, (step) => log.info(step));
      await sealTables(database, tables);
      await sealLog(database);
      const faults = [...messages.faults, ...active.faults];
      return assemble({
        config,
        zone,
        log,
        now,
        limits,
        passwordCost,
        failures,
        messages,
        database,
        tables,
        registry,
        models,
        plugins,
        faults,
        found,
        off,
        restart,
        pluginFiles: found.pluginFiles,
      });
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function wantedTables(database: Database, { models, plugins, files }: Loaded): Promise<TableSchema[]> {
  const kinds = plugins.flatMap(({ fields = [] }) => fields);
  return withSortIndexes(database, [...tablesOf(models, files, kinds), ...ownTables]);
}

const errorLog =
  (log: Logger) =>
  (message: string, error: unknown): void =>
    log.error({ err: error }, message);

/** Whose hooks and rules a table has. */
function ownerOfTable({ name }: Model, files: Loaded['files'], plugins: readonly ServerPlugin[]): string {
  const plugin = plugins.find(({ resources }) => resources?.some((resource) => resource.name === name));
  return plugin ? pluginOwner(plugin.name) : (files?.get(name) ?? `table ${name}`);
}

const clock = (): number => Math.floor(Date.now() / 1000);

interface Parts {
  readonly config: Config;
  readonly zone: SiteTimeZone;
  readonly log: Logger;
  readonly now: () => number;
  readonly limits: Limits;
  readonly passwordCost: PasswordCost | undefined;
  readonly failures: Failures;
  readonly messages: Messages;
  readonly database: Database;
  readonly tables: readonly TableSchema[];
  /** Services that plugins do one another. */
  readonly registry: ServiceRegistry;
  readonly models: readonly Model[];
  readonly plugins: readonly ServerPlugin[];
  readonly pluginFiles: Loaded['pluginFiles'];
  readonly faults: readonly string[];
  readonly found: Loaded;
  /** Names of the plugins that somebody has switched off. */
  readonly off: ReadonlySet<string>;
  readonly restart: (() => void) | undefined;
}

async function assemble({
  config,
  zone,
  log,
  now,
  limits,
  passwordCost,
  failures,
  messages,
  database,
  tables,
  registry,
  models,
  plugins,
  pluginFiles,
  faults,
  found,
  off,
  restart,
}: Parts): Promise<App> {
  const logError = errorLog(log);
  const running = new Set(plugins.map(({ name }) => name));
  const passwords = createPasswords(passwordCost);
  // The first start says by itself what it has made; its entries are in the table, not lines of the terminal too.
  const eventLines = log.child({}, { level: 'error' });
  const events = new SecurityLog({ database, log: eventLines, now });
  const others = usableRealms(
    plugins.flatMap((plugin) => plugin.realms ?? []),
    [adminDeclared],
    models,
  );
  const services = await openServices({
    config,
    database,
    failures,
    limits,
    plugins,
    log: logError,
    hostOf: (name) =>
      fencedHost(
        plugins.find((each) => each.name === name)!,
        { failures, limits, services: registry },
        host,
      ),
  });
  const accountRealms = [adminDeclared, ...others.realms];
  const listeners = [rowEvents(events), endSessions(accountRealms), accountEvents(services.events, accountRealms)];
  const gate = createGate({
    database,
    models,
    translate: messages.find,
    hashPassword: passwords.hash,
    log: logError,
    now,
    written: async (tx, change) => {
      for (const listener of listeners) await listener(tx, change);
    },
    enqueueIn: services.jobs.enqueueIn,
    watchers: plugins.flatMap((plugin) => plugin.watch ?? []),
  });
  const label = labelsFrom(messages);
  const menu = plugins.flatMap((plugin) => plugin.menu ?? []);
  const wanted = wantedRules(
    models,
    [
      dashboardMenu(label),
      settingsMenu(label),
      profileMenu(label),
      modulesMenu(label),
      ...menu.filter(({ realm = 'admin' }) => realm === 'admin'),
    ],
    label,
  );
  const made = new Map(wanted.map((rule) => [rule.name.toLowerCase(), rule]));
  await syncRules(gate, wanted);
  const firstAdmin = await firstStart(gate, label('auth:superGroup')!, config.adminPassword);
  // Lines of the security log are written whatever the level of the others is.
  eventLines.level = config.securityLogLevel ?? log.level;
  const doubles = (await fillNameKeys(gate)).map((each) =>
    messages.translate(terminalLanguage(process.env), 'start:nameDouble', { ...each }),
  );

  const rights = new PermissionStore(database, gate);
  const tokens = new Tokens(database, now, (reason, caller) =>
    events.note({ kind: 'token_reuse', outcome: 'refused', caller, detail: { reason } }),
  );
  const captcha = createClickCaptcha(database, now, (event) => events.note(event));
  const devices = createDevices(serverSecret(database, 'devices'), now);
  const attempts = new Attempts(database, now);
  const caches = new Caches(
    database,
    [...tablesOf(models), ...ownTables].map((table) => table.name),
  );
  caches.add(gate.forget, forgetPlaces);
  const settings = await openSettings({
    config,
    database,
    gate,
    zone,
    declared: plugins.flatMap((plugin) => plugin.settings ?? []),
    warn: (message) => log.warn(message),
    written: async (tx, change) => {
      await settingsEvents(events)(tx, change);
      tx.after.push(() => services.events.tell('settings-changed', { group: change.model.name }));
    },
    changed: () => caches.forget(),
  });
  const audit = createAudit(
    gate,
    made,
    secretsOf([...models, ...settings.store.groups.map((group) => group.model)]),
    label('session:signInEntry')!,
    logError,
  );
  const signatures = new Signatures(serverSecret(database, 'signatures'), now);
  const calling = publicFetch({ allowed: config.fetchPrivate ?? [] });
  const hostOf = (plugin: string): PluginHost => ({
    ...tableHost(gate),
    use: (name) => registry.use(name),
    fetch: calling,
    settings: (name) => settings.store.values(name),
    log: (message) => log.info(message),
    signedUrl: (address, options) => signatures.sign(address, options),
    ...services.of(plugin),
  });
  const host: ServerHost = { ...hostOf('server'), of: hostOf };
  const site = () => settings.store.site();
  const contain = (error: unknown): undefined => failures.contain(error);
  const realm = adminRealm(rights, audit);
  const realms: readonly Realm[] = [realm, ...others.realms.map((each) => accountRealm(each, gate))];
  const routes: Route[] = [
    ...realms.flatMap((each) =>
      signInRoutes(
        {
          gate,
          tokens,
          passwords,
          attempts,
          captcha,
          devices,
          events,
          now,
          signedIn: (who) => services.events.tell('signed-in', who),
        },
        each,
      ),
    ),
    ...startRoutes({
      gate,
      realm,
      rights,
      site,
      badges: hasBadges(gate),
      profile: made.get(profilePath.toLowerCase())!,
    }),
    ...others.realms.map(({ name }) => {
      const own = realms.find((each) => each.name === name)!;
      return startRoute(own, { models, menu: menu.filter((entry) => entry.realm === name), label, site });
    }),
    ...badgeRoutes(gate, contain),
    ...commonRoutes({ tokens, realms, captcha }),
    ...profileRoutes({ gate, realm, rights, tokens, passwords, attempts, events }),
    ...areaRoutes,
    ...cacheRoutes(caches, events),
    ...dashboardRoutes({
      gate,
      cards: plugins.flatMap((plugin) => plugin.cards ?? []),
      host,
      translate: messages.translate,
      log: logError,
      now,
      failures: () => [...app.faults.map((text) => ({ text })), ...failures.list()],
      contain,
    }),
    ...settingsRoutes({
      store: settings.store,
      dialect: database.dialect,
      translate: messages.find,
      assertSafe: (caller, body) => assertNobodyLockedOut({ database, rights, now }, caller, body),
    }),
    ...moduleRoutes({
      database,
      found,
      running,
      events,
      version: async () => String((await site()).version),
      refusals: async (wanted) => (await planSchema(database, await wantedTables(database, wanted))).refused,
      failures: (plugin) => failures.of(pluginOwner(plugin)),
      restart,
      now,
    }),
    ...realms.flatMap((each) => tableRoutes(gate, each)),
  ];
  const policyFaults: string[] = [];
  const http = await createHttp({
    messages,
    log,
    root: config.root,
    trustProxy: config.trustProxy,
    limits,
    blame: (error) => failures.blame(error),
    origins: originsOf(models),
    sources: contentSources(plugins, host, {
      wrong: (plugin, message) => policyFaults.push(`${pluginOwner(plugin)}: contentSecurityPolicy: ${message}`),
      late: (plugin, message) => failures.report(pluginOwner(plugin), 'contentSecurityPolicy', new Error(message)),
    }),
    foreign: ({ ip, id: requestId, url, headers }) =>
      events.note({
        kind: 'forbidden',
        outcome: 'refused',
        caller: { ip, requestId, userAgent: headers['user-agent'] ?? '' },
        target: url.split('?')[0]!.replace(/^\/api\//, '/'),
        detail: { reason: 'server:foreign', origin: String(headers.origin).slice(0, 200) },
      }),
    siteName: async () => String((await site()).siteName),
    pluginsOff: found.plugins.flatMap(({ name }) => (running.has(name) ? [] : [found.folders?.get(name) ?? name])),
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
    access: createAccess(database, tokens, realms, now, ({ ip, userAgent, requestId }, { name, base }, owner) =>
      events.note({
        kind: 'forbidden',
        outcome: 'refused',
        caller: { ...owner, ip, userAgent, requestId },
        target: base,
        detail: { reason: `session:notOf ${name}` },
      }),
    ),
    messages,
    done: audit.note,
    refused: (caller, target, problem) => noteRefusal({ events, gate }, caller, target, problem),
  };
  const own = registerRoutes(http, routes, parts);
  const streams = new EventStreams(limits, stillHolds);
  http.addHook('preClose', async () => streams.close());
  const added = await registerPluginRoutes(
    http,
    plugins.flatMap(({ name: plugin, routes: given = [] }) => given.map((route) => ({ plugin, route }))),
    {
      ...parts,
      failures,
      limits,
      streams,
      signatures,
      log,
      taken: own.used,
      isController: (name) => gate.modelAt(name) !== undefined,
      faultOf: (owned, message) => routeFault(config.root, pluginFiles, owned, message),
      waits: ({ plugin, route }) =>
        log.info(`plugin ${plugin}: route ${route.method} ${route.url} waits for the realm "${route.realm}"`),
    },
  );
  refuseOtherMethods(http, [...own.used, ...added.used]);
  http.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await site()));
  for (const plugin of plugins) await plugin.start?.(host);
  await services.jobs.start();
  const stopForgetting = forgetAudit(gate, now, logError);
  const stopForgettingEvents = forgetEvents({
    database,
    events,
    days: async () => (await settings.store.values('basics')).security_log_days,
    now,
    failed: (error) => logError('old entries of the security log could not be removed', error),
  });
  const stopWatching = restart ? watchModules(database, off, restart) : undefined;
  const stopForgettingRows = forgetDaily(
    () => forgetRows(database, tables),
    (error) => logError('old rows could not be removed', error),
  );
  const app: App = {
    http,
    gate,
    database,
    routes,
    jobs: services.jobs,
    firstAdmin,
    faults: [
      ...faults,
      ...others.faults,
      ...doubles,
      ...settings.faults,
      ...services.faults,
      ...own.faults,
      ...added.faults,
      ...policyFaults,
    ],
    async close() {
      stopWatching?.();
      const jobsEnded = services.jobs.interrupt(limits.stop);
      await services.events.tellHere('before-stop');
      await http.close();
      await jobsEnded;
      await audit.close();
      await stopForgetting();
      await stopForgettingEvents();
      await stopForgettingRows();
      await events.close();
      await Promise.all(plugins.map(async (plugin) => plugin.stop?.()));
      await services.close();
      await calling.close();
      await database.close();
      await services.events.tellHere('after-stop');
    },
  };
  return app;
}

/** Servers from which the browser reads rows by itself. */
const originsOf = (models: readonly Model[]): string[] => [
  ...new Set(
    models.flatMap(({ source }) => (source && URL.canParse(source.rest) ? [new URL(source.rest).origin] : [])),
  ),
];
