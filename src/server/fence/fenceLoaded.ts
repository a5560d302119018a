import type { Model } from '#resource';
import type { ServerPlugin } from '#plugin';
import type { Limits } from '../shared/limits.ts';
import type { FailedStarts } from './failedStarts.ts';
import type { Failures } from './failures.ts';
import { fenceModel } from './fenceModel.ts';
import { fencePlugin } from './fencePlugin.ts';
import { pluginOwner } from './owner.ts';
import type { ServiceRegistry } from './serviceRegistry.ts';

interface Parts {
  readonly failures: Failures;
  readonly failedStarts: FailedStarts;
  readonly limits: Limits;
  /** Services that plugins do one another. */
  readonly registry: ServiceRegistry;
}

interface Loaded {
  readonly models: readonly Model[];
  readonly plugins: readonly ServerPlugin[];
  /** The file of each table, by its name. */
  readonly files?: ReadonlyMap<string, string> | undefined;
}

/** Tables and plugins whose code harms nobody else when it fails, and is named by whose it is. */
export const fenceLoaded = (loaded: Loaded, { failures, failedStarts, limits, registry }: Parts) => ({
  plugins: loaded.plugins.map((plugin) => fencePlugin(plugin, { failures, failedStarts, limits, services: registry })),
  models: loaded.models.map((model) =>
    fenceModel(model, ownerOf(model, loaded), { failures, failedStarts, limit: limits.hook }),
  ),
});

/** Whose hooks and rules a table has. */
function ownerOf({ name }: Model, { plugins, files }: Loaded): string {
  const plugin = plugins.find(({ resources }) => resources?.some((resource) => resource.name === name));
  return plugin ? pluginOwner(plugin.name) : (files?.get(name) ?? `table ${name}`);
}
