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
import { authorOf, historyQuery, leftWords, savesOf, type Entry, type Save } from './history.ts';
import { LineChanges } from './LineChanges.tsx';
import { useReturningFocus } from './useReturningFocus.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';

const RestoreDialog = lazyPart(
  async () => (await Promise.all([import('./RestoreDialog.tsx'), loadTexts('restore')]))[0].RestoreDialog,
);

/** Who changed a row or its lines and when, with the values before and after; the newest first. */
export function RowHistory({ manifest, row }: { manifest: Manifest; row: ListRow }) {
  const text = useText();
  const { data, isPending, isError, refetch } = useQuery(historyQuery(manifest, row.id, useRequest()));
  const [restored, restore] = useReturningFocus<Save & { readonly own: Entry }>();
  if (isPending) return <Loading />;
  if (isError) return <LoadFailed title={text('loadFailed')} onRetry={() => void refetch()} />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('record:noHistory')} />;
  return (
    <>
      <Timeline
        items={savesOf(data).map((save) => ({
          key: save.newest.id,
          content: <Change {...{ manifest, save, row }} onRestore={restore} />,
        }))}
      />
      {restored && (
        <Overlay onMissing={() => restore(undefined)}>
          <RestoreDialog
            {...{ manifest, row }}
            entry={restored.own}
            hasLines={restored.lines.length > 0}
            onClose={() => restore(undefined)}
          />
        </Overlay>
      )}
    </>
  );
}

/** Whatever else there once was an action for has changed the record. */
const namedActions = ['add', 'del', 'restore', 'destroy', 'sortable'];

interface ChangeProps {
  readonly manifest: Manifest;
  readonly save: Save;
  readonly row: ListRow;
  readonly onRestore: (save: Save & { readonly own: Entry }) => void;
}

function Change({ manifest, save: { newest, own, lines }, row, onRestore }: ChangeProps) {
  const text = useText();
  const done = own?.label ?? text(`record:did.${own && namedActions.includes(own.action) ? own.action : 'edit'}`);
  const author = authorOf(newest, text);
  const time = dateTimeText(newest.create_time);
  return (
    <>
      <Typography.Text strong>{done}</Typography.Text>
      <Typography.Text type="secondary">
        {' · '}
        {author} · <time>{time}</time>
      </Typography.Text>
      {own && <ChangeList manifest={manifest} changes={own.changes} row={row} isNew={own.action === 'add'} />}
      {own && (
        <Restore
          manifest={manifest}
          entry={own}
          onRestore={() => onRestore({ newest, own, lines })}
          about={`${done} · ${author} · ${time}`}
        />
      )}
      {manifest.lines.map((each) => (
        <LineChanges key={each.table} lines={each} entries={lines.filter(({ line }) => line?.table === each.table)} />
      ))}
    </>
  );
}

/** The way back from an edit, for who may edit the record; where nothing can be given back, why. */
function Restore({
  manifest,
  entry,
  onRestore,
  about,
}: Pick<ChangeProps, 'manifest'> & { readonly entry: Entry; readonly about: string; readonly onRestore: () => void }) {
  const text = useText();
  const { changes, unrestorable } = entry;
  if (!unrestorable) return null;
  const name = text('record:restoreValues');
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
          {text('record:unrestorable', { fields: leftWords(manifest, unrestorable, text) })}
        </Typography.Text>
      )}
    </div>
  );
}
