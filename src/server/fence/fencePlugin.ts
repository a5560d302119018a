import { Problem, type Caller, type SettingsGroup } from '#resource';
import type {
  ContentSources,
  FirstScreen,
  PluginCard,
  PluginHost,
  PluginStep,
  ServerPlugin,
  ValueWatcher,
} from '#plugin';
import type { Limits } from '../shared/limits.ts';
import { within } from '../shared/timeLimit.ts';
import { afterwards } from './afterwards.ts';
import { CallScope } from './callScope.ts';
import type { FailedStarts } from './failedStarts.ts';
import type { Failures } from './failures.ts';
import { fencedCommand } from './fenceCommands.ts';
import { fencedRealm, fencedRealmHost } from './fenceRealms.ts';
import { eachOutside, fencedServices } from './fenceServices.ts';
import { fencedTransaction } from './fenceTransaction.ts';
import { limitedJob, type JobFence } from './limitedJob.ts';
import type { ServiceRegistry } from './serviceRegistry.ts';
import { pluginOwner, runAs, runAsServer } from './owner.ts';

export interface PluginFence {
  readonly failures: Failures;
  readonly failedStarts: FailedStarts;
  readonly services: ServiceRegistry;
  readonly limits: Pick<Limits, 'hook' | 'screen' | 'start' | 'stop'>;
}

/** The plugin with everything that it is called for fenced: a failure is named and ends there, the rest goes on. */
export function fencePlugin(plugin: ServerPlugin, fence: PluginFence): ServerPlugin {
  const { failures, limits } = fence;
  const owner = pluginOwner(plugin.name);
  const { start, stop } = plugin;
  const contained = async (
    what: string,
    milliseconds: number,
    job: () => unknown,
    failed?: (error: unknown) => void,
  ): Promise<void> => {
    try {
      await runAs(owner, () => within(milliseconds, job));
    } catch (error) {
      failures.report(owner, what, error);
      failed?.(error);
    }
  };
  return {
    ...plugin,
    commands: plugin.commands?.map((each) => fencedCommand({ failures, limit: limits.hook }, plugin.name, each)),
    cards: plugin.cards?.map((card) => fencedCard(plugin, fence, card)),
    firstSteps: plugin.firstSteps?.map((step) => fencedStep(plugin, fence, step)),
    contentSecurityPolicy: fencedPolicy(plugin, fence),
    firstScreens: plugin.firstScreens?.map((screen) => fencedScreen(plugin, fence, screen)),
    realms: plugin.realms?.map((realm) =>
      fencedRealm({ owner, failures, limits, host: (host) => fencedHost(plugin, fence, host) }, realm),
    ),
    settings: plugin.settings?.map((group) => fencedSettings(owner, failures, group)),
    watch: plugin.watch?.map((watcher) => fencedWatcher({ owner, failures, limit: limits.hook }, watcher)),
    start: (host) =>
      contained(
        'start',
        limits.start,
        async () => {
          const own = fencedHost(plugin, fence, host);
          for (const name of plugin.requires ?? []) fence.failedStarts.assertRequired(name);
          for (const name of plugin.uses ?? []) fence.services.use(name, plugin);
          for (const [name, make] of Object.entries(plugin.provides ?? {}) as [string, (host: PluginHost) => unknown][])
            fence.services.provide(name, await make(own));
          await start?.call(plugin, own);
        },
        (error) => {
          fence.failedStarts.note(plugin.name, error);
          fence.services.withdraw(Object.keys(plugin.provides ?? {}));
        },
      ),
    stop: () => contained('stop', limits.stop, () => stop?.call(plugin)),
  };
}

function fencedWatcher(fence: Omit<JobFence, 'throwing' | 'late'>, watcher: ValueWatcher): ValueWatcher {
  const what = `its watch of ${watcher.kinds.join(', ')}`;
  const limited = limitedJob({ ...fence, throwing: what, late: what });
  return {
    ...watcher,
    changed(change) {
      const scope = new CallScope('watcher that was given this table');
      const context = scope.contextOf(change.context, (work) => afterwards(fence, what, work));
      return limited(scope, () => watcher.changed({ ...change, context }));
    },
  };
}

/** A card that fails or does not come is missing; the others are shown. */
const fencedCard = (plugin: ServerPlugin, fence: PluginFence, card: PluginCard): PluginCard => ({
  ...card,
  async value(caller: Caller, host: PluginHost) {
    if (fence.failedStarts.reason(plugin.name) !== undefined) return undefined;
    const owner = pluginOwner(plugin.name);
    try {
      return await runAs(owner, () =>
        within(fence.limits.hook, () => card.value(caller, fencedHost(plugin, fence, host))),
      );
    } catch (error) {
      fence.failures.report(owner, 'a card of the dashboard', error);
      return undefined;
    }
  },
});

