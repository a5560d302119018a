import { HistoryOutlined } from '@ant-design/icons';
import { useText } from '../../settings/useText.ts';
import { RowTool } from './buttons.tsx';
import type { ListAction } from './listAction.ts';

export const history: ListAction = {
  name: 'history',
  view: '*',
  Row: ({ row, onHistory }) => (
    <RowTool name={useText()('history')} icon={<HistoryOutlined />} onClick={() => onHistory(row)} />
  ),
};
