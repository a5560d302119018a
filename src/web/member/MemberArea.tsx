import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { ErrorPage } from '../error/ErrorPage.tsx';
import { addressOf, askingFor, routes } from '../routes.ts';
import { useSite } from '../site.ts';
import { useTitle } from '../useTitle.ts';
import { MemberLayout } from './MemberLayout.tsx';

const loading = addressOf('userMainLoading');

/** Everything below `/user` but signing in: each address goes by the loading page, which opens the member centre. */
export function MemberArea() {
  return (
    <Routes>
      <Route index element={<Navigate to={loading} replace />} />
      <Route path="loading/:to?" element={<MemberCentre />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  );
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <Navigate to={`${loading}/${askingFor(pathname, search)}`} replace />;
}

/** The frame, with nothing in it until a plugin brings pages for members; or a plain page while the centre is closed. */
function MemberCentre() {
  const { t } = useTranslation('member');
  const { openMemberCenter } = useSite();
  useTitle(t(routes.user.title));
  if (openMemberCenter) return <MemberLayout />;
  return <main className="page-center"><ErrorPage mark={<LockOutlined />} title={t('closed')} help={t('closedHelp')} /></main>;
}
