import { suggestion, type Manifest } from '#resource';
import { adminRealm } from '../realms/admin.ts';
import { readIdentity } from '../realms/session.ts';
import { shapeManifests } from '../table/manifestShapes.ts';
import { reportFault } from './faults.ts';

/** Fields that plugins name, by their tables. */
const expected = new Map<string, { readonly plugin: string; readonly field: string }[]>();

/** Remembers that a plugin draws something for a field; where the table has none of that name, it is a fault of the plugin. */
export function expectField(plugin: string, table: string, field: string): void {
  if (expected.size === 0) shapeManifests(tellMissing);
  expected.set(table, [...(expected.get(table) ?? []), { plugin, field }]);
}

/** Only who sees every field can tell that one is missing. */
function tellMissing(manifest: Manifest): Manifest {
  const wanted = expected.get(manifest.name);
  if (!wanted || readIdentity(adminRealm)?.super !== true) return manifest;
  const names = Object.keys(manifest.fields);
  for (const { plugin, field } of wanted)
    if (!names.includes(field))
      reportFault(plugin, 'missing', `${manifest.name}.${field}`, new Error(suggestion(field, names)));
  return manifest;
}
