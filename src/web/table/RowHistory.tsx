import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Timeline, Typography } from 'antd';
import { dateTimeText, type FieldManifest, type Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import { dash } from '../fields/cells.tsx';
import type { ListRow } from '../fields/view.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { authorOf, historyQuery, type Changed, type Entry } from './history.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';
import './history.css';

/** Who changed a row and when, with the values before and after; the newest first. */
export function RowHistory({ manifest, row }: { manifest: Manifest; row: ListRow }) {
  const text = useText();
  const { data, isPending, isError, refetch } = useQuery(historyQuery(manifest, row.id, useRequest()));
  if (isPending) return <Skeleton active />;
  if (isError) return <LoadFailed title={text('loadFailed')} onRetry={() => void refetch()} />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noHistory')} />;
  return (
    <Timeline
      items={data.map((entry) => ({ key: entry.id, content: <Change manifest={manifest} entry={entry} row={row} /> }))}
    />
  );
}

/** Whatever else there once was an action for has changed the record. */
const namedActions = ['add', 'del', 'restore', 'destroy', 'sortable'];

function Change({ manifest, entry, row }: { manifest: Manifest; entry: Entry; row: ListRow }) {
  const text = useText();
  return (
    <>
      <Typography.Text strong>
        {entry.label ?? text(`did.${namedActions.includes(entry.action) ? entry.action : 'edit'}`)}
      </Typography.Text>{' '}
      <Typography.Text type="secondary">
        {authorOf(entry, text)} · <time>{dateTimeText(entry.create_time)}</time>
      </Typography.Text>
      <dl className="history-changes">
        {Object.entries(entry.changes).map(([name, { before, after, cut, ...about }]) => {
          const field = manifest.fields[name];
          if (!field) return null;
          return (
            <div key={name}>
              <dt>
                {field.label}
                {cut && <Typography.Text type="secondary"> {text('historyCut')}</Typography.Text>}
              </dt>
              <dd>
                <del>
                  <Value table={manifest.name} field={field} row={row} value={before} {...about} />
                </del>
                <span aria-hidden>→</span>
                <ins>
                  <Value table={manifest.name} field={field} row={row} value={after} {...about} />
                </ins>
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** A value as lists show it; of related rows the one or those that it refers to. */
function Value({
  table,
  field,
  row,
  value,
  rows = [],
  plain,
}: { table: string; field: FieldManifest; row: ListRow; value: unknown } & Pick<Changed, 'rows' | 'plain'>) {
  if (value === null || value === undefined) return dash;
  if (plain) return String(value as string);
  const { Cell } = fieldViewOf(table, field);
  const related = Array.isArray(value) ? rows : rows.find(({ id }) => id === value);
  return (
    <Cell
      table={table}
      field={field}
      row={{ ...row, [field.name]: value, ...(field.relation && { [field.relation.name]: related }) }}
      value={value}
    />
  );
}
