import { Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChartBox } from './ChartBox.tsx';
import { totalOf, type Day, type FigureCard, type Overview } from './overview.ts';

/** Cards of single figures, then courses and sizes as charts. */
export function Figures({ overview: { cards, tables, changes, signIns } }: { overview: Overview }) {
  const { t } = useTranslation('dashboard');
  const sizes = tables.map(({ label, path, rows }) => ({ name: label, value: rows, path }));
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
        {changes && (
          <ChartBox
            kind="course"
            title={t('changes')}
            names={t('day')}
            values={t('count')}
            points={pointsOf(changes)}
            summary={summaryOf(t, t('changes'), changes)}
          />
        )}
        {signIns && (
          <ChartBox
            kind="course"
            title={t('signIns')}
            names={t('day')}
            values={t('count')}
            points={pointsOf(signIns)}
            summary={summaryOf(t, t('signIns'), signIns)}
          />
        )}
        {sizes.length > 0 && (
          <ChartBox
            kind="sizes"
            title={t('tables')}
            names={t('table')}
            values={t('rows')}
            points={sizes}
            summary={sizes.map(({ name, value }) => `${name} ${value}`).join(', ')}
          />
        )}
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

const pointsOf = (course: readonly Day[]) => course.map(({ day, value }) => ({ name: day, value }));

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
