import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MenuNode } from './menuNode.ts';

/** A page that is open; `path` is what tells tabs apart (specification §4). */
export interface Tab {
  readonly path: string;
  /** The query of the page as it was last, with its question mark. */
  readonly search: string;
  /** Counts how often the page was asked to begin anew. */
  readonly round: number;
}

/** Allowed actions by page: `/admin/content/article` to `/admin/content/article/edit` and so on. */
export type AuthNode = ReadonlyMap<string, readonly string[]>;

/** The tabs of a realm, and what may be opened in them (specification §3). */
export interface TabState {
  /** Place in `tabsView` of the tab in front; -1 where the page at hand has none. */
  readonly activeIndex: number;
  /** Path of the page at hand; empty where there is none. */
  readonly activeRoute: string;
  readonly tabsView: readonly Tab[];
  /** Whether the page at hand has the whole window. */
  readonly tabFullScreen: boolean;
  /** What the menu shows. */
  readonly tabsViewRoutes: readonly MenuNode[];
  readonly authNode: AuthNode;
}

const states = new Map<string, StoreApi<TabState>>();

/** The state of the realm of this name; the same for as long as the window is open. */
export function tabStateOf(realm: string): StoreApi<TabState> {
  const state = states.get(realm) ?? createStore<TabState>(() => empty);
  states.set(realm, state);
  return state;
}

const empty: TabState = {
  activeIndex: -1,
  activeRoute: '',
  tabsView: [],
  tabFullScreen: false,
  tabsViewRoutes: [],
  authNode: new Map(),
};
