import { HistoryOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

export const history: ListAction = {
  name: 'history',
  view: '*',
  row: ({ row, onHistory }, text) => ({
    name: text('history'),
    icon: <HistoryOutlined />,
    onClick: () => onHistory(row),
  }),
};
