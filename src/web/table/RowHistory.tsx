import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Timeline, Typography } from 'antd';
import { dateTimeText, type Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { ChangeList } from './ChangeList.tsx';
import { authorOf, historyQuery, type Entry } from './history.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';

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
      </Typography.Text>
      <Typography.Text type="secondary">
        {' · '}
        {authorOf(entry, text)} · <time>{dateTimeText(entry.create_time)}</time>
      </Typography.Text>
      <ChangeList manifest={manifest} changes={entry.changes} row={row} isNew={entry.action === 'add'} />
    </>
  );
}
