import { useList } from '@refinedev/core';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemsOf } from '../../fields/view.ts';
import { useManifest } from '../../table/useManifest.ts';
import './schema.css';

/** The states of changes: what each means, and how many entries are in it, as links to these. */
export function SchemaStates({ path }: { path: string }) {
  const { t } = useTranslation('crudLog');
  const field = useManifest(path).data?.fields['state'];
  if (!field) return null;
  return (
    <ul className="schema-states" aria-label={t('states')}>
      {Object.entries(itemsOf(field)).map(([state, { label, color }]) => (
        <State key={state} path={path} state={state} label={label} color={color} />
      ))}
    </ul>
  );
}

interface StateProps {
  readonly path: string;
  readonly state: string;
  readonly label: string;
  readonly color: string | undefined;
}

function State({ path, state, label, color }: StateProps) {
  const { t } = useTranslation(['crudLog', 'crudState']);
  const { query } = useList({
    resource: path,
    pagination: { pageSize: 1 },
    filters: [{ field: 'state', operator: 'eq', value: state }],
    errorNotification: false,
  });
  const total = query.data?.total;
  return (
    <li>
      <Tag color={color}>{label}</Tag>
      <span>{t(`crudState:${state}`)}</span>
      {total !== undefined && total > 0 && (
        <Link to={`/admin/${path}?state=${state}`}>{t('count', { count: total })}</Link>
      )}
    </li>
  );
}
