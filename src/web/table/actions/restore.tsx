import { RollbackOutlined } from '@ant-design/icons';
import type { ListAction, RowsCall } from './listAction.ts';

const call = (done: string): RowsCall => ({ name: 'restore', method: 'POST', done });

export const restore: ListAction = {
  name: 'restore',
  view: 'trash',
  ticked: true,
  row: ({ row, onCall }, text) => ({
    name: text('restore'),
    icon: <RollbackOutlined />,
    onClick: () => onCall(call(text('done.restore')), [row.id]),
  }),
  bar: ({ selected, onCall }, text) => ({
    name: text('restore'),
    icon: <RollbackOutlined />,
    primary: true,
    named: true,
    onClick: () => onCall(call(text('done.restore')), selected),
  }),
};
