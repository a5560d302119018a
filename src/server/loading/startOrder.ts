import { suggestion } from '#resource';
import type { ServerPlugin } from '#plugin';

interface Loaded {
  readonly file: string;
  readonly plugin: ServerPlugin;
}

/**
 * The plugins in an order in which each comes after those whose services it uses, else as they were. Those that cannot
 * start are left out and `told`: what they use is missing, provided twice, or uses them.
 */
export function startOrder<P extends Loaded>(loaded: readonly P[], report: (file: string, error: Error) => void): P[] {
  const providers = new Map<string, P>();
  const refused = (each: P, message: string): void => report(each.file, new Error(message));
  let waiting = loaded.filter((each) => {
    const names = Object.keys(each.plugin.provides ?? {});
    const twice = names.find((name) => providers.has(name));
    if (twice !== undefined)
      refused(
        each,
        `provides: the plugin "${providers.get(twice)!.plugin.name}" provides "${twice}" already; choose another name.`,
      );
    else for (const name of names) providers.set(name, each);
    return twice === undefined;
  });
  const ordered: P[] = [];
  const known = new Set<string>();
  for (;;) {
    const ready = waiting.find(({ plugin: { uses = [] } }) => uses.every((name) => known.has(name)));
    if (!ready) break;
    ordered.push(ready);
    Object.keys(ready.plugin.provides ?? {}).forEach((name) => known.add(name));
    waiting = waiting.filter((each) => each !== ready);
  }
  for (const each of waiting) refused(each, whyNot(each, waiting, providers));
  return ordered;
}

function whyNot({ plugin }: Loaded, waiting: readonly Loaded[], providers: ReadonlyMap<string, Loaded>): string {
  const missing = plugin.uses!.find((name) => !providers.has(name));
  if (missing !== undefined) return `uses: no plugin provides "${missing}". ${suggestion(missing, providers.keys())}`;
  const name = plugin.uses!.find((each) => waiting.includes(providers.get(each)!))!;
  const other = providers.get(name)!.plugin.name;
  return `uses: "${name}" comes from the plugin "${other}", which cannot start either: it uses what is missing, or this one in a circle.`;
}
