import { CopyOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

/** The form of a new row with the values of this one. */
export const duplicate: ListAction = {
  name: 'duplicate',
  needs: 'add',
  row: ({ row, onDuplicate }, text) => ({
    name: text('duplicate'),
    icon: <CopyOutlined />,
    onClick: () => onDuplicate(row.id),
  }),
};
