import { pino, type Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import { forgetAudit } from './access/audit/forgetAudit.ts';
import { type FirstAdmin } from './access/firstStart.ts';
import type { Config } from './config/config.ts';
import { forgetRows, sealTables } from './database/appendOnly.ts';
import { applySchema } from './database/applySchema.ts';
import { isServed } from './database/isServed.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/openDatabase.ts';
import { FailedStarts } from './fence/failedStarts.ts';
import { Failures } from './fence/failures.ts';
import { fenceLoaded } from './fence/fenceLoaded.ts';
import { withFile } from './fence/owner.ts';
import { ServiceRegistry } from './fence/serviceRegistry.ts';
import type { Route } from './http/route.ts';
import type { Jobs } from './jobs/startJobs.ts';
import { withShownOptions } from './loading/fieldOptions.ts';
import { loadResources, type Loaded } from './loading/loadResources.ts';
import { withEncryption } from './loading/withEncryption.ts';
import { withoutPlugins } from './loading/withoutPlugins.ts';
import { forgetDaily } from './shared/forgetDaily.ts';
import { defaultLimits, type Limits } from './shared/limits.ts';
import { loadMessages, type Messages } from './shared/messages.ts';
import { forgetEvents } from './security/forgetEvents.ts';
import { createSealer } from './shared/sealer.ts';
import { SiteTimeZone } from './shared/siteTimeZone.ts';
import { sealLog } from './security/sealLog.ts';
import type { WorkBits } from './session/captcha/work.ts';
import { type PasswordCost } from './session/passwords.ts';
import { switchedOff } from './modules/moduleStates.ts';
import { watchModules } from './modules/watchModules.ts';
import type { Gate } from './table/gate.ts';
import { forgetBulkEdits } from './table/write/storedBulkEdit.ts';
import { forgetImports } from './table/import/forgetImports.ts';
import { openCore } from './start/core.ts';
import { endTrial, RestoredRefused } from './start/endTrial.ts';
import { endAllSessions } from './admin/endAllSessions.ts';
import { wantedTables } from './start/ownTables.ts';
import { errorLog, type StartParts } from './start/parts.ts';
import { productRoutes } from './start/productRoutes.ts';
import { renewKeys } from './start/renewKeys.ts';
import { serve } from './start/serve.ts';

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
  /** Texts that have been read already; what stands on the disk when left out. */
  readonly messages?: Messages | undefined;
  /** Other than those of the product. */
  readonly limits?: Partial<Limits>;
  /** False where no job is to begin by the time of day; whoever calls for one has it run all the same. */
  readonly schedules?: boolean | undefined;
  /** Of new hashes; OWASP's when left out. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Of the work that counts like a captcha picture; what takes a browser a second or two when left out. */
  readonly workBits?: WorkBits | undefined;
  /** Where failures of plugins are noted; a list of its own when left out. */
  readonly failures?: Failures;
  /** Closes the application and makes it anew, since plugins were switched on or off. Without it they are with the next start. */
  restart?(): void;
}

/** Opens the database, gives it the tables of the resources, and makes every route answer. */
export function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const zone = new SiteTimeZone(config.timeZone);
  return zone.run(() =>
    start(config, zone, options).catch(async (error: unknown) => {
      if (!(error instanceof RestoredRefused)) throw error;
      return start(config, zone, options, error.message || undefined);
    }),
  );
}

