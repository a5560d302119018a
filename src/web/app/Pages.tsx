import { Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { setNavigator } from '../http/http.ts';
import { areaOf } from '../http/session.ts';
import { lazyPage, Waiting } from '../loading/lazyPage.tsx';
import type { LazyPart } from '../loading/lazyPart.tsx';
import { loadAdmin } from './loadAdmin.ts';
import { claimedPages, isClaimed } from '../plugins/pluginPages.tsx';
import { loadPlugins, usePlugins } from '../plugins/halves.ts';
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
    path: routes.adminLogin.path,
    Page: lazyPage(async () => (await import('../pages/login/LoginPage.tsx')).LoginPage, 'login', 'validate'),
  },
  { path: '/admin/*', Page: lazyPage(loadAdmin, 'layout', 'table', 'validate', 'field') },
  {
    path: routes.userLogin.path,
    Page: lazyPage(async () => (await import('../pages/login/UserLoginPage.tsx')).UserLoginPage, 'member'),
  },
  { path: '/user/*', Page: lazyPage(async () => (await import('../member/MemberArea.tsx')).MemberArea, 'member') },
  {
    path: routes.forbidden.path,
    Page: lazyPage(async () => (await import('../pages/ForbiddenPage.tsx')).ForbiddenPage, 'error'),
  },
  {
    path: routes.notFound.path,
    Page: lazyPage(async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage, 'error'),
  },
];

const shownPages = (): readonly Shown[] => [...claimedPages(), ...ownPages.filter(({ path }) => !isClaimed(path))];

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
    if (!matchPath(routes.adminLogin.path, pathname)) void loadPlugins();
  }, [pathname]);
  // Before the pages, which may give themselves another title.
  return (
    <>
      <RouteTitle />
      <Progress />
      {areaOf(pathname) === 'member' && areaOf('', hash) === 'admin' ? (
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
