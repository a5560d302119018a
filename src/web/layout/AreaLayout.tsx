import { Layout, theme } from 'antd';
import { Suspense, useCallback, useEffect, useMemo, useState, type CSSProperties, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Waiting } from '../loading/lazyPage.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { Overlay } from '../components/Overlay.tsx';
import { useTitle } from '../navigation/useTitle.ts';
import { AreaHeader } from './AreaHeader.tsx';
import { areaPageAt, areaPlaceAt, trailOf } from './areaPages.tsx';
import { Brand } from '../components/Brand.tsx';
import { colorsOf } from './colorsOf.ts';
import { FullScreenExit } from './FullScreenExit.tsx';
import type { MenuNode } from './menus.ts';
import { changeSettings, menuWidthOf, useSettings } from '../settings/layoutSettings.ts';
import type { NoticeState } from '../notices/useNoticeState.ts';
import { SideMenu } from './SideMenu.tsx';
import { OpenPagesProvider } from '../navigation/openPages.ts';
import { usePageNames } from '../navigation/pageNames.ts';
import { PagePlacesProvider } from '../navigation/pagePlaces.ts';
import { TabPages } from './tabs/TabPages.tsx';
import { useTabs, useTabStore } from './tabs/tabStore.ts';
import { withTab } from './tabs/tabs.ts';
import { useUnsavedWarning } from '../navigation/useUnsavedWarning.ts';
import { useWindowWidth } from './useWindowWidth.ts';
import './admin.css';
import './print.css';

const ConfigDrawer = lazyPart(
  async () => (await Promise.all([import('./ConfigDrawer.tsx'), loadTexts('look')]))[0].ConfigDrawer,
);

// For narrow windows only.
const PhoneMenu = lazyPart(async () => (await import('../components/PhoneMenu.tsx')).PhoneMenu);

export interface LayoutProps {
  readonly menus: readonly MenuNode[];
  /** Entries beside the menu, where a realm has some. */
  readonly rules?: readonly MenuNode[];
  /** Whether entries have numbers beside them. */
  readonly badges: boolean;
  /** What the bell shows; undefined: there is none. */
  readonly notices: NoticeState | undefined;
}

/**
 * The frame of an area: the menu, the open pages, and what stands above them. `children` is what is shown at an address
 * without a page.
 */
export function AreaLayout({ menus, badges, notices, children }: PropsWithChildren<LayoutProps>) {
  const { t } = useTranslation('layout');
  const { token } = theme.useToken();
  const settings = useSettings();
  const { shrink, phone, isShort } = useWindowWidth();
  const { pathname, search } = useLocation();
  const path = pathname.replace(/\/$/, '');
  const page = areaPageAt(path, menus);
  useStoredTabs(menus, page ? path : undefined, search);
  usePageNames();
  const placeOf = useCallback((each: string) => areaPlaceAt(each, menus), [menus]);
  const { tabs, fullScreen, openPages } = useOpenTabs(page ? path : undefined, search);
  const [open, setOpen] = useState(false);
  useTitle(page?.title);
  useUnsavedWarning();
  const { layoutMode, showDrawer } = settings;
  // In a narrow window it is there for as long as somebody chooses from it.
  const folded = shrink ? !open : settings.menuCollapse;
  const menuWidth = menuWidthOf({ ...settings, shrink, menuCollapse: folded });
  // Once loaded it stays: only a drawer that closes gives the focus back.
  const [configured, setConfigured] = useState(showDrawer);
  if (showDrawer && !configured) setConfigured(true);
  const trail = trailOf(path, menus);
  const menu = (
    <SideMenu
      menus={menus}
      badges={badges}
      trail={trail}
      collapsed={!shrink && folded}
      onChosen={() => setOpen(false)}
    />
  );
  return (
    <PagePlacesProvider value={placeOf}>
      <Layout
        className="admin"
        data-layout={shrink ? 'Classic' : layoutMode}
        data-full-screen={fullScreen}
        style={{ ...colorsOf(settings), '--panel': token.colorBgContainer, color: token.colorText } as CSSProperties}
      >
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        {!shrink && (
          <Layout.Sider
            className="admin-sider"
            theme="light"
            width={menuWidth}
            collapsedWidth={menuWidth}
            collapsed={folded}
            trigger={null}
          >
            {settings.menuShowTopBar && (
              <div className="admin-brand">
                <Brand short={folded} />
              </div>
            )}
            {menu}
          </Layout.Sider>
        )}
        {shrink && (
          <Overlay open={open} onMissing={() => setOpen(false)}>
            <PhoneMenu width={menuWidth} onClose={() => setOpen(false)}>
              {menu}
            </PhoneMenu>
          </Overlay>
        )}
        <Layout className="admin-main">
          <AreaHeader
            title={page?.title}
            menus={menus}
            tabs={tabs}
            active={path}
            shrink={shrink}
            phone={phone}
            isShort={isShort}
            notices={notices}
            folded={folded}
            onFold={() => (shrink ? setOpen(true) : changeSettings({ menuCollapse: !folded }))}
          />
          <Layout.Content id="content" className="admin-content" tabIndex={-1}>
            {!page && <div className="tab-scroll">{children}</div>}
            <Suspense fallback={<Waiting />}>
              <OpenPagesProvider value={openPages}>
                <TabPages tabs={tabs} active={page ? path : ''} menus={menus} phone={phone} />
              </OpenPagesProvider>
            </Suspense>
          </Layout.Content>
        </Layout>
        {fullScreen && <FullScreenExit />}
        {configured && (
          <Overlay open={showDrawer} onMissing={() => changeSettings({ showDrawer: false })}>
            <ConfigDrawer />
          </Overlay>
        )}
      </Layout>
    </PagePlacesProvider>
  );
}

/** Before the first page is drawn: the page at hand stands behind those of the last visit, which have their names. */
function useStoredTabs(menus: readonly MenuNode[], path: string | undefined, search: string): void {
  const store = useTabStore();
  useState(() => {
    store.restore((each) => areaPageAt(each, menus) !== undefined);
    store.show(path, search);
  });
}

/** The open tabs with the page at hand among them. */
function useOpenTabs(path: string | undefined, search: string) {
  const store = useTabStore();
  const { tabsView, tabFullScreen } = useTabs();
  useEffect(() => store.show(path, search), [store, path, search]);
  const openPages = useMemo(
    () => ({ pages: tabsView, open: store.open.bind(store), close: store.close.bind(store) }),
    [tabsView, store],
  );
  const tabs = path === undefined ? tabsView : withTab(tabsView, path, search);
  return { tabs, fullScreen: tabFullScreen, openPages };
}
