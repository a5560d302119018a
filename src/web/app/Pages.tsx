import { Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { setNavigator } from '../http/http.ts';
import { lazyPage, Waiting } from '../loading/lazyPage.tsx';
import type { LazyPart } from '../loading/lazyPart.tsx';
import { adminRealm } from '../realms/admin.ts';
import { isArea, type Realm } from '../realms/realm.ts';
import { areas, realmAt } from '../realms/registry.ts';
import { loadArea } from './loadArea.ts';
import { claimedPages } from '../plugins/pluginPages.tsx';
import { loadPlugins, usePlugins } from '../plugins/loadPlugins.ts';
import { Progress } from './Progress.tsx';
import { routes } from '../navigation/routes.ts';
import { useRouteTitle } from '../navigation/useTitle.ts';

interface Shown {
  readonly path: string;
  readonly Page: LazyPart;
}

/** The pages of the product, each at its address; plugins may come before them. */
const ownPages: readonly Shown[] = [
  { path: routes.home.path, Page: lazyPage(async () => (await import('../pages/home/HomePage.tsx')).HomePage, 'home') },
  {
    path: routes.userLogin.path,
    Page: lazyPage(async () => (await import('../pages/login/UserLoginPage.tsx')).UserLoginPage, 'member'),
  },
  { path: '/user/*', Page: lazyPage(async () => (await import('../member/MemberArea.tsx')).MemberArea, 'member') },
  {
    path: routes.forbidden.path,
    Page: lazyPage(async () => (await import('../pages/ForbiddenPage.tsx')).ForbiddenPage, 'error', 'layout'),
  },
  {
    path: routes.notFound.path,
    Page: lazyPage(async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage, 'error'),
  },
];

/** What a realm brings: its sign-in page, and everything below its base. */
function pagesOf(realm: Realm): readonly Shown[] {
  const texts = realm.texts === undefined ? [] : [realm.texts];
  const signIn = async () =>
    (await Promise.all([import('../pages/login/LoginPage.tsx'), realm.SignInForm?.preload()]))[0].loginPageOf(realm);
  return [
    { path: realm.signInPage.routePath, Page: lazyPage(signIn, 'login', 'validate', ...texts) },
    {
      path: `${realm.base}/*`,
      Page: lazyPage(() => loadArea(realm), 'layout', 'table', 'validate', 'field', 'refine'),
    },
  ];
}

const areaPages = new Map<Realm, readonly Shown[]>();
/** Made once for each realm: pages that are shown stay. */
function pagesOfAreas(): readonly Shown[] {
  return areas().flatMap((realm) => {
    const pages = areaPages.get(realm) ?? pagesOf(realm);
    areaPages.set(realm, pages);
    return pages;
  });
}

/** At the same address a plugin's page comes before that of a realm, and both before our own. */
const shownPages = (): readonly Shown[] => [
  ...new Map([...ownPages, ...pagesOfAreas(), ...claimedPages()].map((page) => [page.path, page])).values(),
];

/** Fetches the page at this address beside what else the start waits for. */
export async function preloadPage(pathname: string): Promise<void> {
  const { Page } = shownPages().find(({ path }) => matchPath(path, pathname)) ?? {};
  // Whoever shows the page tells what went wrong.
  await Page?.preload().catch(() => {});
}

/** Every address outside of the areas, and where the areas begin (specification §2). */
export function Pages() {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  useEffect(() => setNavigator((path) => void navigate(path)), [navigate]);
  useEffect(() => {
    // Plugins have no say in how administrators sign in.
    if (!matchPath(adminRealm.signInPage.routePath, pathname)) void loadPlugins();
  }, [pathname]);
  // Before the pages, which may give themselves another title.
  return (
    <>
      <RouteTitle />
      <Progress />
      {isArea(realmAt('', hash)) && !isArea(realmAt(pathname)) ? (
        <Navigate to={hash.slice(1)} replace />
      ) : (
        <Suspense fallback={<Waiting />}>
          <PageAtAddress />
        </Suspense>
      )}
    </>
  );
}

function RouteTitle() {
  useRouteTitle();
  return null;
}

/** Until a plugin shows the chat, its addresses lead home. */
function PageAtAddress() {
  usePlugins();
  return (
    <Routes>
      {shownPages().map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      {[routes.chat.path, routes.chatId.path].map((path) => (
        <Route key={path} path={path} element={<Navigate to={routes.home.path} replace />} />
      ))}
      <Route path="*" element={<Navigate to={routes.notFound.path} replace />} />
    </Routes>
  );
}