/** `refused` says why the database that was restored last is not in use. */
async function start(config: Config, zone: SiteTimeZone, options: AppOptions, refused?: string): Promise<App> {
  const { log = pino({ level: 'silent' }), now = clock, schedules = true, passwordCost, workBits, restart } = options;
  const { failures = new Failures(errorLog(log)) } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const messages = options.messages ?? loadMessages(config.root);
  const sealer = createSealer(config.dataDir, config.secretKey, config.formerSecretKeys);
  const found = withEncryption(options.loaded ?? (await loadResources(config.root)), {
    ...sealer,
    lost: (about) =>
      failures.report(
        'the server',
        `the encrypted field ${about}`,
        new Error('a value was encrypted with another key'),
      ),
  });
  const database = await openDatabase(config, (message) => log.warn(message));
  let isAssembled = false;
  try {
    // Instances that start at once take turns: the second finds what the first has made.
    return await database.runExclusive(async () => {
      const trial = (await database.trial?.isOpen()) ? database.trial : undefined;
      const off = await switchedOff(database);
      const active = withoutPlugins(found, off);
      const registry = new ServiceRegistry();
      const failedStarts = new FailedStarts();
      const models = withShownOptions(active.models, active.plugins);
      const fenced = fenceLoaded({ ...active, models }, { failures, failedStarts, limits, registry });
      const tables = await wantedTables(database, active);
      // Instances of a former version may run beside this one; a file of SQLite is this one's alone.
      const isServing = database.dialect === 'postgres' ? () => isServed(config, database) : undefined;
      await applySchema(database, tables, (step) => log.info(step), isServing);
      if (config.formerSecretKeys) {
        await renewKeys(database, sealer, (message) => log.info(message));
        log.warn('nothing needs the keys in SECRET_KEY_OLD any more, once every instance has started with the new one');
      }
      await sealTables(database, tables);
      await sealLog(database);
      if (trial) await endAllSessions(database);
      const faults = [...(refused === undefined ? [] : [refused]), ...messages.faults, ...active.faults];
      const given = {
        config,
        zone,
        log,
        now,
        limits,
        schedules,
        passwordCost,
        workBits,
        failures,
        messages,
        sealer,
        database,
        restart,
      };
      isAssembled = true;
      const app = await assemble({ ...given, ...fenced, tables, registry, failedStarts, faults, found, off });
      // It serves, whatever the former one is called; the next start tries again.
      await trial
        ?.confirm()
        .catch((error: unknown) => log.error({ err: error }, 'the former database could not be given its last name'));
      return app;
    });
  } catch (error) {
    throw await endTrial(database, error, { messages, log, isAssembled });
  }
}

const clock = (): number => Math.floor(Date.now() / 1000);

async function assemble(parts: StartParts): Promise<App> {
  const { now, limits, database, tables, plugins, off, restart, failedStarts } = parts;
  const core = await openCore(parts);
  const { gate, events, services, settings, audit, calling, firstAdmin, doubles, logError } = core;
  const routes = productRoutes(parts, core, () => app.faults);
  const { http, faults } = await serve(parts, core, routes);
  for (const plugin of plugins) await plugin.start?.(core.host);
  await services.jobs.start((plugin) => failedStarts.reason(plugin) === undefined);
  core.notices.start();
  const stopForgetting = forgetAudit(gate, now, logError);
  const stopForgettingEvents = forgetEvents({
    database,
    events,
    days: async () => (await settings.store.values('basics')).security_log_days,
    now,
    failed: (error) => logError('old entries of the security log could not be removed', error),
  });
  const stopForgettingImports = forgetImports(database, now, (error) =>
    logError('old imports could not be removed', error),
  );
  const stopForgettingEdits = forgetBulkEdits(database, now, (error) =>
    logError('old bulk edits could not be removed', error),
  );
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
      ...parts.faults,
      ...doubles,
      ...[...core.faults, ...settings.faults, ...services.faults, ...faults].map(withFile(parts.found.pluginFiles)),
    ],
    async close() {
      stopWatching?.();
      const jobsEnded = services.jobs.interrupt(limits.stop);
      await services.events.tellHere('before-stop', {});
      await http.close();
      await jobsEnded;
      await audit.close();
      await stopForgetting();
      await stopForgettingEvents();
      await stopForgettingRows();
      await stopForgettingImports();
      await stopForgettingEdits();
      await events.close();
      await core.notices.close();
      await core.presence.close();
      await Promise.all(plugins.map(async (plugin) => plugin.stop?.()));
      await services.close();
      await calling.close();
      await database.close();
      await services.events.tellHere('after-stop', {});
    },
  };
  return app;
}
