import { useTranslation } from 'react-i18next';
import { ErrorPage } from '../components/error/ErrorPage.tsx';

/** `/401` */
export function ForbiddenPage() {
  const { t } = useTranslation('error');
  return (
    <main className="page-center">
      <ErrorPage mark="401" title={t('forbidden')} help={t('forbiddenHelp')} />
    </main>
  );
}
