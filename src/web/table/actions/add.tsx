import { PlusOutlined } from '@ant-design/icons';
import { useText } from '../../settings/useText.ts';
import { BarTool } from './buttons.tsx';
import type { ListAction } from './listAction.ts';

export const add: ListAction = {
  name: 'add',
  Bar: ({ onAdd }) => <BarTool name={useText()('add')} icon={<PlusOutlined />} primary onClick={onAdd} />,
};
