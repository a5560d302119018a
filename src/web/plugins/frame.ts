import type { ComponentType } from 'react';
import type { RealmName } from '#resource';
import { registerAccountEntry as accountEntry, type AccountEntryOptions } from './accountEntries.tsx';
import { registerHeaderEntry as headerEntry, type HeaderEntryOptions } from './headerEntries.tsx';
import {
  openPanel as open,
  registerPanel as panel,
  type PanelName,
  type PanelOptions,
  type Panels,
} from './panels.tsx';
import { registerRealmPage as realmPage } from './ownedPages.tsx';
import type { PageLoader } from './pluginPages.tsx';
import { registerShortcut as shortcut, type ShortcutOptions } from './shortcuts.tsx';
import { registerDashboardWidget as dashboardWidget, type WidgetOptions } from './widgets.ts';

/** Props may be left out where every one of them may. */
type PropsOf<N extends PanelName> = Record<never, never> extends Panels[N] ? [props?: Panels[N]] : [props: Panels[N]];

/** What a plugin may add to the frame of an area; its failures carry the plugin's name. */
export const frameOf = (plugin: string) => ({
  /** Puts something into the bar above the pages, before the account. */
  registerHeaderEntry: (name: string, Entry: ComponentType, options: HeaderEntryOptions = {}): void =>
    headerEntry({ ...options, name, Entry, plugin }),
  /** Adds an entry to the menu of one's account. */
  registerAccountEntry: (name: string, options: AccountEntryOptions): void =>
    accountEntry({ ...options, name, plugin }),
  /**
   * Lets a key do something everywhere in an area: `B`, or `Mod+B` with Ctrl (⌘ on a Mac). `?` shows it with its text. Keys of
   * the product and of browsers are not to be had.
   */
  registerShortcut: (keys: string, options: ShortcutOptions): void => shortcut({ ...options, name: keys, plugin }),
  /** Puts a box on the dashboard of the back office. */
  registerDashboardWidget: <T>(name: string, options: WidgetOptions<T>): void => dashboardWidget(name, options, plugin),
  /** Brings a panel that lies over the pages of an area and stays while they change; `openPanel` shows it. */
  registerPanel: <N extends PanelName>(name: N, options: PanelOptions<Panels[N]>): void =>
    panel(name, options as unknown as PanelOptions<object>, plugin),
  /**
   * Shows a panel, in the place of one that is open; false when whoever is signed in may not see it. Opened again it gets the
   * new props.
   */
  openPanel: <N extends PanelName>(name: N, ...[props]: PropsOf<N>): boolean => open(plugin, name, props),
  /**
   * Shows a page below the base of a realm, whichever plugin brings it: until one does, the page waits. Its menu entry comes
   * from the server half, with the same `realm`.
   */
  registerRealmPage: (
    realm: RealmName | (string & {}),
    path: string,
    load: PageLoader,
    ...texts: readonly string[]
  ): void => realmPage(realm, path, load, texts, plugin),
});
