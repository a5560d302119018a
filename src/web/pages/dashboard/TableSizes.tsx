import { theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TableSize } from './overview.ts';

/** How many rows the largest tables have, each beside a bar; a number can be read however short its bar is. */
export function TableSizes({ tables }: { readonly tables: readonly TableSize[] }) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const most = Math.max(...tables.map(({ rows }) => rows));
  return (
    <section className="dashboard-chart" aria-label={t('tables')}>
      <h3>{t('tables')}</h3>
      <ul className="dashboard-sizes">
        {tables.map(({ path, label, rows }) => (
          <li key={path}>
            <Link to={`/admin/${path}`} title={label}>
              {label}
            </Link>
            <span style={{ width: `${(100 * rows) / Math.max(most, 1)}%`, background: token.colorLink }} aria-hidden />
            <b>{rows.toLocaleString('en')}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
