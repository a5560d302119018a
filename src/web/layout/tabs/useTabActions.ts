import { useNavigate } from 'react-router';
import { firstPage, type MenuNode } from '../menus.ts';
import type { Tab } from '../../navigation/tabState.ts';
import { useTabStore } from './tabStore.ts';
import { useDiscard } from '../../navigation/useDiscard.ts';

interface TabActions {
  close(paths: readonly string[]): void;
  closeOthers(path: string): void;
  closeAll(): void;
  renew(path: string): void;
  fullScreen(path: string): void;
}

/** What can be done with tabs; whoever would lose what they typed is asked first. */
export function useTabActions(menus: readonly MenuNode[]): TabActions {
  const discard = useDiscard();
  const navigate = useNavigate();
  const store = useTabStore();
  const first = firstPage(menus);
  const now = store.api.getState;

  const show = (tab: Tab | undefined): void => {
    const to = tab ? tab.path + tab.search : first?.address;
    if (to !== undefined) void navigate(to);
  };
  const closeAllBut = (remaining: readonly Tab[]): void => {
    const closed = now()
      .tabsView.filter((tab) => !remaining.includes(tab))
      .map(({ path }) => path);
    discard(
      () => {
        if (closed.includes(now().activeRoute)) show(remaining.at(-1));
        store.close(closed);
      },
      { paths: closed },
    );
  };
  return {
    close: (paths) =>
      discard(
        () => {
          const { activeIndex, activeRoute, tabsView } = now();
          if (paths.includes(activeRoute)) show(tabsView[activeIndex + 1] ?? tabsView[activeIndex - 1]);
          store.close(paths);
        },
        { paths },
      ),
    closeOthers: (path) => closeAllBut(now().tabsView.filter((tab) => tab.path === path)),
    closeAll: () => closeAllBut(now().tabsView.filter((tab) => first && tab.path === first.address)),
    renew: (path) => discard(() => store.renew(path), { paths: [path] }),
    fullScreen: (path) => {
      if (path !== now().activeRoute) show(now().tabsView.find((tab) => tab.path === path));
      store.setFullScreen(true);
    },
  };
}
