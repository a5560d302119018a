import type { PluginHost } from '#plugin';

/** What the parts of the plugin share; made for one application. */
export interface TerminalParts {
  readonly host: PluginHost;
}
