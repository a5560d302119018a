import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import type { Failure } from './overview.ts';

/** What plugins and files of this installation could not do, for those who look after it; nothing when all is well. */
export function DashboardFailures({ failures }: { failures: readonly Failure[] }) {
  const { t } = useTranslation('dashboard');
  if (failures.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('failures')}
      description={
        <ul className="dashboard-failures">
          {failures.map(({ text, count, time }) => (
            <li key={text}>
              <span translate="no">{text}</span>
              {time !== undefined && <small> {t('failedOften', { count, time: dateTimeText(time) })}</small>}
            </li>
          ))}
        </ul>
      }
    />
  );
}
