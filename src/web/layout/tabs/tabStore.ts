import { useSyncExternalStore } from 'react';
import { readStored, store } from '../../settings/storage.ts';
import { renewed, tabsFrom, withTab, without, type Tab } from './tabs.ts';
import { forgetUnsaved, forgetUnsavedOf } from '../../navigation/unsaved.ts';

/** The open pages (specification §3). */
interface TabState {
  readonly tabsView: readonly Tab[];
  /** Whether the page at hand has the whole window. */
  readonly tabFullScreen: boolean;
}

const key = 'storeTabViewConfig';
const listeners = new Set<() => void>();
let state: TabState = { tabsView: [], tabFullScreen: false };

/** Opens what was open at the last visit, as far as it may be opened. */
export function restoreTabs(mayOpen: (path: string) => boolean): void {
  try {
    const stored = JSON.parse(readStored(key) ?? '{}') as Partial<Record<keyof TabState, unknown>> | null;
    set({ tabsView: tabsFrom(stored?.tabsView, mayOpen), tabFullScreen: stored?.tabFullScreen === true });
  } catch {
    set({ tabsView: [], tabFullScreen: false });
  }
}

function set(change: Partial<TabState>): void {
  state = { ...state, ...change };
  store(key, JSON.stringify({ ...state, tabsView: state.tabsView.map(({ path, search }) => ({ path, search })) }));
  for (const listener of listeners) listener();
}

export function openTab(path: string, search: string): void {
  const tabsView = withTab(state.tabsView, path, search);
  if (tabsView !== state.tabsView) set({ tabsView });
}
export function closeTabs(paths: readonly string[]): void {
  forgetUnsavedOf(paths);
  set({ tabsView: without(state.tabsView, paths), ...(paths.length > 0 ? { tabFullScreen: false } : {}) });
}
/** Lets the page of this tab begin anew. */
export function renewTab(path: string): void {
  forgetUnsaved(path);
  set({ tabsView: renewed(state.tabsView, path) });
}
export const setTabFullScreen = (tabFullScreen: boolean): void => set({ tabFullScreen });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useTabs = (): TabState => useSyncExternalStore(subscribe, () => state);
