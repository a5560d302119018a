import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

/** As high as the figures and charts that come in its place, so that nothing jumps. */
export function DashboardSkeleton() {
  const { t } = useTranslation('dashboard');
  return (
    <div className="dashboard-parts" role="status" aria-label={t('loading')}>
      <div className="dashboard-cards" aria-hidden>
        {[1, 2, 3].map((card) => (
          <div key={card} className="dashboard-card">
            <Skeleton active title={{ width: '60%' }} paragraph={{ rows: 1, width: '40%' }} />
          </div>
        ))}
      </div>
      <div className="dashboard-charts" aria-hidden>
        {[1, 2, 3].map((chart) => (
          <div key={chart} className="dashboard-chart">
            <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 6 }} />
          </div>
        ))}
      </div>
    </div>
  );
}
