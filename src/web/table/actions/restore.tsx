import { RollbackOutlined } from '@ant-design/icons';
import type { useText } from '../../settings/useText.ts';
import { doneText } from './doneText.ts';
import type { ListAction, RowsCall } from './listAction.ts';

/** Takes so many rows out of the trash. */
export const restoring = (text: ReturnType<typeof useText>, count: number): RowsCall => ({
  name: 'restore',
  method: 'POST',
  done: doneText(text, 'restore', count),
});

export const restore: ListAction = {
  name: 'restore',
  view: 'trash',
  ticked: true,
  asksOfMany: true,
  row: ({ row, onCall }, text) => ({
    name: text('restore'),
    icon: <RollbackOutlined />,
    onClick: () => onCall(restoring(text, 1), [row.id]),
  }),
  bar: ({ selected, count, onCall }, text) => ({
    name: text('restore'),
    icon: <RollbackOutlined />,
    primary: true,
    named: true,
    onClick: () => onCall(restoring(text, count), selected),
  }),
};
