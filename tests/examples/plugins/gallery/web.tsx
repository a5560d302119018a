import { PictureOutlined } from '@ant-design/icons';
import { definePlugin, registerListView } from '#web';

export default definePlugin({
  name: 'gallery',
  register() {
    // Beside the table and the cards, for every table with a picture; fetched when it is first shown.
    registerListView({
      name: 'gallery',
      label: { 'zh-cn': '画廊', en: 'Gallery' },
      icon: <PictureOutlined />,
      of: ({ fields, traits }) => !traits.tree && Object.values(fields).some(({ kind }) => kind === 'image'),
      load: () => import('./Gallery.tsx'),
    });
  },
});
