import { DeleteOutlined } from '@ant-design/icons';
import { nameOf } from '../nameOf.ts';
import { useText } from '../../settings/useText.ts';
import { BarTool, RowTool } from './buttons.tsx';
import type { BarButtonProps, ListAction, RowButtonProps, RowsCall } from './listAction.ts';

const call = (done: string): RowsCall => ({ name: 'destroy', method: 'DELETE', done });

export const destroy: ListAction = { name: 'destroy', view: 'trash', ticked: true, Row, Bar };

function Row({ manifest, row, onCall }: RowButtonProps) {
  const text = useText();
  return (
    <RowTool
      name={text('destroy')}
      icon={<DeleteOutlined />}
      danger
      asked={{
        question: text('confirmDestroy', { count: 1 }),
        about: text('rowNamed', { row: nameOf(manifest, row) }),
      }}
      onClick={() => onCall(call(text('done.destroy')), [row.id])}
    />
  );
}

function Bar({ selected, busy, onCall }: BarButtonProps) {
  const text = useText();
  const count = selected.length;
  return (
    <BarTool
      name={text('destroy')}
      icon={<DeleteOutlined />}
      danger
      asked={{ question: text('confirmDestroy', { count }), about: text('chosen', { count }) }}
      disabled={count === 0}
      busy={busy}
      onClick={() => onCall(call(text('done.destroy')), selected)}
    />
  );
}
