import type { PluginHost } from '#plugin';

/** What the parts of the plugin share. Each application has its own. */
export interface MemberParts {
  /** Of the plugin; there from its start on. */
  readonly host: PluginHost;
}
