import type { PluginHost } from '#plugin';
import type { Storages } from './storages.ts';

/** What the parts of the plugin share. Each application has its own. */
export interface UploadParts {
  /** Of the plugin; there from its start on. */
  readonly host: PluginHost;
  readonly storages: Storages;
}

export type { PluginPart as Contribution } from '#plugin';
