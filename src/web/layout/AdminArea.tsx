import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { endSession } from '../http/leave.ts';
import { readAdmin } from '../http/session.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { accessControlProvider } from '../providers/accessControl.ts';
import { authProvider } from '../providers/authProvider.ts';
import { dataProvider, restProvider } from '../providers/dataProvider.ts';
import { i18nProvider } from '../providers/i18nProvider.ts';
import { notificationProvider } from '../providers/notificationProvider.ts';
import { ownQueries, queryClient } from '../providers/queryClient.ts';
import { addressOf, askedFor, askingFor } from '../navigation/routes.ts';
import { AdminLayout } from './AdminLayout.tsx';
import { adminPageAt, pathOf } from './adminPages.tsx';
import { FrameShape } from './FrameShape.tsx';
import { firstPage, type MenuNode } from './menus.ts';
import { startQuery } from './startQuery.ts';
import { forgetUnsavedOf } from '../navigation/unsaved.ts';
import { tellRefused } from './tellRefused.ts';

export { prepareAdmin } from './prepare.ts';

/** Everything below `/admin` but signing in. */
export function AdminArea() {
  const { pathname, search } = useLocation();
  if (!readAdmin())
    return (
      <Navigate
        to={`/admin/login${pathname === '/admin' ? '' : `?to=${encodeURIComponent(pathname + search)}`}`}
        replace
      />
    );
  return <SignedIn />;
}

const options = {
  disableTelemetry: true,
  warnWhenUnsavedChanges: false,
  syncWithLocation: false,
  reactQuery: { clientConfig: queryClient },
} as const;

/** Once for all pages: what Refine provides does not change with the address, so the open pages are not drawn anew either. */
const SignedIn = memo(function SignedIn() {
  // Somebody else may have signed in, in another window, since the first answers were asked for.
  const [person] = useState(ownQueries);
  useEffect(() => forgetEverything, []);
  useEffect(() => leaveWith(person), [person]);
  return (
    <Refine
      dataProvider={{ default: dataProvider, rest: restProvider }}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      options={options}
    >
      <Started />
    </Refine>
  );
});

/** Whoever comes next sees nothing of what was loaded or typed before. */
function forgetEverything(): void {
  queryClient.clear();
  forgetUnsavedOf();
}

/** When this person has signed out in another window, or somebody else has signed in there, this one shows nothing of theirs any more; nor does a page that the browser brings back as it was. */
function leaveWith(person: number | undefined): () => void {
  const look = (): void => {
    const now = readAdmin()?.id;
    if (now === person) return;
    if (now === undefined) endSession('admin');
    else location.reload();
  };
  look();
  const events = ['storage', 'pageshow'] as const;
  for (const event of events) window.addEventListener(event, look);
  return () => {
    for (const event of events) window.removeEventListener(event, look);
  };
}

/** Loads who one is and what one may open, then shows it. */
function Started() {
  const { t } = useTranslation('layout');
  const { data, isPending, error, refetch } = useQuery(startQuery);
  if (isPending) return <FrameShape />;
  if (error || !data) {
    return (
      <main className="page-center">
        <LoadFailed title={t('failed')} reason={error?.message} onRetry={() => void refetch()} />
      </main>
    );
  }
  return (
    <AdminLayout menus={data.menus} badges={data.badges} info={data.adminInfo}>
      <Routes>
        <Route index element={<Navigate to={addressOf('adminMainLoading')} replace />} />
        <Route path="loading/:to?" element={<LoadingPage menus={data.menus} />} />
        <Route path="*" element={<Elsewhere menus={data.menus} />} />
      </Routes>
    </AdminLayout>
  );
}

/** An address without a page goes by the loading page, which leads on; a page is drawn in its tab. */
function Elsewhere({ menus }: { menus: readonly MenuNode[] }) {
  const { pathname, search } = useLocation();
  const path = pathname.replace(/\/$/, '');
  if (adminPageAt(path, menus)) return null;
  return <Navigate to={`${addressOf('adminMainLoading')}/${askingFor(path, search)}`} replace />;
}

/** Goes on to the page that was asked for, if it is one of the menu, or says that it is none and goes to the first of the menu. */
function LoadingPage({ menus }: { menus: readonly MenuNode[] }) {
  const { t } = useTranslation('layout');
  const { to } = useParams();
  const asked = askedFor(to, (path) => adminPageAt(path, menus) !== undefined);
  const isRefused = to !== undefined && asked === undefined;
  useEffect(() => {
    if (isRefused) void tellRefused(askedFor(to, () => true));
  }, [isRefused, to]);
  const target = asked ?? (firstPage(menus) && pathOf(firstPage(menus)!));
  if (target) return <Navigate to={target} replace />;
  return <Alert type="info" showIcon title={t('noMenus')} description={t('noMenusHelp')} />;
}
