import { Refine } from '@refinedev/core';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { endSession } from '../http/leave.ts';
import { ActingBanner } from '../layout/ActingBanner.tsx';
import { AreaLayout } from '../layout/AreaLayout.tsx';
import { areaPageAt } from '../layout/areaPages.tsx';
import { pagesIn, type MenuNode } from '../layout/menus.ts';
import { askingFor } from '../navigation/routes.ts';
import { reloadPage } from '../navigation/reload.ts';
import { forgetUnsavedOf } from '../navigation/unsaved.ts';
import { closeOffers } from '../providers/notificationProvider.ts';
import { takeRegistrations } from '../plugins/takeRegistrations.ts';
import { ownQueries, queryClientOf } from '../providers/queryClient.ts';
import { publicTargetOf } from '../plugins/publicTarget.ts';
import { routerOf } from '../providers/routerProvider.ts';
import type { Realm } from '../realms/realm.ts';
import { RealmProvider, useRealm } from '../realms/RealmContext.ts';
import { ownPage, personIn, readIdentity } from '../realms/session.ts';
import { useTableChanges } from '../table/useTableChanges.ts';
import { FrameShape } from './FrameShape.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { OwnFrame } from './OwnFrame.tsx';
import { providersOf } from './providers.ts';
import { startQuery, type Start } from './startQuery.ts';

export { prepareArea } from './prepare.ts';

takeRegistrations();

/** Everything below the base of a realm but signing in: its session, Refine's providers, menus, lists and forms. */
export function areaOf(realm: Realm): ComponentType {
  return function Area() {
    return (
      <RealmProvider value={realm}>
        <SignedInOnly />
      </RealmProvider>
    );
  };
}

function SignedInOnly() {
  const realm = useRealm();
  const { pathname, search } = useLocation();
  if (readIdentity(realm)) return <SignedIn />;
  const to = pathname === realm.base ? '' : `?to=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={realm.signInPage.routePath + to} replace />;
}

/**
 * Once for all pages: what is provided does not change with the address, so the open pages are not drawn anew either.
 */
const SignedIn = memo(function SignedIn() {
  const realm = useRealm();
  // Somebody else may have signed in, in another window, since the first answers were asked for.
  const [person] = useState(() => ownQueries(realm));
  useEffect(() => () => forgetEverything(realm), [realm]);
  useEffect(() => leaveWith(realm, person), [realm, person]);
  return (
    <QueryClientProvider client={queryClientOf(realm)}>
      <ActingBanner />
      <Started />
    </QueryClientProvider>
  );
});

/** Whoever comes next sees nothing of what was loaded or typed before. */
function forgetEverything(realm: Realm): void {
  queryClientOf(realm).clear();
  forgetUnsavedOf();
  closeOffers();
}

/**
 * When this person has signed out in another window, or somebody else has signed in there, this one shows nothing of
 * theirs any more; nor does a page that the browser brings back as it was.
 */
function leaveWith(realm: Realm, person: string | undefined): () => void {
  const look = (): void => {
    const now = personIn(realm);
    if (now === person) return;
    if (now === undefined) endSession(realm, true);
    else reloadPage();
  };
  look();
  const release = person === undefined ? () => {} : ownPage(realm, person);
  const listening = new AbortController();
  for (const event of ['storage', 'pageshow']) addEventListener(event, look, { signal: listening.signal });
  return () => {
    release();
    listening.abort();
  };
}

/** Loads who one is and what one may open, then shows it. */
function Started() {
  const { t } = useTranslation('layout');
  const { data, isPending, error, refetch } = useQuery(startQuery(useRealm()));
  useMenuNews();
  if (isPending) return <FrameShape />;
  if (error || !data) {
    return (
      <main className="page-center">
        <LoadFailed title={t('failed')} reason={error?.message} onRetry={() => void refetch()} />
      </main>
    );
  }
  return <Provided {...data} />;
}

/** The menu follows what is changed in the table of its entries, in other windows and by others. */
function useMenuNews(): void {
  const { menuTable = '' } = useRealm();
  const client = useQueryClient();
  useTableChanges(menuTable, () => void client.invalidateQueries({ queryKey: ['start'] }), menuTable !== '');
}

/** The pages with all that Refine's hooks need; every page of the menu is a resource to them. */
function Provided({ menus, rules, badges, notices }: Start) {
  const realm = useRealm();
  const providers = useMemo(
    () => ({ ...providersOf(realm), routerProvider: routerOf(realm, publicTargetOf) }),
    [realm],
  );
  const Layout = realm.Frame ? OwnFrame : AreaLayout;
  const resources = useMemo(
    () => pagesIn(menus).map(({ path, title, address }) => ({ name: path, list: address, meta: { label: title } })),
    [menus],
  );
  return (
    <Refine {...providers} resources={resources}>
      <Layout menus={menus} rules={rules} badges={badges} notices={notices}>
        <Routes>
          <Route index element={<Navigate to={`${realm.base}/loading`} replace />} />
          <Route path="loading/:to?" element={<LoadingPage menus={menus} />} />
          <Route path="*" element={<Elsewhere menus={menus} />} />
        </Routes>
      </Layout>
    </Refine>
  );
}

/** An address without a page goes by the loading page, which leads on; a page is drawn in its tab. */
function Elsewhere({ menus }: { menus: readonly MenuNode[] }) {
  const { base } = useRealm();
  const { pathname, search } = useLocation();
  const path = pathname.replace(/\/$/, '');
  if (areaPageAt(path, menus)) return null;
  return <Navigate to={`${base}/loading/${askingFor(path, search)}`} replace />;
}
