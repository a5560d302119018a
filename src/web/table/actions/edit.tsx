import { EditOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

export const edit: ListAction = {
  name: 'edit',
  ticked: true,
  each: true,
  row: ({ row, onEdit }, text) => ({ name: text('edit'), icon: <EditOutlined />, onClick: () => onEdit(row.id) }),
  bar: ({ selected, onEdit }, text) => ({
    // Beside what gives all of them the same values.
    name: text(selected.length > 1 ? 'editEach' : 'edit'),
    icon: <EditOutlined />,
    onClick: () => onEdit(selected),
  }),
};
