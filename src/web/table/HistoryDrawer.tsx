import { useQuery } from '@tanstack/react-query';
import { Drawer, Empty, Grid, Skeleton, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { dateTimeText, type FieldManifest, type Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import { dash } from '../fields/cells.tsx';
import type { ListRow } from '../fields/view.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { useDrawerPlace } from '../navigation/tabScope.ts';
import { historyQuery, type Changed, type Entry } from './history.ts';
import { nameOf } from './nameOf.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';
import './history.css';

/** Who changed a row and when, with the values before and after. */
export function HistoryDrawer({ manifest, row, onClose }: { manifest: Manifest; row: ListRow; onClose: () => void }) {
  const text = useText();
  const request = useRequest();
  const isPhone = Grid.useBreakpoint().md === false;
  const [open, setOpen] = useState(true);
  const place = useDrawerPlace();
  const { data, isPending, isError, refetch } = useQuery(historyQuery(manifest, row.id, request));
  return (
    <Drawer
      {...place}
      title={text('historyOf', { row: nameOf(manifest, row) })}
      open={open}
      size={isPhone ? '100%' : 560}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => !now && onClose()}
    >
      {isPending && <Skeleton active />}
      {isError && <LoadFailed title={text('loadFailed')} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty description={text('noHistory')} />}
      <Timeline
        items={(data ?? []).map((entry) => ({
          key: entry.id,
          content: <Change manifest={manifest} entry={entry} row={row} />,
        }))}
      />
    </Drawer>
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
        {entry.username || text('server')} · <time>{dateTimeText(entry.create_time)}</time>
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
