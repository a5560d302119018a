import i18next from 'i18next';
import { accountEntries } from './accountEntries.tsx';
import { headerEntries } from './headerEntries.tsx';
import { publicPagesOf } from './ownedPages.tsx';
import { pluginShortcuts } from './shortcuts.tsx';
import { panels } from './panels.tsx';
import { widgets } from './widgets.ts';

/** What the browser half of a plugin has registered in this browser, in the user's language. */
export const addsInBrowser = (plugin: string) => ({
  pages: publicPagesOf(plugin).map((path) => ({ title: path, ...(path.includes(':') ? {} : { path: path.slice(1) }) })),
  widgets: widgets.of(plugin).map(({ title }) => i18next.t(title)),
  account: accountEntries.of(plugin).map(({ label }) => i18next.t(label)),
  panels: panels.of(plugin).map(({ title }) => i18next.t(title)),
  shortcuts: pluginShortcuts
    .of(plugin)
    .map(({ name, label }) => `${i18next.t(label)} (${name.replace('Mod+', 'Ctrl+')})`),
  header: headerEntries.of(plugin).length,
});
