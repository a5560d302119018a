import type { Tab } from '../../navigation/tabState.ts';

/** The tabs with this page among them: one that is open already only gets the new query. */
export function withTab(tabs: readonly Tab[], path: string, search: string): readonly Tab[] {
  const open = tabs.find((tab) => tab.path === path);
  if (!open) return [...tabs, { path, search, round: 0 }];
  return open.search === search ? tabs : tabs.map((tab) => (tab === open ? { ...tab, search } : tab));
}

export const without = (tabs: readonly Tab[], paths: readonly string[]): readonly Tab[] =>
  tabs.filter(({ path }) => !paths.includes(path));

/** The page to show when the tab at `path` is closed: the one behind it, or the last before it. */
export function neighbourOf(tabs: readonly Tab[], path: string): Tab | undefined {
  const at = tabs.findIndex((tab) => tab.path === path);
  return tabs[at + 1] ?? tabs[at - 1];
}

export const renewed = (tabs: readonly Tab[], path: string): readonly Tab[] =>
  tabs.map((tab) => (tab.path === path ? { ...tab, round: tab.round + 1 } : tab));

/** Tabs that were open at the last visit, of those that may still be opened; nonsense is none. */
export function tabsFrom(stored: unknown, mayOpen: (path: string) => boolean): readonly Tab[] {
  if (!Array.isArray(stored)) return [];
  const sound = stored.filter(
    (tab): tab is Tab =>
      typeof tab === 'object' &&
      tab !== null &&
      typeof (tab as Tab).path === 'string' &&
      typeof (tab as Tab).search === 'string' &&
      mayOpen((tab as Tab).path),
  );
  return [...new Map(sound.map(({ path, search }) => [path, { path, search, round: 0 }])).values()];
}
