import type { Label } from '#resource';
import { disabledPlugins } from './disabledPlugins.ts';

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

const registered = new Map<string, WebPlugin>();

/** What the browser half in this folder says of itself, once it has registered what it brings. */
export const webPluginIn = (folder: string): WebPlugin | undefined => registered.get(folder);

/** The browser half of the plugin in this folder; `register` throws an Error that says what to write instead. */
export const definedIn = (folder: string, plugin: WebPlugin): WebPlugin => ({
  ...plugin,
  register() {
    if (folder && plugin.name !== folder)
      throw new Error(`name: "${plugin.name}" must be "${folder}", as its folder is called.`);
    const missing = plugin.requires?.find((each) => disabledPlugins().includes(each));
    if (missing !== undefined) throw new Error(`requires: the plugin "${missing}" is off.`);
    registered.set(folder, plugin);
    plugin.register();
  },
});
