import { RestOutlined } from '@ant-design/icons';
import type { TraitLook } from './look.ts';

export const trash: TraitLook = {
  icon: <RestOutlined />,
  name: 'trash',
  title: 'trashOf',
  empty: 'trashEmpty',
  removed: { one: 'rowToTrash', several: 'chosenToTrash' },
};
