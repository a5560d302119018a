import { Skeleton, type SkeletonProps } from 'antd';
import { useTranslation } from 'react-i18next';

/** The shape of what comes in its place, and a word for whoever does not see it. */
export function Loading(props: Omit<SkeletonProps, 'active'>) {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-label={t('title.loading')}>
      <Skeleton active {...props} />
    </div>
  );
}
