import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useIsWaiting, useNavigationProgress } from '../loading/progress.ts';

/** Milliseconds after which those who wait are told that it takes long; the page below can be used meanwhile. */
const patience = 8_000;

/** What stands over the whole page while another is loaded; it fades in for those who wait, so that nothing flashes. */
export function Progress() {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  useNavigationProgress(pathname + search);
  const isWaiting = useIsWaiting();
  const isLong = useIsLong(isWaiting);
  return (
    <div className="overlay" role="status" aria-busy={isWaiting} hidden={!isWaiting} data-long={isLong}>
      <span className="waiting" aria-hidden />
      <span className={isLong ? 'overlay-text' : 'visually-hidden'}>
        {isWaiting && t(isLong ? 'slow' : 'title.loading')}
      </span>
    </div>
  );
}

/** Whether this has held for long. */
function useIsLong(holds: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!holds) return setLong(false);
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, [holds]);
  return isLong;
}
