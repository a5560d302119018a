import { Alert, Grid, Modal, Typography } from 'antd';
import { dateTimeText, type Manifest, type RestorePreview } from '#resource';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import type { ListRow } from '../fields/view.ts';
import { useBackCloses } from '../navigation/useBackCloses.ts';
import { useText } from '../settings/useText.ts';
import { ChangeList } from './ChangeList.tsx';
import { authorOf, leftWords, type Entry } from './history.ts';
import { useRestore } from './useRestore.ts';
import './restore.css';

interface Props {
  readonly manifest: Manifest;
  readonly row: ListRow;
  /** The edit whose fields get back what they held before it. */
  readonly entry: Entry;
  /** Lines were changed with it, which stay as they are. */
  readonly hasLines: boolean;
  readonly onClose: () => void;
}

/** Shows what the record holds now and what it would hold, and gives it that when the person agrees. */
export function RestoreDialog({ manifest, row, entry, hasLines, onClose }: Props) {
  const text = useText();
  const { preview, isStale, errors, failure, busy, restore, retry } = useRestore(manifest, row.id, entry, onClose);
  useBackCloses(Grid.useBreakpoint().md === false, onClose);
  const isPossible = preview !== undefined && Object.keys(preview.changes).length > 0;
  return (
    <Modal
      open
      className="restore-dialog"
      title={text('restore:question')}
      width={520}
      closable={{ 'aria-label': text('close') }}
      okText={text('record:restoreValues')}
      okButtonProps={{ disabled: !isPossible, loading: busy }}
      cancelText={text('cancel')}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        {text('restore:about', { who: authorOf(entry, text), time: dateTimeText(entry.create_time) })}
      </Typography.Paragraph>
      {hasLines && <Typography.Paragraph type="secondary">{text('restore:notLines')}</Typography.Paragraph>}
      {isStale && <Alert type="warning" showIcon role="alert" title={text('restore:stale')} />}
      {errors && <Errors {...{ manifest, errors }} />}
      {failure && <LoadFailed title={failure} onRetry={retry} />}
      {preview && <Preview {...{ manifest, row, entry, preview }} />}
      {!preview && !errors && !failure && <Loading title={false} paragraph={{ rows: 3 }} />}
    </Modal>
  );
}

/** What is not valid any more, by field. */
function Errors({ manifest, errors }: { manifest: Manifest; errors: Readonly<Record<string, string>> }) {
  const text = useText();
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={text('restore:refused')}
      description={
        <ul>
          {Object.entries(errors).map(([name, message]) => (
            <li key={name}>{text('common:named', { name: manifest.fields[name]?.label ?? name, value: message })}</li>
          ))}
        </ul>
      }
    />
  );
}

function Preview({ manifest, row, entry, preview }: Omit<Props, 'onClose' | 'hasLines'> & { preview: RestorePreview }) {
  const text = useText();
  const { changes, left } = preview;
  const again = changedAgain(manifest, entry, preview);
  if (Object.keys(changes).length === 0) return <Alert type="info" showIcon title={text('restore:same')} />;
  return (
    <div role="status" className="restore-preview">
      {again.length > 0 && (
        <Alert type="warning" showIcon title={text('restore:again', { fields: again.join(text('or')) })} />
      )}
      <ChangeList manifest={manifest} changes={changes} row={row} />
      {Object.keys(left).length > 0 && (
        <Typography.Text type="secondary">
          {text('restore:left', { fields: leftWords(manifest, left, text) })}
        </Typography.Text>
      )}
    </div>
  );
}

/** Labels of the fields that do not hold any more what the edit has made of them. */
const changedAgain = ({ fields }: Manifest, entry: Entry, { changes }: RestorePreview): string[] =>
  Object.entries(changes).flatMap(([name, { before }]) => {
    const edited = entry.changes[name];
    const field = fields[name];
    return edited && field && JSON.stringify(edited.after) !== JSON.stringify(before) ? [field.label] : [];
  });
