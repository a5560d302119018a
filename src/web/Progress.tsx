import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useIsWaiting, useNavigationProgress } from './navigation.ts';

/** What stands over the whole page while another is loaded; it fades in for those who wait, so that nothing flashes. */
export function Progress() {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  useNavigationProgress(pathname + search);
  const isWaiting = useIsWaiting();
  return (
    <div className="overlay" role="status" aria-busy={isWaiting} hidden={!isWaiting}>
      <span className="waiting" aria-hidden />
      <span className="visually-hidden">{isWaiting && t('title.loading')}</span>
    </div>
  );
}
