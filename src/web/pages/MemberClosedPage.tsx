import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTitle } from '../useTitle.ts';

/** What the member area shows while it is not open. */
export function MemberClosedPage() {
  const { t } = useTranslation('error');
  const navigate = useNavigate();
  useTitle(t('memberClosed'));
  return (
    <main className="page-center">
      <Result status="info" title={<h1 className="page-title">{t('memberClosed')}</h1>} subTitle={t('memberClosedHelp')} extra={<Button type="primary" onClick={() => void navigate('/index')}>{t('home')}</Button>} />
    </main>
  );
}
