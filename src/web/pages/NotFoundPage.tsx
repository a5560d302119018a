import { useTranslation } from 'react-i18next';
import { ErrorPage } from '../components/error/ErrorPage.tsx';

/** `/404` */
export function NotFoundPage() {
  const { t } = useTranslation('error');
  return (
    <main className="page-center">
      <ErrorPage mark="404" title={t('notFound')} help={t('notFoundHelp')} goesBack />
    </main>
  );
}
