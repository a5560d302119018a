import { pino, type Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import { Code, Problem, setTimeZone, type Label, type Model } from '#resource';
import type { PluginHost, PluginRoute, ServerPlugin } from '#plugin';
import { createAccess } from './access/createAccess.ts';
import { createAudit } from './access/audit.ts';
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
import { applySchema } from './database/applySchema.ts';
import type { Database } from './database/database.ts';
import type { TableSchema } from './database/schema.ts';
import { withSortIndexes } from './database/largeTables.ts';
import { openDatabase } from './database/openDatabase.ts';
import { Failures } from './fence/failures.ts';
import { fenceModel } from './fence/fenceModel.ts';
import { fencePlugin } from './fence/fencePlugin.ts';
import { pluginOwner } from './fence/owner.ts';
import { ServiceRegistry } from './fence/serviceRegistry.ts';
import { publicFetch } from './host/publicFetch.ts';
import { tableHost } from './host/tableHost.ts';
import { createHttp } from './http/createHttp.ts';
import { registerRoutes } from './http/registerRoutes.ts';
import type { Route } from './http/route.ts';
import { loadResources, type Loaded } from './loading/loadResources.ts';
import { accountRealm } from './access/accountRealm.ts';
import { adminDeclared, adminRealm } from './access/adminRealm.ts';
import { usableRealms } from './realms/checkRealms.ts';
import { endSessions } from './session/endSessions.ts';
import type { Realm } from './realms/realm.ts';
import { signInRoutes } from './session/signIn.ts';
import { startRoute } from './api/startRoute.ts';
import { forgetDaily } from './shared/forgetDaily.ts';
import { defaultLimits, type Limits } from './shared/limits.ts';
import { loadMessages, terminalLanguage, type Messages } from './shared/messages.ts';
import { forgetEvents } from './security/forgetEvents.ts';
import { noteRefusal } from './security/refusals.ts';
import { rowEvents } from './security/rowEvents.ts';
import { sealLog } from './security/sealLog.ts';
import { SecurityLog } from './security/securityLog.ts';
import { settingsEvents } from './settings/settingsEvents.ts';
import { Attempts, attemptTable } from './session/attempts.ts';
import { captchaTable, createClickCaptcha } from './session/captcha/captcha.ts';
import { createDevices } from './session/devices.ts';
import { createPasswords } from './session/passwords.ts';
import { serverSecret } from './session/serverSecret.ts';
import { tokenTables } from './session/storedTokens.ts';
import { Tokens } from './session/tokens.ts';
import { assertNobodyLockedOut } from './settings/lockedOut.ts';
import { openSettings } from './settings/openSettings.ts';
import { settingTables } from './settings/storedGroup.ts';
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
  /** Where failures of plugins are noted; a list of its own when left out. */
  readonly failures?: Failures;
}

/** Tables of the server itself, which no resource file declares. */
export const ownTables = [captchaTable, attemptTable, ...tokenTables, ...settingTables];

/** Opens the database, gives it the tables of the resources, and makes every route answer. */
export async function createApp(
  config: Config,
  {
    log = pino({ level: 'silent' }),
    now = clock,
    loaded,
    limits: given,
    failures = new Failures(errorLog(log)),
  }: AppOptions = {},
): Promise<App> {
  setTimeZone(config.timeZone);
  const messages = loadMessages(config.root);
  const limits = { ...defaultLimits, ...given };
  const { faults: unusable, files, ...found } = loaded ?? (await loadResources(config.root));
  const services = new ServiceRegistry();
  const plugins = found.plugins.map((plugin) => fencePlugin(plugin, { failures, limits, services }));
  const models = found.models.map((model) =>
    fenceModel(model, ownerOfTable(model, files, found.plugins), { failures, limit: limits.hook }),
  );
  const faults = [...messages.faults, ...unusable];
  const database = await openDatabase(config, (message) => log.warn(message));
  try {
    // Instances that start at once take turns: the second finds what the first has made.
    return await database.runExclusive(async () => {
      const kinds = plugins.flatMap(({ fields = [] }) => fields);
      const tables = [...tablesOf(models, files, kinds), ...ownTables];
      await applySchema(database, await withSortIndexes(database, tables), (step) => log.info(step));
      await sealTables(database, tables);
      await sealLog(database);
      return assemble({
        config,
        log,
        now,
        limits,
        failures,
        messages,
        database,
        tables,
        services,
        models,
        plugins,
        faults,
      });
    });
  } catch (error) {
    await database.close();
    throw error;
  }
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
  readonly log: Logger;
  readonly now: () => number;
  readonly limits: Limits;
  readonly failures: Failures;
  readonly messages: Messages;
  readonly database: Database;
  readonly tables: readonly TableSchema[];
  readonly services: ServiceRegistry;
  readonly models: readonly Model[];
  readonly plugins: readonly ServerPlugin[];
  readonly faults: readonly string[];
}

