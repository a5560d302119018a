import { Problem, type Caller, type SettingsGroup } from '#resource';
import type { PluginCard, PluginHost, PluginRoute, ServerPlugin } from '#plugin';
import type { Limits } from '../shared/limits.ts';
import { within } from '../shared/timeLimit.ts';
import type { Failures } from './failures.ts';
import { fencedTransaction } from './fenceTransaction.ts';
import { pluginOwner, runAs, runAsServer } from './owner.ts';

export interface PluginFence {
  readonly failures: Failures;
  readonly limits: Pick<Limits, 'hook' | 'start' | 'stop'>;
}

/** The plugin with everything that it is called for fenced: a failure is named and ends there, the rest goes on. */
export function fencePlugin(plugin: ServerPlugin, fence: PluginFence): ServerPlugin {
  const { failures, limits } = fence;
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
    routes: plugin.routes?.map((route) => fencedRoute(owner, failures, route)),
    cards: plugin.cards?.map((card) => fencedCard(plugin, fence, card)),
    settings: plugin.settings?.map((group) => fencedSettings(owner, failures, group)),
    start: (host) => contained('start', limits.start, () => start?.call(plugin, fencedHost(plugin, fence, host))),
    stop: () => contained('stop', limits.stop, () => stop?.call(plugin)),
  };
}

const fencedRoute = (owner: string, failures: Failures, route: PluginRoute): PluginRoute => ({
  ...route,
  async handler(request) {
    try {
      return await runAs(owner, () => route.handler(request));
    } catch (error) {
      if (!(error instanceof Problem)) failures.attribute(owner, `the route ${route.method} ${route.url}`, error);
      throw error;
    }
  },
});

/** A card that fails or does not come is missing; the others are shown. */
const fencedCard = (plugin: ServerPlugin, fence: PluginFence, card: PluginCard): PluginCard => ({
  ...card,
  async value(caller: Caller, host: PluginHost) {
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

/** What the server does for the plugin is the server's: only the answer, and its failure, are the plugin's again. */
function fencedHost({ name }: ServerPlugin, { failures, limits }: PluginFence, host: PluginHost): PluginHost {
  const owner = pluginOwner(name);
  const outside =
    <I extends unknown[], O>(method: (...input: I) => Promise<O>) =>
    async (...input: I): Promise<O> =>
      await runAsServer(() => method(...input));
  return {
    rows(table, caller) {
      const methods = Object.entries(host.rows(table, caller)).map(([each, method]) => [
        each,
        outside(method as never),
      ]);
      return Object.fromEntries(methods) as ReturnType<typeof host.rows<typeof table>>;
    },
    system: host.system,
    transaction: fencedTransaction({ owner, failures, limit: limits.hook }, host),
    settings: outside(host.settings) as PluginHost['settings'],
    log: (message) => host.log(`${owner}: ${message}`),
  };
}
