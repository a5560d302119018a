import { RestOutlined } from '@ant-design/icons';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { loadTexts } from '../../settings/i18n.ts';
import type { TraitLook } from './look.ts';

export const trash: TraitLook = {
  icon: <RestOutlined />,
  name: 'trash',
  title: 'trashOf',
  Tools: lazyPart(async () => (await Promise.all([import('./EmptyTrash.tsx'), loadTexts('trash')]))[0].EmptyTrash),
  empty: 'trashEmpty',
  removed: { one: 'rowToTrash', several: 'chosenToTrash' },
};