/** A step of which nobody can say whether it is done asks nobody for anything. */
const fencedStep = (plugin: ServerPlugin, fence: PluginFence, step: PluginStep): PluginStep => ({
  ...step,
  async isDone(host: PluginHost) {
    if (fence.failedStarts.reason(plugin.name) !== undefined) return true;
    const owner = pluginOwner(plugin.name);
    try {
      return await runAs(owner, () => within(fence.limits.hook, () => step.isDone(fencedHost(plugin, fence, host))));
    } catch (error) {
      fence.failures.report(owner, 'a first step', error);
      return true;
    }
  },
});

/** Pages open whatever a plugin says of what they may load from. */
function fencedPolicy(plugin: ServerPlugin, fence: PluginFence): ServerPlugin['contentSecurityPolicy'] {
  const { contentSecurityPolicy: given } = plugin;
  if (typeof given !== 'function') return given;
  const owner = pluginOwner(plugin.name);
  return async (host): Promise<ContentSources> => {
    if (fence.failedStarts.reason(plugin.name) !== undefined) return {};
    try {
      return await runAs(owner, () => within(fence.limits.hook, () => given(fencedHost(plugin, fence, host))));
    } catch (error) {
      fence.failures.report(owner, 'contentSecurityPolicy', error);
      return {};
    }
  };
}

/** A page whose first screen fails, or is late, comes without it. */
const fencedScreen = (plugin: ServerPlugin, fence: PluginFence, screen: FirstScreen): FirstScreen => ({
  ...screen,
  async draw(view) {
    if (fence.failedStarts.reason(plugin.name) !== undefined) return undefined;
    const owner = pluginOwner(plugin.name);
    try {
      const host = fencedHost(plugin, fence, view.host);
      return await runAs(owner, () => within(fence.limits.screen, () => screen.draw({ ...view, host })));
    } catch (error) {
      fence.failures.report(owner, `first screen of ${screen.paths.join(', ')}`, error);
      return undefined;
    }
  },
});

function fencedSettings(owner: string, failures: Failures, group: SettingsGroup): SettingsGroup {
  const { check, site, test } = group.definition;
  const definition: SettingsGroup['definition'] = {
    ...group.definition,
    ...(check && {
      check(change) {
        try {
          return check(change);
        } catch (error) {
          if (!(error instanceof Problem)) failures.attribute(owner, `check of the settings ${group.name}`, error);
          throw error;
        }
      },
    }),
    ...(test && {
      test: {
        ...test,
        async run(call) {
          try {
            return await runAs(owner, async () => test.run(call));
          } catch (error) {
            if (!(error instanceof Problem)) failures.attribute(owner, `test of the settings ${group.name}`, error);
            throw error;
          }
        },
      },
    }),
    ...(site && {
      // Every page needs what the site is called; a part that fails is left out.
      site(values) {
        try {
          const part = site(values);
          JSON.stringify(part);
          return part;
        } catch (error) {
          failures.report(owner, `site of the settings ${group.name}`, error);
          return {};
        }
      },
    }),
  };
  return { ...group, definition };
}

/** The host of all plugins; each has parts of its own. */
export interface ServerHost extends PluginHost {
  of(plugin: string): PluginHost;
}

/** What the server does for the plugin is the server's: only the answer, and its failure, are the plugin's again. */
export function fencedHost(plugin: ServerPlugin, fence: PluginFence, given: PluginHost): PluginHost {
  const { failures, limits } = fence;
  const owner = pluginOwner(plugin.name);
  // Only the server makes one.
  const host = (given as ServerHost).of(plugin.name);
  const outside =
    <I extends unknown[], O>(method: (...input: I) => Promise<O>) =>
    async (...input: I): Promise<O> =>
      await runAsServer(() => method(...input));
  return {
    perDay: outside(host.perDay) as PluginHost['perDay'],
    rows(table, caller) {
      const methods = Object.entries(host.rows(table, caller)).map(([each, method]) => [
        each,
        outside(method as never),
      ]);
      return Object.fromEntries(methods) as ReturnType<typeof host.rows<typeof table>>;
    },
    system: host.system,
    use: (service) => fence.services.use(service, plugin),
    useIfThere: (service) => fence.services.useIfThere(service, plugin),
    transaction: fencedTransaction({ owner, failures, limit: limits.hook }, host),
    fetch: outside(host.fetch),
    settings: outside(host.settings) as PluginHost['settings'],
    signedUrl: outside(host.signedUrl),
    hmac: outside(host.hmac),
    personalData: {
      export: (account) => eachOutside(() => host.personalData.export(account)),
      erase: outside(host.personalData.erase),
    },
    catalogue: host.catalogue,
    list: outside(host.list),
    groups: outside(host.groups),
    fieldsOf: host.fieldsOf,
    fieldOptions: host.fieldOptions,
    notify: outside(host.notify),
    notifySupers: outside(host.notifySupers),
    mail: { send: outside(host.mail.send), isReady: outside(host.mail.isReady) },
    log: (message) => host.log(`${owner}: ${message}`),
    translate: (message, language) => host.translate(message, language),
    placeOf: host.placeOf,
    now: () => host.now(),
    securityLog: (entry) => runAsServer(() => host.securityLog(entry)),
    ...fencedServices(host),
    ...fencedRealmHost(host),
  };
}
