import type { Manifest, TableName } from '#resource';
import { reportFault, type PluginPart } from './faults.ts';

/** A table; or whether a list is meant, by what it is drawn from. */
export type Condition = TableName | ((manifest: Manifest) => boolean);

/** Whether a list meets it: asked once for each manifest; a condition that throws counts as refused. */
export function listCondition(
  plugin: string,
  part: PluginPart,
  name: string,
  of: Condition,
): (manifest: Manifest) => boolean {
  if (typeof of === 'string') return (manifest) => manifest.name === of;
  const known = new WeakMap<Manifest, boolean>();
  const ask = (manifest: Manifest): boolean => {
    try {
      return of(manifest);
    } catch (error) {
      reportFault(plugin, part, name, error);
      return false;
    }
  };
  return (manifest) => {
    const applies = known.get(manifest) ?? ask(manifest);
    known.set(manifest, applies);
    return applies;
  };
}
