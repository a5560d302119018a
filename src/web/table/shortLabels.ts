import type { FieldManifest, Manifest } from '#resource';

/** Between the names of a path in labels (src/server/table/manifest.ts). */
const between = ' · ';

/**
 * What fields are called that stand beside each other, by name: what leads to a record is left out where no other is called
 * the same, so that "Town · District · City" is "City".
 */
export function shortLabels(fields: readonly FieldManifest[]): ReadonlyMap<string, string> {
  const short = fields.map((field) => (isRecord(field) ? field.label.split(between).at(-1)! : field.label));
  return new Map(
    fields.map(({ name, label }, at) => {
      const own = short[at]!;
      return [name, short.filter((other) => other === own).length === 1 ? own : label];
    }),
  );
}

/** What the panel offers to filter by, in its order. */
export const offeredFilters = (manifest: Manifest): FieldManifest[] =>
  manifest.list.filters.flatMap((name) => manifest.fields[name] ?? []).filter((field) => field.operators.length > 0);

/** Whether the path leads to a record or to what that is called: its label is all relations. */
const isRecord = ({ name, relation }: FieldManifest): boolean =>
  name.includes('.') && (relation !== undefined || /\.(id|name|title)$/.test(name));
