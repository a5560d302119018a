import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Chart } from '#web';
import type { AskedChart as Counted } from '../../shared/ask.ts';

/** Counted rows as a chart, which has a table for who wants one. */
export function AskedChart({ chart }: { readonly chart: Counted }) {
  const { t } = useTranslation('chatAsk');
  const { label, by, unit, sum, groups, address, isCut } = chart;
  const title = t(sum === null ? 'countBy' : 'sumBy', { label, by, sum });
  const points = groups.map((group) => ({
    name: group.label === '' ? t('empty') : group.label,
    values: { value: group.value },
  }));
  return (
    <div className="ask-chart">
      <Chart
        title={title}
        type={unit === null ? 'bar' : 'area'}
        nameLabel={by}
        series={[{ key: 'value', label: sum ?? t('count') }]}
        points={points}
      />
      {isCut && <p className="ask-quiet">{t('cut')}</p>}
      <Link to={address}>{t('openList', { label })}</Link>
    </div>
  );
}
