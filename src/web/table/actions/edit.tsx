import { EditOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

/** Rows that somebody may want to edit one after the other; for more there is what gives all of them the same values. */
export const mostInTurn = 50;

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
