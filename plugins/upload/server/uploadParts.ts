import type { PluginHost, ServerPlugin } from '#plugin';
import type { Storages } from './storages.ts';

/** What the parts of the plugin share. Each application has its own. */
export interface UploadParts {
  /** Of the plugin; there from its start on. */
  readonly host: PluginHost;
  readonly storages: Storages;
}

/** What one part adds to the plugin. */
export type Contribution = Pick<
  ServerPlugin,
  'resources' | 'routes' | 'settings' | 'jobs' | 'watch' | 'commands' | 'start' | 'stop'
>;

/** Parts of the plugin as one: their lists one after the other, their starts in their order. */
export function joined(parts: readonly Contribution[]): Contribution {
  return {
    resources: parts.flatMap(({ resources }) => resources ?? []),
    routes: parts.flatMap(({ routes }) => routes ?? []),
    settings: parts.flatMap(({ settings }) => settings ?? []),
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
