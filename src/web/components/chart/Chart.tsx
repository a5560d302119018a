import { Button, Empty, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { Boundary } from '../Boundary.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { ChartTable } from './ChartTable.tsx';
import type { ChartProps, ShownChart } from './chartProps.ts';
import { summaryOf } from './summaryOf.ts';
import { useChartColors } from './useChartColors.ts';
import './chart.css';

// The library of charts is large: the frame is shown before it arrives, and a table where it does not.
const ChartPicture = lazyPart(async () => (await import('./ChartPicture.tsx')).ChartPicture);

/**
 * Figures over time as a chart, in words for those who do not see it, and as a table for whoever asks. Needs the texts
 * `chart`.
 */
export function Chart({ title, showTitle = true, points, failure, empty, height = 240, ...props }: ChartProps) {
  const { t } = useTranslation('chart');
  const colors = useChartColors(props.series.length);
  const [isTable, setTable] = useState(false);
  const isEmpty = points?.every(({ values }) => props.series.every(({ key }) => !values[key])) ?? true;
  const shown = (): ShownChart => ({
    type: 'line',
    formatValue: grouped,
    formatName: withoutYear,
    summary: summaryOf(t, { title, series: props.series, points: points!, formatValue: props.formatValue ?? grouped }),
    ...props,
    points: points!,
    height,
    colors,
  });
  return (
    <section className="chart" aria-label={title}>
      <header>
        {showTitle && <h3>{title}</h3>}
        {!isEmpty && props.series.length > 1 && <Legend series={props.series} colors={colors} />}
        {!isEmpty && (
          <Button
            size="small"
            type="text"
            aria-pressed={isTable}
            icon={<i className={isTable ? 'fa fa-line-chart' : 'fa fa-table'} aria-hidden />}
            onClick={() => setTable(!isTable)}
            aria-label={t('common:named', { name: title, value: t(isTable ? 'asChart' : 'asTable') })}
          >
            {t(isTable ? 'asChart' : 'asTable')}
          </Button>
        )}
      </header>
      <div className="chart-body" style={{ height }}>
        {failure ? (
          <LoadFailed title={t('failed')} reason={failure.reason} onRetry={failure.retry} />
        ) : points === undefined ? (
          <ChartSkeleton label={t('loading')} />
        ) : isEmpty ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty ?? t('nothing')} />
        ) : isTable ? (
          <ChartTable {...shown()} />
        ) : (
          <Boundary fallback={() => <MissingPicture {...shown()} />}>
            <Suspense fallback={<ChartSkeleton label={t('loading')} />}>
              <ChartPicture {...shown()} />
            </Suspense>
          </Boundary>
        )}
      </div>
    </section>
  );
}

const ChartSkeleton = ({ label }: { readonly label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton active title={false} paragraph={{ rows: 6 }} />
  </div>
);

function Legend({ series, colors }: Pick<ShownChart, 'series' | 'colors'>) {
  return (
    <ul className="chart-legend" aria-hidden>
      {series.map(({ key, label }, at) => (
        <li key={key}>
          <span style={{ background: colors[at] }} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function MissingPicture(chart: ShownChart) {
  const { t } = useTranslation('chart');
  return (
    <>
      <p role="status">{t('missing')}</p>
      <ChartTable {...chart} />
    </>
  );
}

const grouped = (value: number): string => value.toLocaleString('en');
const withoutYear = (name: string): string => (/^\d{4}-\d\d-\d\d$/.test(name) ? name.slice(5) : name);
