import { InboxOutlined } from '@ant-design/icons';
import { definePlugin, registerTrait } from '#web';

export default definePlugin({
  name: 'archive',
  register() {
    // The switch to the archive; its name and its buttons come from the server.
    registerTrait('archivable', { icon: <InboxOutlined className="archive-icon" /> });
  },
});
