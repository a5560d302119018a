import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useEffect, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { ErrorPage } from '../components/error/ErrorPage.tsx';
import { IframePage } from '../components/IframePage.tsx';
import { isWebAddress } from '../layout/menus.ts';
import { tellAddress, tellNavigation } from '../messages/navigationFailure.ts';
import { addressOf, askedFor, askingFor } from '../navigation/routes.ts';
import { useSite } from '../settings/site.ts';
import { useTitle } from '../navigation/useTitle.ts';
import { MemberLayout } from './MemberLayout.tsx';

const loading = addressOf('userMainLoading');

/** Everything below `/user` but signing in: each address goes by the loading page, which opens the member centre. */
export function MemberArea() {
  return (
    <Routes>
      <Route index element={<Navigate to={loading} replace />} />
      <Route path="loading/:to?" element={<Overview />} />
      <Route path="iframe/:address" element={<Frame />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  );
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <Navigate to={`${loading}/${askingFor(pathname, search)}`} replace />;
}

/** Nothing until a plugin brings pages for members; whoever asked for a page is told that there is none. */
function Overview() {
  const { t } = useTranslation('member');
  const { openMemberCenter } = useSite();
  const { to } = useParams();
  useEffect(() => {
    if (to === undefined || !openMemberCenter) return;
    const asked = askedFor(to, () => true);
    if (asked === undefined) tellNavigation('invalidRoute');
    else tellAddress(asked.replace(/\?.*$/, ''));
  }, [to, openMemberCenter]);
  return (
    <MemberCentre>
      <h1>{t('common:title.member')}</h1>
      <p>{t('empty')}</p>
    </MemberCentre>
  );
}

/**
 * One of the site's own links in a frame; any other address is none, so that nobody is led to a page that only looks
 * like ours.
 */
function Frame() {
  const { address } = useParams();
  const { headNav } = useSite();
  const link = headNav.find(({ url }) => url === address && isWebAddress(url));
  useTitle(link?.title);
  if (!link) return <Elsewhere />;
  return (
    <MemberCentre>
      <IframePage {...link} />
    </MemberCentre>
  );
}

/** The member centre, or a plain page while it is closed. */
function MemberCentre({ children }: { children: ReactNode }) {
  const { t } = useTranslation('member');
  const { openMemberCenter } = useSite();
  if (openMemberCenter) return <MemberLayout>{children}</MemberLayout>;
  return (
    <main className="page-center">
      <ErrorPage mark={<LockOutlined />} title={t('closed')} help={t('closedHelp')} />
    </main>
  );
}
