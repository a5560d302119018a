import { useNavigate } from 'react-router';
import { firstPage, type MenuNode } from '../menus.ts';
import { useTabStore } from './tabStore.ts';
import { neighbourOf, type Tab } from './tabs.ts';
import { useDiscard } from '../../navigation/useDiscard.ts';

interface TabActions {
  close(paths: readonly string[]): void;
  closeOthers(path: string): void;
  closeAll(): void;
  renew(path: string): void;
  fullScreen(path: string): void;
}

/** What can be done with tabs; whoever would lose what they typed is asked first. */
export function useTabActions(tabs: readonly Tab[], active: string, menus: readonly MenuNode[]): TabActions {
  const discard = useDiscard();
  const navigate = useNavigate();
  const store = useTabStore();
  const first = firstPage(menus);

  const show = (tab: Tab | undefined): void => {
    const to = tab ? tab.path + tab.search : first?.address;
    if (to !== undefined) void navigate(to);
  };
  const closeAllBut = (remaining: readonly Tab[]): void => {
    const closed = tabs.filter((tab) => !remaining.includes(tab)).map(({ path }) => path);
    discard(
      () => {
        if (closed.includes(active)) show(remaining.at(-1));
        store.close(closed);
      },
      { paths: closed },
    );
  };
  return {
    close: (paths) =>
      discard(
        () => {
          if (paths.includes(active)) show(neighbourOf(tabs, active));
          store.close(paths);
        },
        { paths },
      ),
    closeOthers: (path) => closeAllBut(tabs.filter((tab) => tab.path === path)),
    closeAll: () => closeAllBut(tabs.filter((tab) => first && tab.path === first.address)),
    renew: (path) => discard(() => store.renew(path), { paths: [path] }),
    fullScreen: (path) => {
      if (path !== active) show(tabs.find((tab) => tab.path === path));
      store.setFullScreen(true);
    },
  };
}
