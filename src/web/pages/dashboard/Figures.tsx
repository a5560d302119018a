import { Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Chart } from '../../components/chart/Chart.tsx';
import { totalOf, type Day, type FigureCard, type Overview } from './overview.ts';
import { TableSizes } from './TableSizes.tsx';

/** Cards of single figures, then courses and sizes as charts. */
export function Figures({ overview: { cards, tables, changes, signIns } }: { overview: Overview }) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="dashboard-parts">
      <ul className="dashboard-cards">
        {cards.map((card, at) => (
          <li key={at}>
            <Card card={card} />
          </li>
        ))}
        {changes && (
          <li>
            <Card
              card={{
                label: t('changesInAll', { days: changes.length }),
                icon: 'fa fa-pencil',
                value: totalOf(changes),
              }}
            />
          </li>
        )}
        {signIns && (
          <li>
            <Card
              card={{
                label: t('signInsInAll', { days: signIns.length }),
                icon: 'fa fa-sign-in',
                value: totalOf(signIns),
              }}
            />
          </li>
        )}
      </ul>
      <div className="dashboard-charts">
        {changes && <Course title={t('changes')} course={changes} />}
        {signIns && <Course title={t('signIns')} course={signIns} />}
        {tables.length > 0 && <TableSizes tables={tables} />}
      </div>
    </div>
  );
}

function Card({ card: { label, icon, value, prefix, path } }: { card: FigureCard }) {
  const content = (
    <Statistic
      title={
        <>
          <i className={icon || 'fa fa-bar-chart'} aria-hidden /> {label}
        </>
      }
      value={value}
      prefix={prefix}
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

/** What happened day by day. */
function Course({ title, course }: { readonly title: string; readonly course: readonly Day[] }) {
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
