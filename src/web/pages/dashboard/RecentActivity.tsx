import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dateTimeText } from '#resource';
import { Sentence } from '../../fields/activity/Sentence.tsx';
import type { Activity } from './overview.ts';

/** Who did what, the last first, with the way to all of it. */
export function RecentActivity({ activity }: { readonly activity: readonly Activity[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <section className="dashboard-chart" aria-label={t('activity')}>
      <header className="dashboard-head">
        <h3>{t('activity')}</h3>
        <Link to="/admin/auth/adminLog">{t('allActivity')}</Link>
      </header>
      {activity.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noActivity')} />
      ) : (
        <ol className="dashboard-activity">
          {activity.map(({ id, time, title, sentence }) => (
            <li key={id}>
              <div>{sentence ? <Sentence parts={sentence} /> : title}</div>
              <time>{dateTimeText(time)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
