import { useCallback, useMemo, type PropsWithChildren } from 'react';
import { useLocation } from 'react-router';
import { Crash } from '../components/Crash.tsx';
import { Overlay } from '../components/Overlay.tsx';
import type { LayoutProps } from '../layout/AreaLayout.tsx';
import { areaPageAt, areaPlaceAt } from '../layout/areaPages.tsx';
import { shownIn } from '../layout/menus.ts';
import { useWindowWidth } from '../layout/useWindowWidth.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { AskToLeave } from '../navigation/AskToLeave.tsx';
import { PagePlacesProvider } from '../navigation/pagePlaces.ts';
import { TabScopeProvider } from '../navigation/tabScope.ts';
import { useTitle } from '../navigation/useTitle.ts';
import { useUnsavedWarning } from '../navigation/useUnsavedWarning.ts';
import { usePlugins } from '../plugins/loadPlugins.ts';
import { slots } from '../plugins/slots.ts';
import { allowedIn } from '../realms/allowed.ts';
import { useRealm } from '../realms/RealmContext.ts';

const NoticeBell = lazyPart(async () => (await import('../notices/NoticeBell.tsx')).NoticeBell);

/** The pages of a realm in the frame that it brings: one at a time, in no tab. */
export function OwnFrame({ menus, rules = [], notices, children }: PropsWithChildren<LayoutProps>) {
  usePlugins();
  const { Frame, base } = useRealm();
  const authNode = useMemo(() => allowedIn({ base }, menus), [base, menus]);
  const { phone } = useWindowWidth();
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '');
  const page = areaPageAt(path, menus);
  const placeOf = useCallback((each: string) => areaPlaceAt(each, menus), [menus]);
  const scope = useMemo(() => ({ path, isShown: () => true }), [path]);
  useTitle(page?.title);
  useUnsavedWarning();
  const tools = (
    <>
      {slots.HeaderEntries && <slots.HeaderEntries phone={phone} />}
      {notices && (
        <Overlay open={false}>
          <NoticeBell start={notices} />
        </Overlay>
      )}
    </>
  );
  return (
    <PagePlacesProvider value={placeOf}>
      <AskToLeave path={path}>
        {Frame && (
          <Frame menus={shownIn(menus)} rules={rules} authNode={authNode} title={page?.title} tools={tools}>
            {page ? (
              <TabScopeProvider key={path} value={scope}>
                <Crash>{page.element}</Crash>
              </TabScopeProvider>
            ) : (
              children
            )}
          </Frame>
        )}
      </AskToLeave>
      {slots.Panels && <slots.Panels />}
    </PagePlacesProvider>
  );
}
