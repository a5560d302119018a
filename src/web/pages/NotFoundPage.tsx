import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTitle } from '../useTitle.ts';

/** `/404` */
export function NotFoundPage() {
  const { t } = useTranslation('error');
  const navigate = useNavigate();
  useTitle(t('notFound'));
  return (
    <main className="page-center">
      <Result
        status="404"
        title={<h1 className="page-title">{t('notFound')}</h1>}
        subTitle={t('notFoundHelp')}
        extra={[
          <Button key="home" type="primary" onClick={() => void navigate('/index')}>{t('home')}</Button>,
          <Button key="back" onClick={() => void navigate(-1)}>{t('back')}</Button>,
        ]}
      />
    </main>
  );
}
