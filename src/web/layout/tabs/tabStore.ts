import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { forgetUnsaved, forgetUnsavedOf } from '../../navigation/unsaved.ts';
import { adminRealm } from '../../realms/admin.ts';
import type { Realm } from '../../realms/realm.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { readStored, store } from '../../settings/storage.ts';
import { renewed, tabsFrom, withTab, without, type Tab } from './tabs.ts';

/** The open pages (specification §3). */
interface TabState {
  readonly tabsView: readonly Tab[];
  /** Whether the page at hand has the whole window. */
  readonly tabFullScreen: boolean;
}

interface Tabs {
  readonly api: StoreApi<TabState>;
  /** Opens what was open at the last visit, as far as it may be opened. */
  restore(mayOpen: (path: string) => boolean): void;
  open(path: string, search: string): void;
  close(paths: readonly string[]): void;
  /** Lets the page of this tab begin anew. */
  renew(path: string): void;
  setFullScreen(tabFullScreen: boolean): void;
}

function tabsOf({ name }: Realm): Tabs {
  const key = `storeTabViewConfig${name === adminRealm.name ? '' : `:${name}`}`;
  const none: TabState = { tabsView: [], tabFullScreen: false };
  const api = createStore<TabState>(() => none);
  api.subscribe((state) =>
    store(key, JSON.stringify({ ...state, tabsView: state.tabsView.map(({ path, search }) => ({ path, search })) })),
  );
  const change = (of: (tabs: readonly Tab[]) => readonly Tab[]): void =>
    api.setState(({ tabsView }) => ({ tabsView: of(tabsView) }));
  return {
    api,
    restore(mayOpen) {
      try {
        const stored = JSON.parse(readStored(key) ?? '{}') as Partial<Record<keyof TabState, unknown>> | null;
        api.setState({ tabsView: tabsFrom(stored?.tabsView, mayOpen), tabFullScreen: stored?.tabFullScreen === true });
      } catch {
        api.setState(none);
      }
    },
    open(path, search) {
      const { tabsView } = api.getState();
      if (withTab(tabsView, path, search) !== tabsView) change((tabs) => withTab(tabs, path, search));
    },
    close(paths) {
      forgetUnsavedOf(paths);
      change((tabs) => without(tabs, paths));
      if (paths.length > 0) api.setState({ tabFullScreen: false });
    },
    renew(path) {
      forgetUnsaved(path);
      change((tabs) => renewed(tabs, path));
    },
    setFullScreen: (tabFullScreen) => api.setState({ tabFullScreen }),
  };
}

const stores = new Map<string, Tabs>();

/** The tabs of the realm at hand, to change them. */
export function useTabStore(): Tabs {
  const realm = useRealm();
  const tabs = stores.get(realm.name) ?? tabsOf(realm);
  stores.set(realm.name, tabs);
  return tabs;
}
export const useTabs = (): TabState => useStore(useTabStore().api);
