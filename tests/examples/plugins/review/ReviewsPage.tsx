import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTitle } from '#web';

export default function ReviewsPage() {
  const { t } = useTranslation('review');
  useTitle(t('reviews'));
  return (
    <main className="page-center">
      <Typography.Title>{t('reviews')}</Typography.Title>
    </main>
  );
}
