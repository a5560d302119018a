import type { ServerPlugin } from './index.ts';

/** What one part of a large plugin adds to it. */
export type PluginPart = Pick<
  ServerPlugin,
  | 'resources'
  | 'extensions'
  | 'routes'
  | 'settings'
  | 'menu'
  | 'cards'
  | 'jobs'
  | 'watch'
  | 'commands'
  | 'start'
  | 'stop'
>;

/** Parts of a plugin as one: their lists one after the other, started in their order and stopped in the opposite one. */
export function joinParts(parts: readonly PluginPart[]): PluginPart {
  return {
    resources: parts.flatMap(({ resources }) => resources ?? []),
    extensions: parts.flatMap(({ extensions }) => extensions ?? []),
    routes: parts.flatMap(({ routes }) => routes ?? []),
    settings: parts.flatMap(({ settings }) => settings ?? []),
    menu: parts.flatMap(({ menu }) => menu ?? []),
    cards: parts.flatMap(({ cards }) => cards ?? []),
    jobs: parts.flatMap(({ jobs }) => jobs ?? []),
    watch: parts.flatMap(({ watch }) => watch ?? []),
    commands: parts.flatMap(({ commands }) => commands ?? []),
    async start(host) {
      for (const part of parts) await part.start?.(host);
    },
    async stop() {
      for (const part of parts.toReversed()) await part.stop?.();
    },
  };
}
