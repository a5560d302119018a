import { suggestion, type Model } from '#resource';
import type { AnyAttribute, ServerPlugin } from '#plugin';
import type { Attribute } from './attributes.ts';

/** What a plugin declares, as it is known at run time. */
type Declared = Pick<Attribute, 'name' | 'tables'> & Partial<Pick<Attribute, 'realms'>>;

/** Sorts out attributes that cannot be, each named in a sentence; of two of one name the first counts. */
export function usableAttributes(
  plugins: readonly Pick<ServerPlugin, 'name' | 'attributes'>[],
  realms: readonly string[],
  models: readonly Model[],
  fence: (plugin: string, attribute: AnyAttribute) => Attribute,
): { attributes: readonly Attribute[]; faults: readonly string[] } {
  const owners = new Map<string, string>();
  const attributes: Attribute[] = [];
  const faults: string[] = [];
  for (const { name: plugin, attributes: given = [] } of plugins)
    for (const attribute of given as readonly Declared[]) {
      const fault = faultOf(attribute, owners, realms, models);
      if (fault !== undefined) faults.push(`plugin ${plugin}: attribute "${attribute.name}": ${fault}`);
      else {
        owners.set(attribute.name, plugin);
        attributes.push(fence(plugin, attribute as never));
      }
    }
  return { attributes, faults };
}

function faultOf(
  { name, realms: wanted = [], tables }: Declared,
  owners: ReadonlyMap<string, string>,
  realms: readonly string[],
  models: readonly Model[],
): string | undefined {
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(name) || ['then', 'toJSON', 'constructor'].includes(name))
    return 'its name must be a word that begins with a small letter.';
  const owner = owners.get(name);
  if (owner !== undefined) return `the plugin "${owner}" has one of this name already. Use another name.`;
  const strange = wanted.find((realm) => !realms.includes(realm));
  if (strange !== undefined) return `there is no realm "${strange}". ${suggestion(strange, realms)}`;
  const names = models.map((model) => model.name);
  const missing = tables.find((table) => !names.includes(table));
  if (missing !== undefined) return `there is no table "${missing}". ${suggestion(missing, names)}`;
  return undefined;
}
