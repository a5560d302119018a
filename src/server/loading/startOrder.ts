import { suggestion } from '#resource';
import type { ServerPlugin } from '#plugin';

interface Loaded {
  readonly file: string;
  readonly plugin: ServerPlugin;
}

/**
 * The plugins in an order in which each comes after those that it requires and whose services it uses or may use, else as they were.
 * Those that cannot start are left out and reported: what they use is missing or provided twice, or needs them in turn. A
 * required plugin that is not there is reported later, with those that are switched off.
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
  const canStart = ({ plugin: { uses = [], requires = [] } }: P): boolean =>
    uses.every((name) => known.has(name)) && !requires.some((name) => isIn(waiting, name));
  // What only may be used is waited for as long as somebody waiting could provide it, and nobody else can go first.
  const hasAll = ({ plugin: { mayUse = [] } }: P): boolean =>
    mayUse.every((name) => known.has(name) || !providers.has(name));
  for (;;) {
    const ready = waiting.find((each) => canStart(each) && hasAll(each)) ?? waiting.find(canStart);
    if (!ready) break;
    ordered.push(ready);
    Object.keys(ready.plugin.provides ?? {}).forEach((name) => known.add(name));
    waiting = waiting.filter((each) => each !== ready);
  }
  for (const each of waiting) refused(each, whyNot(each, waiting, providers));
  return ordered;
}

const isIn = (loaded: readonly Loaded[], plugin: string): boolean =>
  loaded.some(({ plugin: { name } }) => name === plugin);

function whyNot({ plugin }: Loaded, waiting: readonly Loaded[], providers: ReadonlyMap<string, Loaded>): string {
  const { uses = [], requires = [] } = plugin;
  const missing = uses.find((name) => !providers.has(name));
  if (missing !== undefined) return `uses: no plugin provides "${missing}". ${suggestion(missing, providers.keys())}`;
  const required = requires.find((each) => isIn(waiting, each));
  if (required !== undefined)
    return `requires: the plugin "${required}" cannot start either: it needs what is missing, or this one in a circle.`;
  const name = uses.find((each) => waiting.includes(providers.get(each)!))!;
  const other = providers.get(name)!.plugin.name;
  return `uses: "${name}" comes from the plugin "${other}", which cannot start either: it uses what is missing, or this one in a circle.`;
}
