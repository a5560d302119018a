import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  InboxOutlined,
  PushpinOutlined,
  RollbackOutlined,
} from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { Conversation } from '../../shared/wire.ts';
import { calls } from '../state/calls.ts';
import { saveExport } from '../share/saveExport.ts';
import { loadList } from '../state/list.ts';
import { changeConversation, changeList, chat } from '../state/store.ts';
import { tellOthers } from '../state/windows.ts';

type Named = Pick<Conversation, 'id' | 'title' | 'pinned' | 'archived'>;

/** What can be done with a conversation, as entries of a menu. */
export function useConversationItems({ id, title, pinned, archived }: Named, on: { readonly onRename: () => void }) {
  const { t } = useTranslation('chat');
  const { message } = App.useApp();
  const remove = useRemoval(id, title);
  const save = async (): Promise<void> => {
    if (!(await saveExport(id, title).catch(() => false))) void message.error(t('exportFailed'));
  };
  const pin = async (): Promise<void> => {
    await calls.pin(id, !pinned);
    changeConversation(id, { pinned: !pinned });
    tellOthers(id);
  };
  const archive = async (): Promise<void> => {
    await calls.archive(id, !archived);
    changeConversation(id, { archived: !archived });
    await loadList();
    tellOthers(id);
  };
  // What the server refuses is told already.
  const doing = (action: () => Promise<void>) => () => void action().catch(() => {});
  return [
    { key: 'rename', icon: <EditOutlined />, label: t('rename'), onClick: on.onRename },
    { key: 'pin', icon: <PushpinOutlined />, label: t(pinned ? 'unpin' : 'pin'), onClick: doing(pin) },
    { key: 'export', icon: <DownloadOutlined />, label: t('export'), onClick: doing(save) },
    {
      key: 'archive',
      icon: archived ? <RollbackOutlined /> : <InboxOutlined />,
      label: t(archived ? 'unarchive' : 'archive'),
      onClick: doing(archive),
    },
    { type: 'divider' as const },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: doing(remove) },
  ];
}

/** Deletes at once, and offers to take it back. */
function useRemoval(id: string, title: string) {
  const { t } = useTranslation('chat');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { id: shown } = useParams();
  return async (): Promise<void> => {
    await calls.delete(id);
    const { list } = chat.getState();
    changeList({ rows: list.rows.filter((row) => row.id !== id) });
    if (shown === id) void navigate('/');
    tellOthers(id);
    const key = `chat-deleted-${id}`;
    const undo = async (): Promise<void> => {
      message.destroy(key);
      await calls.restore(id);
      await loadList();
      tellOthers(id);
      if (shown === id) void navigate(`/chat/${id}`);
    };
    void message.info({
      key,
      duration: 8,
      content: (
        <>
          {t('deleted', { title })}{' '}
          <Button type="link" size="small" onClick={() => void undo().catch(() => {})}>
            {t('undo')}
          </Button>
        </>
      ),
    });
  };
}
