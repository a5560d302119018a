import type { Label } from '#resource';

/** The browser half of a plugin: the default export of `plugins/<name>/web.tsx`. */
export interface WebPlugin {
  /** As its folder is called. */
  readonly name: string;
  /** As the page of the plugins shows it: `1.2.0`. A server half says it for both, as it does the next two. */
  readonly version?: string;
  /** What people call it; its name unless said otherwise. */
  readonly label?: Label;
  /** One sentence on what it is for. */
  readonly description?: Label;
  /** Folders of the plugins that it cannot be without: nothing is registered while one of them is off. */
  readonly requires?: readonly string[];
  /** Puts everything into its place with the functions of `#web`. What a place shows is fetched when it is first seen. */
  register(): void;
}

export const definePlugin = (plugin: WebPlugin): WebPlugin => plugin;
