import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { pathOf } from '../adminPages.tsx';
import { ask } from '../ask.ts';
import { firstPage, type MenuNode } from '../menus.ts';
import { closeTabs, renewTab, setTabFullScreen } from './tabStore.ts';
import { neighbourOf, type Tab } from './tabs.ts';
import { hasUnsaved } from './unsaved.ts';

interface TabActions {
  close(paths: readonly string[]): void;
  closeOthers(path: string): void;
  closeAll(): void;
  renew(path: string): void;
  fullScreen(path: string): void;
}

/** What can be done with tabs; whoever would lose what they typed is asked first. */
export function useTabActions(tabs: readonly Tab[], active: string, menus: readonly MenuNode[]): TabActions {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const first = firstPage(menus);

  const sure = async (paths: readonly string[], act: () => void): Promise<void> => {
    if (!hasUnsaved(paths) || (await ask({ title: t('tab.unsaved'), text: t('tab.unsavedHelp'), yes: t('tab.discard'), no: t('tab.keep') }))) act();
  };
  const show = (tab: Tab | undefined): void => {
    const to = tab ? tab.path + tab.search : first && pathOf(first);
    if (to !== undefined) void navigate(to);
  };
  const closeAllBut = (kept: readonly Tab[]): void => {
    const closed = tabs.filter((tab) => !kept.includes(tab)).map(({ path }) => path);
    void sure(closed, () => {
      if (closed.includes(active)) show(kept.at(-1));
      closeTabs(closed);
    });
  };
  return {
    close: (paths) => void sure(paths, () => {
      if (paths.includes(active)) show(neighbourOf(tabs, active));
      closeTabs(paths);
    }),
    closeOthers: (path) => closeAllBut(tabs.filter((tab) => tab.path === path)),
    closeAll: () => closeAllBut(tabs.filter((tab) => first && tab.path === pathOf(first))),
    renew: (path) => void sure([path], () => renewTab(path)),
    fullScreen: (path) => {
      if (path !== active) show(tabs.find((tab) => tab.path === path));
      setTabFullScreen(true);
    },
  };
}
