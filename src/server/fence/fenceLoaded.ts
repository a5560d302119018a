import type { Model } from '#resource';
import type { ServerPlugin } from '#plugin';
import { withShownOptions } from '../loading/fieldOptions.ts';
import type { Loaded } from '../loading/loadResources.ts';
import type { Limits } from '../shared/limits.ts';
import type { Failures } from './failures.ts';
import { fenceModel } from './fenceModel.ts';
import { fencePlugin } from './fencePlugin.ts';
import { pluginOwner } from './owner.ts';
import type { ServiceRegistry } from './serviceRegistry.ts';

interface Parts {
  readonly failures: Failures;
  readonly limits: Limits;
  /** Services that plugins do one another. */
  readonly registry: ServiceRegistry;
}

/** Tables and plugins whose code harms nobody else when it fails, and is named by whose it is. */
export const fenceLoaded = (loaded: Loaded, { failures, limits, registry }: Parts) => ({
  plugins: loaded.plugins.map((plugin) => fencePlugin(plugin, { failures, limits, services: registry })),
  models: withShownOptions(loaded.models, loaded.plugins).map((model) =>
    fenceModel(model, ownerOf(model, loaded), { failures, limit: limits.hook }),
  ),
});

/** Whose hooks and rules a table has. */
function ownerOf({ name }: Model, { plugins, files }: Pick<Loaded, 'plugins' | 'files'>): string {
  const plugin = plugins.find(({ resources }: ServerPlugin) => resources?.some((resource) => resource.name === name));
  return plugin ? pluginOwner(plugin.name) : (files?.get(name) ?? `table ${name}`);
}
