import type { ServerPlugin } from '#plugin';
import { modelOf, type Model, type Resource } from '#resource';
import { offeredTraits, withAskedTraits } from '../../src/server/loading/askedTraits.ts';
import { extendTables } from '../../src/server/loading/extendTables.ts';
import { productResources } from './product.ts';

/** Of declarations as they are, which servers of one process share; made once, they would be the same again. */
const models = new WeakMap<Resource, Model>();

/** The tables of the product and others, with what the plugins add to them. */
export function modelsOf(
  resources: readonly Resource[],
  plugins: readonly ServerPlugin[],
  gone: ReadonlySet<string> = new Set(),
): Model[] {
  const offered = offeredTraits(
    plugins.map((plugin) => ({ file: plugin.name, plugin })),
    (_file, error) => {
      throw error;
    },
  );
  const declared = [...productResources, ...resources].map((given) => {
    const { resource, asks } = withAskedTraits(given, offered);
    const model = models.get(given) ?? modelOf(resource);
    // What a plugin has added belongs to the servers with that plugin.
    if (asks.size === 0) models.set(given, model);
    return { file: resource.name, resource, model, asks };
  });
  const extensions = plugins
    .filter(({ name }) => !gone.has(name))
    .flatMap(({ name: plugin, extensions: given = [] }) => given.map((each) => ({ ...each, plugin, file: plugin })));
  return extendTables(declared, extensions, modelOf, (_file, error) => {
    throw error;
  }).map(({ model }) => model);
}
