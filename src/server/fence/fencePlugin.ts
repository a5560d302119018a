import { Problem, type Caller, type SettingsGroup } from '#resource';
import type { ContentSources, PluginCard, PluginHost, ServerPlugin } from '#plugin';
import type { Limits } from '../shared/limits.ts';
import { within } from '../shared/timeLimit.ts';
import type { Failures } from './failures.ts';
import { fencedServices } from './fenceServices.ts';
import { pluginOwner, runAs, runAsServer } from './owner.ts';

export interface PluginFence {
  readonly failures: Failures;
  readonly limits: Pick<Limits, 'hook' | 'start' | 'stop'>;
}

/** The plugin with everything that it is called for fenced: a failure is named and ends there, the rest goes on. */
export function fencePlugin(plugin: ServerPlugin, { failures, limits }: PluginFence): ServerPlugin {
  const owner = pluginOwner(plugin.name);
  const { start, stop } = plugin;
  const contained = async (what: string, milliseconds: number, job: () => unknown): Promise<void> => {
    try {
      await runAs(owner, () => within(milliseconds, job));
    } catch (error) {
      failures.report(owner, what, error);
    }
  };
  return {
    ...plugin,
    cards: plugin.cards?.map((card) => fencedCard(plugin, failures, limits.hook, card)),
    contentSecurityPolicy: fencedPolicy(plugin, failures, limits.hook),
    settings: plugin.settings?.map((group) => fencedSettings(owner, failures, group)),
    start: (host) => contained('start', limits.start, () => start?.call(plugin, fencedHost(plugin, host))),
    stop: () => contained('stop', limits.stop, () => stop?.call(plugin)),
  };
}

/** A card that fails or does not come is missing; the others are shown. */
const fencedCard = (plugin: ServerPlugin, failures: Failures, limit: number, card: PluginCard): PluginCard => ({
  ...card,
  async value(caller: Caller, host: PluginHost) {
    const owner = pluginOwner(plugin.name);
    try {
      return await runAs(owner, () => within(limit, () => card.value(caller, fencedHost(plugin, host))));
    } catch (error) {
      failures.report(owner, 'a card of the dashboard', error);
      return undefined;
    }
  },
});

/** Pages open whatever a plugin says of what they may load from. */
function fencedPolicy(plugin: ServerPlugin, failures: Failures, limit: number): ServerPlugin['contentSecurityPolicy'] {
  const { contentSecurityPolicy: given } = plugin;
  if (typeof given !== 'function') return given;
  const owner = pluginOwner(plugin.name);
  return async (host): Promise<ContentSources> => {
    try {
      return await runAs(owner, () => within(limit, () => given(fencedHost(plugin, host))));
    } catch (error) {
      failures.report(owner, 'contentSecurityPolicy', error);
      return {};
    }
  };
}

function fencedSettings(owner: string, failures: Failures, group: SettingsGroup): SettingsGroup {
  const { check, site } = group.definition;
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
export function fencedHost({ name }: Pick<ServerPlugin, 'name'>, given: PluginHost): PluginHost {
  // Only the server makes one.
  const host = (given as ServerHost).of(name);
  const outside =
    <I extends unknown[], O>(method: (...input: I) => Promise<O>) =>
    async (...input: I): Promise<O> =>
      await runAsServer(() => method(...input));
  return {
    system: host.system,
    rows(table, caller) {
      const methods = Object.entries(host.rows(table, caller)).map(([each, method]) => [
        each,
        outside(method as never),
      ]);
      return Object.fromEntries(methods) as ReturnType<typeof host.rows<typeof table>>;
    },
    settings: outside(host.settings) as PluginHost['settings'],
    signedUrl: outside(host.signedUrl),
    log: (message) => host.log(`${pluginOwner(name)}: ${message}`),
    ...fencedServices(host),
  };
}
