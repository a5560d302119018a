import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTitle } from '../useTitle.ts';

/** `/401` */
export function ForbiddenPage() {
  const { t } = useTranslation('error');
  const navigate = useNavigate();
  useTitle(t('forbidden'));
  return (
    <main className="page-center">
      <Result
        status="403"
        title={<h1 className="page-title">{t('forbidden')}</h1>}
        subTitle={t('forbiddenHelp')}
        extra={[
          <Button key="home" type="primary" onClick={() => void navigate('/index')}>{t('home')}</Button>,
          <Button key="back" onClick={() => void navigate(-1)}>{t('back')}</Button>,
        ]}
      />
    </main>
  );
}
