import { FormOutlined, PushpinOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  definePlugin,
  openPanel,
  registerAccountEntry,
  registerDashboardWidget,
  registerHeaderEntry,
  registerPage,
  registerPanel,
  registerPublicPage,
  registerRealmPage,
  registerShortcut,
} from '#web';

// What the panel is opened with: `openPanel('notes', { text: '…' })`. A misspelt name is a compile error.
declare module '#web' {
  interface Panels {
    notes: { readonly text?: string };
  }
}

// In the bar above the pages, and for phones in the menu of one's account instead.
const NotesButton = () => {
  const { t } = useTranslation('notes');
  return (
    <Button
      type="text"
      icon={<FormOutlined />}
      aria-label={t('panel')}
      title={t('panel')}
      onClick={() => openPanel('notes')}
    />
  );
};

export default definePlugin({
  name: 'notes',
  register() {
    // Over the pages of the back office; it stays while they change. Its own code is loaded when it is first opened.
    registerPanel('notes', {
      title: 'notes:panel',
      node: 'notes/note/add',
      realms: ['admin'],
      load: () => import('./NotePad.tsx'),
    });

    registerHeaderEntry('notes', NotesButton, { node: 'notes/note/add', realms: ['admin'], order: 10, phone: false });
    registerAccountEntry('notes', {
      label: 'notes:panel',
      icon: <FormOutlined />,
      node: 'notes/note/add',
      realms: ['admin'],
      phoneOnly: true,
      onClick: () => openPanel('notes'),
    });
    registerAccountEntry('board', {
      label: 'notes:board',
      icon: <PushpinOutlined />,
      node: 'notes/board/index',
      realms: ['admin'],
      to: 'notes/board',
    });

    // Ctrl J writes a note and B opens the list, wherever one is; `?` shows both.
    registerShortcut('Mod+J', {
      label: 'notes:panel',
      node: 'notes/note/add',
      realms: ['admin'],
      onPress: () => openPanel('notes'),
    });
    registerShortcut('B', { label: 'notes:board', node: 'notes/board/index', realms: ['admin'], to: 'notes/board' });

    // On the dashboard, with what a route of the server half answers.
    registerDashboardWidget('latest', {
      title: 'notes:latest',
      size: 'half',
      node: 'notes/note/index',
      route: '/admin/notes.latest/index',
      empty: 'notes:none',
      load: () => import('./LatestNotes.tsx'),
    });
    registerDashboardWidget('perDay', {
      title: 'notes:perDay',
      size: 'half',
      node: 'notes/note/index',
      route: '/admin/notes.perDay/index',
      load: () => import('./PerDay.tsx'),
    });

    // A page of the back office, one of the members whichever plugin brings them, and one for everybody.
    registerPage('notes/board', () => import('./BoardPage.tsx'), 'notes');
    registerRealmPage('member', 'notes/mine', () => import('./MinePage.tsx'), 'notes');
    registerPublicPage('/notes', () => import('./PublicPage.tsx'), 'notes');
  },
});
