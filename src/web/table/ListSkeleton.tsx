import { useTranslation } from 'react-i18next';
import '../components/skeleton.css';

/** Rows that fill a high window. */
const most = 25;

/** As high as the rows that come in its place, so that nothing jumps, and a word for whoever does not see it. */
export function ListSkeleton({ lines }: { lines: number }) {
  const { t } = useTranslation('common');
  return (
    <div className="list-skeleton" role="status" aria-label={t('title.loading')}>
      {Array.from({ length: Math.min(lines, most) + 1 }, (_, line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}
