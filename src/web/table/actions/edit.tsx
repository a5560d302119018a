import { EditOutlined } from '@ant-design/icons';
import { useText } from '../../settings/useText.ts';
import { BarTool, RowTool } from './buttons.tsx';
import type { ListAction } from './listAction.ts';

export const edit: ListAction = {
  name: 'edit',
  ticked: true,
  Row: ({ row, onEdit }) => <RowTool name={useText()('edit')} icon={<EditOutlined />} onClick={() => onEdit(row.id)} />,
  Bar: ({ selected, phone, onEdit }) => (
    <BarTool
      name={useText()('edit')}
      icon={<EditOutlined />}
      disabled={selected.length === 0}
      short={phone}
      onClick={() => onEdit(selected)}
    />
  ),
};
