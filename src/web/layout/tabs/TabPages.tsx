import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type PropsWithChildren,
} from 'react';
import {
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { Crash } from '../../components/Crash.tsx';
import { areaPageAt } from '../areaPages.tsx';
import type { MenuNode } from '../menus.ts';
import { useSettings } from '../../settings/layoutSettings.ts';
import { useNameOfPage } from '../../navigation/pageNames.ts';
import type { Tab } from '../../navigation/tabState.ts';
import { TabFrameProvider, TabScopeProvider } from '../../navigation/tabScope.ts';
import { forgetUnsaved } from '../../navigation/unsaved.ts';

interface Props {
  readonly tabs: readonly Tab[];
  /** Path of the page that is shown. */
  readonly active: string;
  readonly menus: readonly MenuNode[];
  readonly phone: boolean;
}

/** Every open page. Those behind stay as they are and go on with what they do, but for what a rule does not keep. */
export function TabPages({ tabs, active, menus, phone }: Props) {
  return tabs.map((tab) => (
    <TabPage
      key={`${tab.path} ${tab.round}`}
      path={tab.path}
      search={tab.search}
      isActive={tab.path === active}
      menus={menus}
      phone={phone}
    />
  ));
}

/** Pages stand at whole addresses, below no route: nothing of theirs is drawn anew when the address changes. */
const noRoute = { outlet: null, matches: [], isDataRoute: false };

interface PageProps {
  readonly path: string;
  readonly search: string;
  readonly isActive: boolean;
  readonly menus: readonly MenuNode[];
  readonly phone: boolean;
}

const TabPage = memo(function TabPage({ path, search, isActive, menus, phone }: PageProps) {
  const page = useMemo(() => areaPageAt(path, menus), [path, menus]);
  const name = useNameOfPage(path);
  // A tab of the last visit is drawn when it is first looked at.
  const [isOpened, open] = useState(isActive);
  if (isActive && !isOpened) open(true);
  const shown = useRef(isActive);
  useLayoutEffect(() => {
    shown.current = isActive;
  }, [isActive]);
  // The same for as long as the tab is open: to show another tab draws no page anew.
  const scope = useMemo(() => ({ path, isShown: () => shown.current }), [path]);
  // Drawn anew by what is different about it alone, which the frame is not.
  const element = useMemo(() => page && <div className="admin-panel">{page.element}</div>, [page]);
  // A page behind keeps its own address, and is not drawn anew when the address of the page in front changes. After a
  // crash, another address begins afresh.
  const place = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: path + search },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  );
  if (!page || !isOpened) return null;
  if (!isActive && !page.isKept) return <Dropped path={path} />;
  return (
    <TabFrame isActive={isActive} phone={phone} label={name ?? page.title}>
      <RouteContext.Provider value={noRoute}>
        <LocationContext.Provider value={place}>
          <TabScopeProvider value={scope}>
            <Crash>{element}</Crash>
          </TabScopeProvider>
        </LocationContext.Provider>
      </RouteContext.Provider>
    </TabFrame>
  );
});

interface FrameProps extends Pick<PageProps, 'isActive' | 'phone'> {
  readonly label: string;
}

/**
 * What the first one is around is drawn once, when it is there: how wide the columns of a list are follows its width. A later one
 * comes together with its page, until whose code is there the page before stays in sight.
 */
function TabFrame({ isActive, phone, label, children }: PropsWithChildren<FrameProps>) {
  const { mainAnimation } = useSettings();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [isFirst] = useState(() => document.querySelector('.tab-frame') === null);
  // React takes it away and gives it back while a part of the page is on its way.
  const take = useCallback((section: HTMLElement | null): void => {
    if (section) setFrame(section);
  }, []);
  return (
    <section ref={take} className="tab-frame" data-animation={mainAnimation} data-shown={isActive} aria-label={label}>
      <div className="tab-scroll">
        <TabFrameProvider value={phone ? null : frame}>{(frame || !isFirst) && children}</TabFrameProvider>
      </div>
    </section>
  );
}

/** What was typed on a page that is not kept is gone with it. */
function Dropped({ path }: { path: string }) {
  useEffect(() => forgetUnsaved(path), [path]);
  return null;
}
