import { Button, Empty, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../components/Boundary.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { PointsTable, type ChartProps } from './PointsTable.tsx';

// The library of charts is large: figures are shown before it arrives, and a table where it does not.
const Chart = lazyPart(async () => (await import('./Chart.tsx')).Chart);

/** A chart with its title, in words for those who do not see it, and as a table for whoever asks. */
export function ChartBox({ title, summary, ...chart }: ChartProps & { title: string; summary: string }) {
  const { t } = useTranslation('dashboard');
  const [isTable, setTable] = useState(false);
  const isEmpty = chart.points.every(({ value }) => value === 0);
  return (
    <section className="dashboard-chart" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {!isEmpty && (
          <Button
            size="small"
            type="text"
            aria-pressed={isTable}
            icon={<i className={isTable ? 'fa fa-line-chart' : 'fa fa-table'} aria-hidden />}
            onClick={() => setTable(!isTable)}
            aria-label={`${title}: ${t(isTable ? 'asChart' : 'asTable')}`}
          >
            {t(isTable ? 'asChart' : 'asTable')}
          </Button>
        )}
      </header>
      <div className="dashboard-chart-body">
        {isEmpty ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('nothing')} />
        ) : isTable ? (
          <PointsTable {...chart} />
        ) : (
          <Boundary fallback={() => <MissingChart {...chart} />}>
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
              <div role="img" aria-label={summary} className="dashboard-picture">
                <Chart {...chart} />
              </div>
            </Suspense>
          </Boundary>
        )}
      </div>
    </section>
  );
}

function MissingChart(chart: ChartProps) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <p role="status">{t('chartFailed')}</p>
      <PointsTable {...chart} />
    </>
  );
}
