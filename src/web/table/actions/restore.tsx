import { RollbackOutlined } from '@ant-design/icons';
import { useText } from '../../settings/useText.ts';
import { BarTool, RowTool } from './buttons.tsx';
import type { BarButtonProps, ListAction, RowButtonProps, RowsCall } from './listAction.ts';

const call = (done: string): RowsCall => ({ name: 'restore', method: 'POST', done });

export const restore: ListAction = { name: 'restore', view: 'trash', ticked: true, Row, Bar };

function Row({ row, onCall }: RowButtonProps) {
  const text = useText();
  const run = (): void => onCall(call(text('done.restore')), [row.id]);
  return <RowTool name={text('restore')} icon={<RollbackOutlined />} onClick={run} />;
}

function Bar({ selected, busy, onCall }: BarButtonProps) {
  const text = useText();
  return (
    <BarTool
      name={text('restore')}
      icon={<RollbackOutlined />}
      primary
      disabled={selected.length === 0}
      busy={busy}
      onClick={() => onCall(call(text('done.restore')), selected)}
    />
  );
}
