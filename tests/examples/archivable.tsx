import { InboxOutlined } from '@ant-design/icons';
import { registerTrait } from '#web';

// The switch to the archive; its name and its buttons come from the server.
registerTrait('archivable', { icon: <InboxOutlined className="archive-icon" /> });
