import { PlusOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

export const add: ListAction = {
  name: 'add',
  bar: ({ onAdd }, text) => ({ name: text('add'), icon: <PlusOutlined />, primary: true, named: true, onClick: onAdd }),
};