async function assemble({
  config,
  log,
  now,
  limits,
  failures,
  messages,
  database,
  tables,
  services,
  models,
  plugins,
  faults,
}: Parts): Promise<App> {
  const logError = errorLog(log);
  const passwords = createPasswords();
  // The first start says by itself what it has made; its entries are in the table, not lines of the terminal too.
  const eventLines = log.child({}, { level: 'error' });
  const events = new SecurityLog({ database, log: eventLines, now });
  const others = usableRealms(
    plugins.flatMap((plugin) => plugin.realms ?? []),
    [adminDeclared],
    models,
  );
  const listeners = [rowEvents(events), endSessions([adminDeclared, ...others.realms])];
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
    declared: plugins.flatMap((plugin) => plugin.settings ?? []),
    now,
    warn: (message) => log.warn(message),
    written: settingsEvents(events),
    changed: () => caches.forget(),
  });
  const audit = createAudit(
    gate,
    made,
    secretsOf([...models, ...settings.store.groups.map((group) => group.model)]),
    label('session:signInEntry')!,
    logError,
  );
  const calling = publicFetch({ allowed: config.fetchPrivate ?? [] });
  const host: PluginHost = {
    ...tableHost(gate),
    use: (name) => services.use(name),
    fetch: calling,
    settings: (name) => settings.store.values(name),
    log: (message) => log.info(message),
  };
  const site = () => settings.store.site();
  const contain = (error: unknown): undefined => failures.contain(error);
  const realm = adminRealm(rights, audit);
  const realms: readonly Realm[] = [realm, ...others.realms.map((each) => accountRealm(each, gate))];
  const routes: Route[] = [
    ...realms.flatMap((each) =>
      signInRoutes({ gate, tokens, passwords, attempts, captcha, devices, events, now }, each),
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
    ...plugins.flatMap((plugin) => (plugin.routes ?? []).map(routeOf)),
    ...realms.flatMap((each) => tableRoutes(gate, each)),
  ];
  const http = await createHttp({
    messages,
    log,
    root: config.root,
    trustProxy: config.trustProxy,
    limits,
    blame: (error) => failures.blame(error),
    origins: originsOf(models),
    foreign: ({ ip, id: requestId, url, headers }) =>
      events.note({
        kind: 'forbidden',
        outcome: 'refused',
        caller: { ip, requestId, userAgent: headers['user-agent'] ?? '' },
        target: url.split('?')[0]!.replace(/^\/api\//, '/'),
        detail: { reason: 'server:foreign', origin: String(headers.origin).slice(0, 200) },
      }),
    siteName: async () => String((await site()).siteName),
  });
  http.addHook('onRequest', async ({ ip, id: requestId }) => {
    if (await settings.admits(ip)) return;
    events.note({ kind: 'address', outcome: 'refused', caller: { ip, requestId } });
    throw new Problem('server:addressRefused', {}, { status: 403, code: Code.forbidden });
  });
  const refused = registerRoutes(http, routes, {
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
  });
  http.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await site()));
  for (const plugin of plugins) await plugin.start?.(host);
  const stopForgetting = forgetAudit(gate, now, logError);
  const stopForgettingEvents = forgetEvents({
    database,
    events,
    days: async () => (await settings.store.values('basics')).security_log_days,
    now,
    failed: (error) => logError('old entries of the security log could not be removed', error),
  });
  const stopForgettingRows = forgetDaily(
    () => forgetRows(database, tables),
    (error) => logError('old rows could not be removed', error),
  );
  const app: App = {
    http,
    gate,
    database,
    routes,
    firstAdmin,
    faults: [...faults, ...others.faults, ...doubles, ...settings.faults, ...refused],
    async close() {
      await http.close();
      await audit.close();
      await stopForgetting();
      await stopForgettingEvents();
      await stopForgettingRows();
      await events.close();
      await Promise.all(plugins.map(async (plugin) => plugin.stop?.()));
      await calling.close();
      await database.close();
    },
  };
  return app;
}

const secretsOf = (models: readonly Model[]): Set<string> =>
  new Set(
    models
      .flatMap((model) => [model, ...[...model.actions.values()].flatMap(({ form }) => form ?? [])])
      .flatMap(({ fields }) => [...fields.values()].filter(({ secret }) => secret).map(({ name }) => name)),
  );

/** A plugin's handler sees no more of the request than its contract says. */
const routeOf = ({ handler, ...route }: PluginRoute): Route => ({
  ...route,
  handler: ({ caller, query, body }) => handler({ caller, query, body }),
});

/** A text in every language as a label. */
const labelsFrom =
  ({ find }: Messages) =>
  (key: string): Label | undefined => {
    const [chinese, english] = [find('zh-cn', key), find('en', key)];
    return chinese === undefined || english === undefined ? undefined : { 'zh-cn': chinese, en: english };
  };

/** Servers from which the browser reads rows by itself. */
const originsOf = (models: readonly Model[]): string[] => [
  ...new Set(
    models.flatMap(({ source }) => (source && URL.canParse(source.rest) ? [new URL(source.rest).origin] : [])),
  ),
];
