import { useQuery } from '@tanstack/react-query';
import { RollbackOutlined } from '@ant-design/icons';
import { Button, Empty, Timeline, Typography } from 'antd';
import { dateTimeText, type Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { ChangeList } from './ChangeList.tsx';
import { authorOf, historyQuery, leftWords, type Entry } from './history.ts';
import { useReturningFocus } from './useReturningFocus.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';

const RestoreDialog = lazyPart(
  async () => (await Promise.all([import('./RestoreDialog.tsx'), loadTexts('restore')]))[0].RestoreDialog,
);

/** Who changed a row and when, with the values before and after; the newest first. */
export function RowHistory({ manifest, row }: { manifest: Manifest; row: ListRow }) {
  const text = useText();
  const { data, isPending, isError, refetch } = useQuery(historyQuery(manifest, row.id, useRequest()));
  const [restored, restore] = useReturningFocus<Entry>();
  if (isPending) return <Loading />;
  if (isError) return <LoadFailed title={text('loadFailed')} onRetry={() => void refetch()} />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noHistory')} />;
  return (
    <>
      <Timeline
        items={data.map((entry) => ({
          key: entry.id,
          content: <Change {...{ manifest, entry, row }} onRestore={() => restore(entry)} />,
        }))}
      />
      {restored && (
        <Overlay onMissing={() => restore(undefined)}>
          <RestoreDialog {...{ manifest, row }} entry={restored} onClose={() => restore(undefined)} />
        </Overlay>
      )}
    </>
  );
}

/** Whatever else there once was an action for has changed the record. */
const namedActions = ['add', 'del', 'restore', 'destroy', 'sortable'];

interface ChangeProps {
  readonly manifest: Manifest;
  readonly entry: Entry;
  readonly row: ListRow;
  readonly onRestore: () => void;
}

function Change({ manifest, entry, row, onRestore }: ChangeProps) {
  const text = useText();
  const done = entry.label ?? text(`did.${namedActions.includes(entry.action) ? entry.action : 'edit'}`);
  const author = authorOf(entry, text);
  const time = dateTimeText(entry.create_time);
  return (
    <>
      <Typography.Text strong>{done}</Typography.Text>
      <Typography.Text type="secondary">
        {' · '}
        {author} · <time>{time}</time>
      </Typography.Text>
      <ChangeList manifest={manifest} changes={entry.changes} row={row} isNew={entry.action === 'add'} />
      <Restore {...{ manifest, entry, onRestore }} about={`${done} · ${author} · ${time}`} />
    </>
  );
}

/** The way back from an edit, for who may edit the record; where nothing can be given back, why. */
function Restore({ manifest, entry, onRestore, about }: Omit<ChangeProps, 'row'> & { readonly about: string }) {
  const text = useText();
  const { changes, unrestorable } = entry;
  if (!unrestorable) return null;
  const name = text('restoreValues');
  const isPossible = Object.keys(changes).some((field) => !(field in unrestorable));
  return (
    <div className="history-restore">
      {isPossible ? (
        <Button
          size="small"
          icon={<RollbackOutlined />}
          aria-label={text('common:named', { name, value: about })}
          onClick={onRestore}
        >
          {name}
        </Button>
      ) : (
        <Typography.Text type="secondary">
          {text('unrestorable', { fields: leftWords(manifest, unrestorable, text) })}
        </Typography.Text>
      )}
    </div>
  );
}
