import { Statistic } from 'antd';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Chart } from '../../components/chart/Chart.tsx';
import { useCurrencySign } from '../../settings/currencySign.ts';
import { totalOf, type Day, type FigureCard, type Overview } from './overview.ts';

/** Single figures, each as a card; those of records lead to their list. */
export function Figures({ overview: { cards, changes, signIns } }: { readonly overview: Overview }) {
  const { t } = useTranslation('dashboard');
  const sums = [
    changes && { label: t('changesInAll', { days: changes.length }), icon: 'fa fa-pencil', value: totalOf(changes) },
    signIns && { label: t('signInsInAll', { days: signIns.length }), icon: 'fa fa-sign-in', value: totalOf(signIns) },
  ];
  const all = [...cards, ...sums.filter((card) => card !== undefined)];
  const style = { '--cards': inRow(all.length, 6), '--cards-wide': inRow(all.length, 8) } as CSSProperties;
  return (
    <ul className="dashboard-cards" style={style}>
      {all.map((card, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no other name
        <li key={at}>
          <Card card={card} />
        </li>
      ))}
    </ul>
  );
}

/** How many stand beside each other where there is room for `most`: no row is much shorter than the others. */
const inRow = (count: number, most: number): number => Math.ceil(count / Math.max(1, Math.ceil(count / most))) || 1;

function Card({ card: { label, icon, value, prefix, path } }: { card: FigureCard }) {
  const content = (
    <Statistic
      title={
        <>
          <i className={icon || 'fa fa-bar-chart'} aria-hidden /> {label}
        </>
      }
      className={Number(value) === 0 ? 'is-zero' : undefined}
      value={value}
      prefix={useCurrencySign(prefix)}
    />
  );
  return path === undefined ? (
    <div className="dashboard-card">{content}</div>
  ) : (
    <Link className="dashboard-card" to={`/admin/${path}`}>
      {content}
    </Link>
  );
}

interface CourseProps {
  readonly title: string;
  readonly course: readonly Day[];
  /** Says what is counted, while there is nothing of it. */
  readonly empty: string;
}

/** What happened day by day. */
export function Course({ title, course, empty }: CourseProps) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="dashboard-chart">
      <Chart
        type="bar"
        title={title}
        nameLabel={t('day')}
        series={[{ key: 'count', label: t('count') }]}
        points={course.map(({ day, value }) => ({ name: day, values: { count: value } }))}
        summary={summaryOf(t, title, course)}
        empty={empty}
      />
    </div>
  );
}

/** A course in one sentence, for those who do not see the chart. */
function summaryOf(
  t: (key: string, params: Record<string, unknown>) => string,
  title: string,
  course: readonly Day[],
): string {
  const most = course.reduce((one, other) => (other.value > one.value ? other : one));
  const params = { title, days: course.length, total: totalOf(course), day: most.day, most: most.value };
  return t(most.value === 0 ? 'quiet' : 'summary', params);
}
