import { RollbackOutlined } from '@ant-design/icons';
import type { useText } from '../../settings/useText.ts';
import type { ListAction, RowsCall } from './listAction.ts';

/** Takes rows out of the trash. */
export const restoring = (text: ReturnType<typeof useText>): RowsCall => ({
  name: 'restore',
  method: 'POST',
  done: text('done.restore'),
});

export const restore: ListAction = {
  name: 'restore',
  view: 'trash',
  ticked: true,
  asksOfMany: true,
  row: ({ row, onCall }, text) => ({
    name: text('restore'),
    icon: <RollbackOutlined />,
    onClick: () => onCall(restoring(text), [row.id]),
  }),
  bar: ({ selected, onCall }, text) => ({
    name: text('restore'),
    icon: <RollbackOutlined />,
    primary: true,
    named: true,
    onClick: () => onCall(restoring(text), selected),
  }),
};
