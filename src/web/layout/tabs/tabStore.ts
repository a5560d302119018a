import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { forgetPageNames, namePages, onPageNames } from '../../navigation/pageNames.ts';
import { tabStateOf, type Tab, type TabState } from '../../navigation/tabState.ts';
import { forgetUnsaved, forgetUnsavedOf } from '../../navigation/unsaved.ts';
import { adminRealm } from '../../realms/admin.ts';
import type { Realm } from '../../realms/realm.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { personIn, readIdentity } from '../../realms/session.ts';
import { readStored, store } from '../../settings/storage.ts';
import { keepNames, keptNames } from './keptNames.ts';
import { renewed, tabsFrom, withTab, without } from './tabs.ts';

interface Tabs {
  readonly api: StoreApi<TabState>;
  /** Opens what was open at the last visit, as far as it may be opened. */
  restore(mayOpen: (path: string) => boolean): void;
  /** Has the page at hand in front, in a tab; undefined where there is none. */
  show(path: string | undefined, search: string): void;
  open(path: string, search: string): void;
  close(paths: readonly string[]): void;
  /** Lets the page of this tab begin anew. */
  renew(path: string): void;
  setFullScreen(tabFullScreen: boolean): void;
}

function tabsOf(realm: Realm): Tabs {
  let key = keyOf(realm);
  let person: string | undefined;
  const api = tabStateOf(realm.name);
  const keep = (): void => keepNames(realm, person, api.getState().tabsView);
  onPageNames(keep);
  api.subscribe(({ tabsView, tabFullScreen }, before) => {
    if (tabsView === before.tabsView && tabFullScreen === before.tabFullScreen) return;
    store(key, JSON.stringify({ tabsView: tabsView.map(({ path, search }) => ({ path, search })), tabFullScreen }));
    keep();
  });
  const change = (of: (tabs: readonly Tab[]) => readonly Tab[], activeRoute = api.getState().activeRoute): void => {
    const before = api.getState();
    const tabsView = of(before.tabsView);
    // Nothing is drawn anew for what was so before.
    if (tabsView === before.tabsView && activeRoute === before.activeRoute) return;
    api.setState({ tabsView, activeRoute, activeIndex: tabsView.findIndex(({ path }) => path === activeRoute) });
  };
  return {
    api,
    restore(mayOpen) {
      key = keyOf(realm);
      const { tabsView, tabFullScreen } = storedAt(key);
      const tabs = tabsFrom(tabsView, mayOpen);
      // What is kept is read before anything is kept anew.
      person = undefined;
      forgetPageNames(realm.base);
      const now = personIn(realm);
      if (now !== undefined) namePages(keptNames(now, tabs));
      person = now;
      change(() => tabs);
      api.setState({ tabFullScreen: tabFullScreen === true });
    },
    show: (path, search) => change((tabs) => (path === undefined ? tabs : withTab(tabs, path, search)), path ?? ''),
    open: (path, search) => change((tabs) => withTab(tabs, path, search)),
    close(paths) {
      forgetUnsavedOf(paths);
      forgetPageNames(paths);
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

/** What was open as oneself is not what is open as somebody else (specification §3 names the item of the former). */
function keyOf(realm: Realm): string {
  const actor = readIdentity(realm)?.actor ? `:${personIn(realm)}` : '';
  return `storeTabViewConfig${realm.name === adminRealm.name ? '' : `:${realm.name}`}${actor}`;
}

/** As it was kept, not yet believed; nothing where it cannot be read. */
function storedAt(key: string): Partial<Record<keyof TabState, unknown>> {
  try {
    return (JSON.parse(readStored(key) ?? '{}') as object | null) ?? {};
  } catch {
    return {};
  }
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
