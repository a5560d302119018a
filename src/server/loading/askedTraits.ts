import { builtInTraits, extended, suggestion, type Extension, type Resource, type TableName } from '#resource';
import type { ServerPlugin } from '#plugin';

/** By the name of a trait, the plugin whose it is. */
export type AskedTraits = ReadonlyMap<string, string>;
interface Offered {
  readonly plugin: string;
  make(table: TableName): Extension;
}

/** The traits that plugins offer to tables, by name; of two with one name the second is reported. */
export function offeredTraits(
  plugins: readonly { readonly file: string; readonly plugin: ServerPlugin }[],
  report: (file: string, error: unknown) => void,
): ReadonlyMap<string, Offered> {
  const offered = new Map<string, Offered>();
  for (const { file, plugin } of plugins)
    for (const [name, make] of Object.entries(plugin.traits ?? {})) {
      const other = Object.hasOwn(builtInTraits, name) ? 'the product' : offered.get(name)?.plugin;
      if (other === undefined) offered.set(name, { plugin: plugin.name, make });
      else report(file, new Error(`traits.${name}: ${other} has a trait of this name; choose another.`));
    }
  return offered;
}

/**
 * The resource with what plugins add to tables that ask for it. Throws for a trait that nobody offers: what it would narrow
 * must not be open.
 */
export function withAskedTraits(
  given: Resource,
  offered: ReadonlyMap<string, Offered>,
): { readonly resource: Resource; readonly asks: AskedTraits } {
  const { traits } = given.definition;
  if (typeof traits !== 'object' || traits === null) return { resource: given, asks: new Map() };
  const names = Object.entries(traits).flatMap(([name, wanted]) =>
    wanted === true && !Object.hasOwn(builtInTraits, name) ? [name] : [],
  );
  const own = Object.fromEntries(Object.entries(traits).filter(([name]) => !names.includes(name)));
  let resource: Resource = { ...given, definition: { ...given.definition, traits: own } };
  const asks = new Map<string, string>();
  for (const name of names) {
    const found = offered.get(name);
    if (!found)
      throw new Error(
        `traits: there is no "${name}"; is the plugin missing that brings it? ${suggestion(name, [...Object.keys(builtInTraits), ...offered.keys()])}`,
      );
    resource = extended(resource, { ...found.make(given.name as TableName), plugin: found.plugin });
    asks.set(name, found.plugin);
  }
  return { resource, asks };
}
