import { useQuery } from '@tanstack/react-query';
import { Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { http } from '#web';

export default function AveragePage() {
  const { t } = useTranslation('review');
  const { data } = useQuery({
    queryKey: ['average'],
    queryFn: () => http.get<{ average: number }>('/admin/review.average/index'),
  });
  return <Statistic title={t('average')} value={data?.average} precision={1} loading={!data} />;
}
